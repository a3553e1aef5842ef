import type { JsonObject } from '../../../schemas/json.js';
import { isEqual } from '../compare/equal.js';
import { type RewriteOptions, readYaml, rewriteYaml } from '../yaml/index.js';
import type { MergeConflict } from './conflict.js';
import { mergeDefinitions } from './merge-definitions.js';
import { mergeTexts, type TextSides } from './merge-texts.js';

export type MergedYaml =
  | { merged: string; conflicts?: undefined }
  | { merged?: undefined; conflicts: readonly MergeConflict[] };

/**
 * Three-way merge of an entity file: of what it says, so that changes on neighbouring lines are none of each other's
 * business, and of its text where that comes to the same, so that comments of both sides stay. Else the text is that of
 * ours, changed.
 * @throws Problem entity_file_unreadable
 */
export function mergeYaml(sides: TextSides, options: RewriteOptions): MergedYaml {
  const { base, ours, theirs } = sides;
  const definitions = {
    base: readYaml(base, options),
    ours: readYaml(ours, options),
    theirs: readYaml(theirs, options),
  };
  const { merged, conflicts } = mergeDefinitions(definitions);
  if (conflicts) return { conflicts };
  const intended = merged as JsonObject;
  const byLines = mergeTexts(sides).merged;
  if (byLines !== undefined && says(byLines, intended, options)) return { merged: byLines };
  return { merged: rewriteYaml(ours, intended, options).text };
}

function says(text: string, intended: JsonObject, options: RewriteOptions): boolean {
  try {
    return isEqual(readYaml(text, options), intended);
  } catch {
    return false;
  }
}
