import { BoundedMap } from '../concurrency/bounded-map.js';
import { ArgumentCheck } from './argument-check.js';
import type { ArgumentFault } from './argument-fault.js';
import type { ArgumentComputation } from './computations.js';

// The work of a thread for `computeArgumentChecks`.

/** A compiled schema takes up to some megabytes. */
const maxChecks = 50;
/** By the text of the schema. */
const checks = new BoundedMap<string, ArgumentCheck>(maxChecks);

/** Returns the faults of the values of a call. */
export function compute({ schema, value, callee }: ArgumentComputation): ArgumentFault[] {
  const check = checks.get(schema) ?? new ArgumentCheck(JSON.parse(schema));
  // The one that was used last is the last to be replaced.
  checks.delete(schema);
  checks.set(schema, check);
  return check.values(value, callee);
}
