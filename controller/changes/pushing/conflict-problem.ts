import type { Json } from '../../../schemas/json.js';
import { Problem, type ProblemDetail } from '../../problems/index.js';
import type { ReplayConflict } from './replay.js';

const longestValue = 200;

/** Both sides of what cannot be brought together, with where they started. */
export function conflictProblem(branch: string, conflicts: readonly ReplayConflict[]): Problem {
  const files = [...new Set(conflicts.map(({ path }) => `\`${path}\``))].join(', ');
  return new Problem('merge_conflict', `\`${branch}\` has changed the same, in ${files}.`, {
    errors: conflicts.flatMap(({ path: file, conflicts: places }): ProblemDetail[] => {
      if (places.length === 0) return [{ file, message: 'the two sides cannot stand side by side' }];
      return places.map(({ pointer, base, ours, theirs }) => ({
        file,
        pointer,
        message: `it was ${shown(base)}, is to be ${shown(ours)}, and has become ${shown(theirs)}`,
        sides: { base: base ?? null, ours: ours ?? null, theirs: theirs ?? null },
      }));
    }),
  });
}

function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= longestValue ? text : `${text.slice(0, longestValue)}…`;
}
