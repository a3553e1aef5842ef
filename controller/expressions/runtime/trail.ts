import type { Json } from '../json.js';
import { excerpt } from '../values/dump.js';
import { NOWHERE, type Trail } from './plan.js';
import { allocate, charge, fail } from './run.js';

/** The keys of a trail, first to last. */
export function toPath(trail: Trail): Json[] {
  const keys: Json[] = [];
  for (let step = trail; step !== null; step = step.up) keys.push(step.key);
  // Deep in a document, paths are long.
  charge(keys.length >> 3);
  allocate(keys.length * 8);
  return keys.reverse();
}

/** The trail that continues with `keys`. */
export function extend(trail: Trail, keys: readonly Json[]): Trail {
  return trail === NOWHERE ? trail : keys.reduce<Trail>((up, key) => ({ up, key }), trail);
}

/** The path of a value, which must have one. */
export function demandPath(trail: Trail, value: Json): Json[] {
  if (trail === NOWHERE) fail(`Invalid path expression with result ${excerpt(value)}`);
  return toPath(trail);
}
