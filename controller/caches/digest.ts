import { hash } from 'node:crypto';
import type { Json } from '../../schemas/json.js';

/** SHA-256 over the values, whatever the order of their members: what they say cannot be read from it. */
export function digest(...values: readonly Json[]): string {
  return hash('sha256', JSON.stringify(values, sorted));
}

function sorted(_name: string, value: Json): Json {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
