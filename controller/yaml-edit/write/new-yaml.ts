import type { JsonObject } from '../../../schemas/json/types.js';
import { requireWritable } from '../compare/changes-between.js';
import type { YamlLimits } from '../read/yaml-document.js';
import { plainStyle, writeDocument } from './write-value.js';

export interface NewYamlOptions {
  limits: YamlLimits;
  /** Members that come first, in this order, such as `kind` and `name`; the others keep their order. */
  first?: readonly string[];
}

/** Returns the text of a new file in block form, with quotes where they are needed. @throws Problem entity_invalid */
export function newYaml(definition: JsonObject, { limits, first = [] }: NewYamlOptions): string {
  requireWritable(definition, limits.depth);
  const named = first.filter((name) => Object.hasOwn(definition, name));
  const order = new Set([...named, ...Object.keys(definition)]);
  const ordered = Object.fromEntries([...order].map((name) => [name, definition[name]])) as JsonObject;
  return `${writeDocument(ordered, plainStyle)}\n`;
}
