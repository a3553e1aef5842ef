import type { Json } from '../../../schemas/json/types.js';
import { isEntityFile, isJsonFile } from '../../catalog/index.js';
import { Problem, type ProblemDetail } from '../../problems/index.js';
import {
  conflictOf,
  type MergeConflict,
  type Merged,
  type Sides,
} from '../../yaml-edit/merge/merge-definitions.js';
import { mergeTexts } from '../../yaml-edit/merge/merge-texts.js';
import { mergeYaml } from '../../yaml-edit/merge/merge-yaml.js';
import type { YamlLimits } from '../../yaml-edit/read/yaml-document.js';

/** Null for no file. */
type Content = Uint8Array | null;
export type MergedFile = Merged<Content, MergeConflict>;

/** A file that two sides changed in different ways. Without places, the two versions cannot be merged at all. */
export interface FileConflict {
  path: string;
  conflicts: readonly MergeConflict[];
}

/** Merges a file: entity files, which begin with `prefix`, field by field; other texts line by line, as Git does. */
export function mergeFile(
  path: string,
  { base, ours, theirs }: Sides<Content>,
  { limits, prefix }: { limits: YamlLimits; prefix: string },
): MergedFile {
  if (same(ours, theirs) || same(base, theirs)) return { merged: ours };
  if (same(base, ours)) return { merged: theirs };
  const [was, our, their] = [base, ours, theirs].map(textOf);
  if (was === undefined || our === undefined || their === undefined) {
    return { conflicts: [conflictOf({ base: was, ours: our, theirs: their }, '')] };
  }
  const sides = { base: was, ours: our, theirs: their };
  if (path.startsWith(prefix) && isEntityFile(path)) {
    try {
      const { merged, conflicts } = mergeYaml(sides, { limits, isJson: isJsonFile(path) });
      return conflicts ? { conflicts } : { merged: Buffer.from(merged) };
    } catch (error) {
      // A file that cannot be read as YAML is merged line by line.
      if (!(error instanceof Problem)) throw error;
    }
  }
  const { merged, conflicts } = mergeTexts(sides);
  if (!conflicts) return { merged: Buffer.from(merged) };
  return { conflicts: conflicts.map((texts) => conflictOf(texts, '')) };
}

function textOf(content: Content): string | undefined {
  return content === null ? undefined : Buffer.from(content).toString('utf8');
}

function same(one: Content, other: Content): boolean {
  return one === other || (one !== null && other !== null && Buffer.from(one).equals(other));
}

const longestValue = 200;

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
  const messageOf = (place: MergeConflict) =>
    `it was ${shown(place.base)}; this change (${change}) makes it ${shown(place[change])}, \`${branch}\` (${other}) has ${shown(place[other])}`;
  const errors = conflicts.flatMap((file) => conflictDetails(file, '', messageOf));
  return new Problem('merge_conflict', detail, { errors });
}

/** @param about the beginning of the message for a file without places */
export function conflictDetails(
  { path: file, conflicts }: FileConflict,
  about: string,
  messageOf: (place: MergeConflict) => string,
): ProblemDetail[] {
  if (conflicts.length === 0)
    return [{ file, message: `${about}the two versions of the file cannot be merged` }];
  return conflicts.map((place) => {
    const { pointer, base = null, ours = null, theirs = null } = place;
    return { file, pointer, message: messageOf(place), sides: { base, ours, theirs } };
  });
}

/** A value of a conflict as messages show it. */
export function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= longestValue ? text : `${text.slice(0, longestValue)}…`;
}
