import type { JsonObject } from '../../../schemas/json.js';
import type { YamlLimits } from '../../catalog/yaml-document.js';
import { checkWritable } from './check-writable.js';
import { jsonStyle, plainStyle } from './style.js';
import { writeBroken, writeValue } from './write-value.js';

export interface NewYamlOptions {
  limits: YamlLimits;
  /** Members that stand first, in this order, such as `kind` and `name`; the others as they come. */
  first?: readonly string[];
  /** JSON instead; false by default. */
  isJson?: boolean;
}

/**
 * The text of a new file: two blanks a level, quotes only where they are needed, texts of several lines as such.
 * @throws Problem entity_invalid
 */
export function newYaml(
  definition: JsonObject,
  { limits, first = [], isJson = false }: NewYamlOptions,
): string {
  checkWritable(definition, limits.depth);
  const names = Object.keys(definition);
  const order = [
    ...first.filter((name) => names.includes(name)),
    ...names.filter((name) => !first.includes(name)),
  ];
  const ordered = Object.fromEntries(order.map((name) => [name, definition[name]])) as JsonObject;
  if (isJson) return `${writeBroken(ordered, '', jsonStyle)}\n`;
  const { head, lines } = writeValue(ordered, { column: -1, holder: 'document' }, plainStyle);
  return [...(head === '' ? [] : [head]), ...lines, ''].join('\n');
}
