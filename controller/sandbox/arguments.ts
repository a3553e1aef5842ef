import { toJsonText } from '../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import type { Code } from './contract.js';

/** Returns the arguments of code: positional ones as texts, or named ones. */
export function splitArguments({ arguments: scriptArguments }: Code): {
  positional: string[];
  named?: JsonObject;
} {
  if (!Array.isArray(scriptArguments)) return { positional: [], named: scriptArguments as JsonObject };
  return { positional: scriptArguments.map(argumentText) };
}

/** Returns a text as it is, and any other value as JSON. */
export function argumentText(value: Json): string {
  return typeof value === 'string' ? value : toJsonText(value);
}
