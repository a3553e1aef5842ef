import type { Compilable } from 'kysely';
import type { ReadSet } from './statements.js';

/** A query of a transaction. */
export type Read = ReadSet['reads'][number];

/** Returns a query in the form that a transaction takes. */
export function toRead(query: Compilable): Read {
  const { sql, parameters } = query.compile();
  return { sql, values: parameters as Read['values'] };
}

/** Repeats the last value up to a power of two, so that lists of all lengths are few different queries. */
export function padded(values: readonly string[]): string[] {
  const last = values.at(-1) ?? '';
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, values.length)));
  return [...values, ...Array<string>(length - values.length).fill(last)];
}
