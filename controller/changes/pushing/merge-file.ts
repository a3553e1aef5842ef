import { isEntityFile } from '../../catalog/index.js';
import type { YamlLimits } from '../../catalog/yaml-document.js';
import { Problem } from '../../problems/index.js';
import { isJson } from '../edits/file-edit.js';
import { type MergeConflict, mergeTexts, mergeYaml } from '../merge/index.js';

/** One file on three sides; null where there is none. */
export interface FileSides {
  base: Uint8Array | null;
  ours: Uint8Array | null;
  theirs: Uint8Array | null;
}

export type MergedFile =
  | { content: Uint8Array | null; conflicts?: undefined }
  | { content?: undefined; conflicts: readonly MergeConflict[] };

/** Merges a file: entities by what they say, other texts by their lines. */
export function mergeFile(path: string, { base, ours, theirs }: FileSides, limits: YamlLimits): MergedFile {
  if (same(ours, theirs) || same(base, theirs)) return { content: ours };
  if (same(base, ours)) return { content: theirs };
  const [was, our, their] = [base, ours, theirs].map(textOf);
  if (was === undefined || our === undefined || their === undefined) {
    return { conflicts: [conflict('', { base: was, ours: our, theirs: their })] };
  }
  const sides = { base: was, ours: our, theirs: their };
  if (isEntityFile(path)) {
    try {
      const { merged, conflicts } = mergeYaml(sides, { limits, isJson: isJson(path) });
      return conflicts ? { conflicts } : { content: Buffer.from(merged) };
    } catch (error) {
      // A file that cannot be read as YAML has lines all the same.
      if (!(error instanceof Problem)) throw error;
    }
  }
  const { merged, conflicts } = mergeTexts(sides);
  if (!conflicts) return { content: Buffer.from(merged) };
  return { conflicts: conflicts.map(({ line: _, ...texts }) => conflict('', texts)) };
}

function conflict(
  pointer: string,
  sides: { [side in 'base' | 'ours' | 'theirs']: string | undefined },
): MergeConflict {
  const known = Object.entries(sides).filter(([, text]) => text !== undefined);
  return { pointer, ...Object.fromEntries(known) };
}

function textOf(content: Uint8Array | null): string | undefined {
  return content === null ? undefined : Buffer.from(content).toString('utf8');
}

function same(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one === other || (one !== null && other !== null && Buffer.from(one).equals(other));
}
