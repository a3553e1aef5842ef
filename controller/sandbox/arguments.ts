import type { Json, JsonObject } from '../../schemas/json/types.js';
import type { Code } from './contract.js';

/** Arguments of code: positional ones as texts, or named ones. */
interface Arguments {
  positional: string[];
  /** Undefined when the arguments are positional. */
  named: JsonObject | undefined;
}

/** Splits the arguments of code by the way they were given. */
export function splitArguments({ arguments: given }: Code): Arguments {
  if (!Array.isArray(given)) return { positional: [], named: given as JsonObject };
  return { positional: given.map(argumentText), named: undefined };
}

/** Returns a text as it is, and any other value as JSON. */
export function argumentText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
