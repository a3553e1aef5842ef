import type { Json, JsonObject } from '../../schemas/json.js';

/** The message that a request is made of; undefined for a batch and whatever is none. */
export function messageOf(body: unknown): JsonObject | undefined {
  if (typeof body !== 'string') return undefined;
  try {
    const value = JSON.parse(body) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: Json | undefined): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
