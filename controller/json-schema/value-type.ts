import { isExactNumber, toNeighbour } from '../../schemas/json/exact-number.js';
import type { Json } from '../../schemas/json/types.js';

/** The type of a value as JSON Schema names it; `number` for whole numbers too. */
export function getType(value: Json): string {
  if (value === null) return 'null';
  if (isExactNumber(value)) return 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}

export function isOfType(value: Json, type: Json): boolean {
  if (getType(value) === type) return true;
  return type === 'integer' && Number.isInteger(isExactNumber(value) ? toNeighbour(value) : value);
}
