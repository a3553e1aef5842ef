import type { Json, JsonObject } from '../../schemas/json/types.js';
import type { Code } from './contract.js';

/** Returns the arguments of code: positional ones as texts, or named ones. */
export function splitArguments({ arguments: given }: Code): { positional: string[]; named?: JsonObject } {
  if (!Array.isArray(given)) return { positional: [], named: given as JsonObject };
  return { positional: given.map(argumentText) };
}

/** Returns a text as it is, and any other value as JSON. */
export function argumentText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
