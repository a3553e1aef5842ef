import type { JsonObject } from '../../../schemas/json/types.js';
import { isEqual } from '../../../schemas/json/values.js';
import { parseDefinition, readYaml } from '../read/yaml-value.js';
import { type RewriteOptions, rewriteYaml } from '../rewrite/rewrite-yaml.js';
import { type MergeConflict, type Merged, mergeDefinitions, type Sides } from './merge-definitions.js';
import { mergeTexts } from './merge-texts.js';

/**
 * Merges two versions of an entity file by their definitions, so that changes on adjacent lines do not conflict. If merging
 * the lines gives the same definition, the text is merged too, which keeps the comments of both sides; otherwise our text
 * is changed.
 * @throws Problem entity_file_unreadable
 */
export function mergeYaml(sides: Sides<string>, options: RewriteOptions): Merged<string, MergeConflict> {
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
  const read = byLines === undefined ? undefined : parseDefinition(byLines, options.limits).definition;
  if (byLines !== undefined && read && isEqual(read, intended)) return { merged: byLines };
  return { merged: rewriteYaml(ours, intended, options).text };
}
