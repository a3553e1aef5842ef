import type { Json, JsonObject } from '../../schemas/index.js';

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Mutant {
  value: JsonObject;
  /** The place and the kind of the mutation. */
  told: string;
}

const strangeValues: readonly Json[] = [
  null,
  true,
  0,
  -3,
  1.5,
  '',
  'x',
  '${ .a }',
  'PT5S',
  'https://example.com/{id}',
  [],
  ['a'],
  {},
  { a: 1 },
  { seconds: 5 },
  { use: 'x' },
];
const strangeNames = [
  'call',
  'do',
  'with',
  'set',
  'use',
  'then',
  'when',
  'one',
  'all',
  'after',
  'x',
  'as',
  'document',
];

interface Spot {
  container: JsonObject | Json[];
  pointer: string;
}

function spots(value: Json, pointer = ''): Spot[] {
  if (value === null || typeof value !== 'object') return [];
  const inner = Object.entries(value).flatMap(([key, member]) => spots(member, `${pointer}/${key}`));
  return [{ container: value, pointer }, ...inner];
}

/** Returns a copy with one member removed, replaced, renamed or added. */
export function mutate(value: JsonObject, next: () => number): Mutant {
  const copy = structuredClone(value);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;
  const { container, pointer } = pick(spots(copy));
  const target = container as JsonObject;
  const keys = Object.keys(container);
  const key = keys.length > 0 ? pick(keys) : undefined;
  const where = key === undefined ? pointer : `${pointer}/${key}`;
  const way = next();
  if (key !== undefined && way < 0.3) {
    if (Array.isArray(container)) container.splice(Number(key), 1);
    else delete target[key];
    return { value: copy, told: `${where} removed` };
  }
  const strange = pick(strangeValues);
  if (key !== undefined && way < 0.65) {
    target[key] = strange;
    return { value: copy, told: `${where} = ${JSON.stringify(strange)}` };
  }
  if (key !== undefined && way < 0.8 && !Array.isArray(container)) {
    const name = pick(strangeNames);
    const member = target[key] ?? null;
    delete target[key];
    target[name] = member;
    return { value: copy, told: `${where} renamed to ${name}` };
  }
  if (Array.isArray(container)) {
    container.push(strange);
    return { value: copy, told: `${pointer} + ${JSON.stringify(strange)}` };
  }
  const name = pick(strangeNames);
  target[name] = strange;
  return { value: copy, told: `${pointer} + ${name}: ${JSON.stringify(strange)}` };
}
