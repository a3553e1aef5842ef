import type { JsonObject } from '../../../schemas/json.js';
import { Problem } from '../../problems/index.js';
import { jsonFault } from '../compare/json-fault.js';

/** @throws Problem entity_invalid when the definition holds what no file may hold */
export function checkWritable(definition: JsonObject, depth: number): void {
  const fault = jsonFault(definition, depth);
  if (!fault) return;
  const where = fault.pointer === '' ? '' : ` at \`${fault.pointer}\``;
  const { pointer, message, hint } = fault;
  throw new Problem('entity_invalid', `The definition cannot be written${where}: ${message}.`, {
    errors: [{ pointer, message }],
    ...(hint === undefined ? {} : { hints: [hint] }),
  });
}
