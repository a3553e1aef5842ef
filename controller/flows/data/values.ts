import { isExactNumber } from '../../../schemas/json/exact-number.js';
import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json } from '../../../schemas/json/types.js';

/** Returns a string as it is, and any other value as JSON. */
export function toText(value: Json): string {
  return typeof value === 'string' ? value : toJsonText(value);
}

/** Returns the kind of a JSON value, for messages. */
export function getKind(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (isExactNumber(value)) return 'a number';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
