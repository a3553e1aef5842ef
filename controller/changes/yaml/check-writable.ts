import type { Json, JsonObject } from '../../../schemas/json.js';
import { Problem } from '../../problems/index.js';

/**
 * Nothing that no file may hold, checked before anything recursive sees it.
 * @throws Problem entity_invalid
 */
export function checkWritable(definition: JsonObject, depth: number): void {
  const open: { value: Json; level: number; pointer: string }[] = [
    { value: definition, level: 0, pointer: '' },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, level, pointer } = next;
    if (typeof value === 'number' && !Number.isFinite(value))
      throw refused(pointer, `${value} is not a number JSON has`);
    if (typeof value !== 'object' || value === null) continue;
    if (level >= depth) throw refused('', `it is nested deeper than ${depth} levels`);
    for (const name of Object.keys(value)) {
      if (name === '__proto__') throw refused(pointer, 'the key `__proto__` is not allowed');
      const inner = (value as Record<string, Json>)[name] as Json;
      open.push({ value: inner, level: level + 1, pointer: `${pointer}/${escapeName(name)}` });
    }
  }
}

function escapeName(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function refused(pointer: string, message: string): Problem {
  const where = pointer === '' ? '' : ` at \`${pointer}\``;
  return new Problem('entity_invalid', `The definition cannot be written${where}: ${message}.`, {
    errors: [{ pointer, message }],
  });
}
