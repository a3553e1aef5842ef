import type { Json } from '../../../schemas/json.js';
import { pointerTo } from './pointer.js';

export interface JsonFault {
  pointer: string;
  message: string;
  /** What to do, where that is not plain. */
  hint?: string;
  /** The limit that is crossed. */
  limit?: 'yaml_too_deep';
}

/** What no file may hold, if there is something; to be asked before anything recursive sees a value from outside. */
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
      return {
        pointer: '',
        message,
        hint: 'Flatten it, or raise `Limits.YamlDepth`.',
        limit: 'yaml_too_deep',
      };
    }
    for (const [name, inner] of Object.entries(next.value)) {
      if (name === '__proto__') return { pointer, message: 'the key `__proto__` is not allowed' };
      open.push({ value: inner, level: level + 1, pointer: pointerTo(pointer, name) });
    }
  }
  return undefined;
}
