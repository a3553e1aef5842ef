import type { MergeConflict, Merged } from '../../yaml-edit/merge/merge-definitions.js';
import { mergeSides, type TextMerge } from './merge-sides.js';

/** Merges the texts of a file in a thread, for `mergeFile`. */
export function compute(merge: TextMerge): Merged<string, MergeConflict> {
  return mergeSides(merge);
}
