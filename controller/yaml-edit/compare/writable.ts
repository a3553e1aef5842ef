import { pointerTo } from '../../../schemas/json/pointer.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { Problem } from '../../problems/index.js';

/** The reason why no file may contain a value. */
export interface JsonFault {
  pointer: string;
  message: string;
  hint?: string;
  /** The limit that is crossed. */
  limit?: 'yaml_too_deep';
}

/** Returns the first fault of a value from outside. Must run before any recursive function gets the value. */
export function jsonFault(value: Json, depth: number): JsonFault | undefined {
  const open: { value: Json; level: number; pointer: string }[] = [{ value, level: 0, pointer: '' }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { pointer, level } = next;
    if (typeof next.value === 'number' && !Number.isFinite(next.value)) {
      return { pointer, message: `${next.value} is not a number JSON has` };
    }
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (level >= depth) {
      const message = `it is nested deeper than ${depth} levels`;
      const hint = 'Flatten it, or raise `Limits.YamlDepth`.';
      return { pointer: '', message, hint, limit: 'yaml_too_deep' };
    }
    for (const [name, inner] of Object.entries(next.value)) {
      if (name === '__proto__') return { pointer, message: 'the key `__proto__` is not allowed' };
      open.push({ value: inner, level: level + 1, pointer: pointerTo(pointer, name) });
    }
  }
  return undefined;
}

/** @throws Problem entity_invalid, yaml_too_deep if no file may contain the definition */
export function requireWritable(definition: JsonObject, depth: number): void {
  const fault = jsonFault(definition, depth);
  if (!fault) return;
  const where = fault.pointer === '' ? '' : ` at \`${fault.pointer}\``;
  const { pointer, message, hint, limit } = fault;
  throw new Problem(limit ?? 'entity_invalid', `The definition cannot be written${where}: ${message}.`, {
    errors: [{ pointer, message }],
    ...(hint === undefined ? {} : { hints: [hint] }),
  });
}
