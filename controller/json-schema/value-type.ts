import type { Json } from '../../schemas/json/types.js';

/** The type of a value as JSON Schema names it; `number` for whole numbers too. */
export function getType(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

export function isOfType(value: Json, type: Json): boolean {
  return getType(value) === type || (type === 'integer' && Number.isInteger(value));
}
