import type { Json } from '../../schemas/json.js';

/** A value as one argument of a command: texts as they are, anything else as JSON. */
export function argumentText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
