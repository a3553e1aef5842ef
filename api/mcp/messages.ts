import { isObject } from '../../schemas/json/guards.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';

/** Returns the JSON-RPC message of a request; undefined for a batch and for anything else. */
export function messageOf(body: unknown): JsonObject | undefined {
  if (typeof body !== 'string') return undefined;
  try {
    const value = JSON.parse(body) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
