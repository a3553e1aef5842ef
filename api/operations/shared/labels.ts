import type { JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';

/** True for an entity with a label, given as `name` or `name=value`; a flow has its labels in `document.tags`. */
export function isLabelled(definition: JsonObject, label: string): boolean {
  const [name = '', value] = label.split(/=(.*)/s);
  const document = definition['document'];
  const labels = isObject(document) ? document['tags'] : definition['labels'];
  if (!isObject(labels) || !Object.hasOwn(labels, name)) return false;
  return value === undefined || String(labels[name]) === value;
}
