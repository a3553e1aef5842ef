import { parseJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';

/** Returns a number of tokens; 0 where the server does not count. */
export function getCount(value: Json | undefined): number {
  return typeof value === 'number' && value > 0 ? Math.floor(value) : 0;
}

/** Returns the object that a text holds as JSON; undefined for anything else. */
export function objectIn(text: Json | undefined): JsonObject | undefined {
  if (isObject(text)) return text;
  const value = jsonIn(String(text ?? '') || '{}');
  return isObject(value) ? value : undefined;
}

/** Returns the JSON of a text, also of one between fences of Markdown; undefined for a text that is none. */
export function jsonIn(text: string): Json | undefined {
  const trimmed = text.trim();
  const isFenced = trimmed.startsWith('```') && trimmed.endsWith('```') && trimmed.includes('\n');
  const inside = isFenced ? trimmed.slice(trimmed.indexOf('\n') + 1, -3) : trimmed;
  try {
    return parseJsonText(inside) as Json;
  } catch {
    return undefined;
  }
}
