import { posix } from 'node:path';
import type { Snapshot } from '../../../controller/catalog/index.js';
import { Problem } from '../../../controller/problems/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import type { OperationContext } from './operation.js';

/** A file as it would be in a branch. */
export interface SentFile {
  path: string;
  content: string;
}

export const sentFilesField: JsonObject = {
  type: 'array',
  minItems: 1,
  maxItems: 10_000,
  description: 'Files as they would be in the branch; they replace files of the same path.',
  items: {
    type: 'object',
    description: 'A file.',
    additionalProperties: false,
    required: ['path', 'content'],
    properties: {
      path: {
        type: 'string',
        minLength: 1,
        maxLength: 1024,
        description: 'The path, from the root of the branch.',
      },
      content: { type: 'string', description: 'The content.' },
    },
  },
};

/**
 * Returns the snapshot of a change: `base` with files in place of its own, or else that of `branch`; without both, `base` as it is.
 * @throws Problem body_invalid, branch_not_found, git_failed
 */
export async function changedSnapshot(
  { controller }: OperationContext,
  change: { base: string; branch?: string | undefined; files?: readonly SentFile[] | undefined },
): Promise<Snapshot> {
  const { base, branch, files } = change;
  if (files === undefined)
    return controller.reconciler.fresh(await controller.branches.resolve(branch ?? base));
  const changed = requireDistinct(files).map(({ path, content }) => ({
    // `./a//b.yaml` → `a/b.yaml`.
    path: posix.normalize(`/${path}`).slice(1),
    content: Buffer.from(content),
  }));
  return controller.reconciler.preview(base, changed);
}

/** @throws Problem body_invalid for a path that is given twice */
export function requireDistinct<File extends SentFile>(files: readonly File[]): readonly File[] {
  const seen = new Set<string>();
  for (const [index, { path }] of files.entries()) {
    if (seen.has(path)) {
      throw new Problem('body_invalid', `The file \`${path}\` is given twice`, {
        errors: [{ pointer: `/files/${index}/path`, message: 'is the path of another file in this list' }],
      });
    }
    seen.add(path);
  }
  return files;
}
