import type { Json } from '../../../schemas/json/types.js';
import { isEntityFile, isJsonFile } from '../../catalog/index.js';
import { ComputationLost, computeInThread } from '../../concurrency/computing.js';
import { Problem, type ProblemDetail } from '../../problems/index.js';
import {
  getConflict,
  type MergeConflict,
  type Merged,
  type Sides,
} from '../../yaml-edit/merge/merge-definitions.js';
import type { YamlLimits } from '../../yaml-edit/read/yaml-document.js';
import { mergeSides, type TextMerge } from './merge-sides.js';

/** Null for no file. */
type Content = Uint8Array | null;
export type MergedFile = Merged<Content, MergeConflict>;

/** A file that two sides changed in different ways. Without places, the two versions cannot be merged at all. */
export interface FileConflict {
  path: string;
  conflicts: readonly MergeConflict[];
}

/** Characters of the three texts that are merged on the event loop: less than 10 ms. A file of 1 MiB takes 0.6 s. */
const maxOnLoop = 16 * 1024;

/**
 * Merges a file: entity files, which begin with `prefix`, field by field; other texts line by line, as Git does. Large ones
 * are merged in a thread; one that takes it too much time or memory cannot be merged.
 */
export async function mergeFile(
  path: string,
  { base, ours, theirs }: Sides<Content>,
  { limits, prefix }: { limits: YamlLimits; prefix: string },
): Promise<MergedFile> {
  if (same(ours, theirs) || same(base, theirs)) return { merged: ours };
  if (same(base, ours)) return { merged: theirs };
  const [was, our, their] = [base, ours, theirs].map(findContentText);
  if (was === undefined || our === undefined || their === undefined) {
    return { conflicts: [getConflict({ base: was, ours: our, theirs: their }, '')] };
  }
  const isEntity = path.startsWith(prefix) && isEntityFile(path);
  const form = isEntity ? (isJsonFile(path) ? 'json' : 'yaml') : 'lines';
  const merge: TextMerge = { sides: { base: was, ours: our, theirs: their }, form, limits };
  const isSmall = was.length + our.length + their.length <= maxOnLoop;
  const { merged, conflicts } = isSmall ? mergeSides(merge) : await mergeInThread(merge);
  return conflicts ? { conflicts } : { merged: Buffer.from(merged) };
}

async function mergeInThread(merge: TextMerge): Promise<Merged<string, MergeConflict>> {
  try {
    return await computeInThread('controller/writes/merging/merge-computation', merge);
  } catch (error) {
    if (!(error instanceof ComputationLost)) throw error;
    return { conflicts: [] };
  }
}

function findContentText(content: Content): string | undefined {
  return content === null ? undefined : Buffer.from(content).toString('utf8');
}

function same(one: Content, other: Content): boolean {
  return one === other || (one !== null && other !== null && Buffer.from(one).equals(other));
}

const maxValueLength = 200;

/**
 * Returns the problem of a change that conflicts with a branch, with the common base and both sides.
 * @param change the side that is the change: `ours` if it is replayed onto the branch, `theirs` if it is merged into it
 */
export function conflictProblem(
  branch: string,
  conflicts: readonly FileConflict[],
  change: 'ours' | 'theirs' = 'ours',
): Problem {
  const files = [...new Set(conflicts.map(({ path }) => `\`${path}\``))].join(', ');
  const detail = `\`${branch}\` contains other changes of the same places, in ${files}.`;
  const other = change === 'ours' ? 'theirs' : 'ours';
  const getMessage = (place: MergeConflict) =>
    `it was ${shown(place.base)}; this change (${change}) makes it ${shown(place[change])}, \`${branch}\` (${other}) has ${shown(place[other])}`;
  const errors = conflicts.flatMap((file) => conflictDetails(file, '', getMessage));
  return new Problem('merge_conflict', detail, { errors });
}

/** @param about the beginning of the message for a file without places */
export function conflictDetails(
  { path: file, conflicts }: FileConflict,
  about: string,
  toMessage: (place: MergeConflict) => string,
): ProblemDetail[] {
  if (conflicts.length === 0)
    return [{ file, message: `${about}the two versions of the file cannot be merged` }];
  return conflicts.map((place) => {
    const { pointer, base = null, ours = null, theirs = null } = place;
    return { file, pointer, message: toMessage(place), sides: { base, ours, theirs } };
  });
}

/** A value of a conflict as messages show it. */
export function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= maxValueLength ? text : `${text.slice(0, maxValueLength)}…`;
}
