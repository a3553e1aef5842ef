import type { JsonObject } from '../../../schemas/json/types.js';
import { requireWritable } from '../compare/changes-between.js';
import type { YamlLimits } from '../read/yaml-document.js';
import { jsonStyle, plainStyle, writeBroken, writeDocument } from './write-value.js';

export interface NewYamlOptions {
  limits: YamlLimits;
  /** Members that come first, in this order, such as `kind` and `name`; the others keep their order. */
  first?: readonly string[];
  /** JSON instead; false by default. */
  isJson?: boolean;
}

/**
 * Returns the text of a new file: indented by two blanks, quotes only where they are needed, texts of several lines as
 * block texts. @throws Problem entity_invalid
 */
export function newYaml(
  definition: JsonObject,
  { limits, first = [], isJson = false }: NewYamlOptions,
): string {
  requireWritable(definition, limits.depth);
  const names = Object.keys(definition);
  const order = [
    ...first.filter((name) => names.includes(name)),
    ...names.filter((name) => !first.includes(name)),
  ];
  const ordered = Object.fromEntries(order.map((name) => [name, definition[name]])) as JsonObject;
  return `${isJson ? writeBroken(ordered, '', jsonStyle) : writeDocument(ordered, plainStyle)}\n`;
}
