import { Problem } from '../../problems/index.js';
import {
  getConflict,
  type MergeConflict,
  type Merged,
  type Sides,
} from '../../yaml-edit/merge/merge-definitions.js';
import { mergeTexts } from '../../yaml-edit/merge/merge-texts.js';
import { mergeYaml } from '../../yaml-edit/merge/merge-yaml.js';
import type { YamlLimits } from '../../yaml-edit/read/yaml-document.js';

/** The three texts of a file, of which no two are equal. */
export interface TextMerge {
  readonly sides: Sides<string>;
  readonly form: 'yaml' | 'json' | 'lines';
  readonly limits: YamlLimits;
}

/** Merges an entity file field by field, and another text line by line, as Git does. */
export function mergeSides({ sides, form, limits }: TextMerge): Merged<string, MergeConflict> {
  if (form !== 'lines') {
    try {
      return mergeYaml(sides, { limits, isJson: form === 'json' });
    } catch (error) {
      // A file that cannot be read as YAML is merged line by line.
      if (!(error instanceof Problem)) throw error;
    }
  }
  const { merged, conflicts } = mergeTexts(sides);
  return conflicts ? { conflicts: conflicts.map((texts) => getConflict(texts, '')) } : { merged };
}
