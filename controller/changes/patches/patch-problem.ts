import { Problem } from '../../problems/index.js';

export interface PatchLimits {
  /** Levels of nesting. */
  depth: number;
}

/** @param pointer into the patch */
export function patchInvalid(pointer: string, message: string, hint?: string): Problem {
  const where = pointer === '' ? '' : ` at \`${pointer}\``;
  return new Problem('patch_invalid', `The patch is not valid${where}: ${message}.`, {
    errors: [{ pointer, message }],
    ...(hint === undefined ? {} : { hints: [hint] }),
  });
}

/** @param pointer into the definition */
export function patchConflict(index: number, pointer: string, message: string): Problem {
  return new Problem('patch_conflict', `Operation ${index} of the patch does not fit: ${message}.`, {
    errors: [{ pointer, message }],
  });
}
