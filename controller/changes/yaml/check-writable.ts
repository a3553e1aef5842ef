import type { JsonObject } from '../../../schemas/json.js';
import { Problem } from '../../problems/index.js';
import { jsonFault } from '../compare/json-fault.js';

/** @throws Problem entity_invalid, yaml_too_deep when the definition holds what no file may hold */
export function checkWritable(definition: JsonObject, depth: number): void {
  const fault = jsonFault(definition, depth);
  if (!fault) return;
  const where = fault.pointer === '' ? '' : ` at \`${fault.pointer}\``;
  const { pointer, message, hint, limit } = fault;
  throw new Problem(limit ?? 'entity_invalid', `The definition cannot be written${where}: ${message}.`, {
    errors: [{ pointer, message }],
    ...(hint === undefined ? {} : { hints: [hint] }),
  });
}
