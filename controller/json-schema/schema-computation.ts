import { BoundedMap } from '../concurrency/bounded-map.js';
import { SchemaCheck } from './check.js';
import type { SchemaComputation, SchemaOutcome } from './computations.js';

// The work of a thread for `computeChecks`.

/** A compiled schema takes up to some megabytes. */
const maxChecks = 50;
/** By the text of the schema. */
const checks = new BoundedMap<string, SchemaCheck>(maxChecks);

/** Checks a value, and adds the defaults of the schema to it. */
export function compute({ schema, value, isCompleted }: SchemaComputation): SchemaOutcome {
  const check = getCheck(schema);
  if (!isCompleted) return { findings: check.findings(value) };
  const { value: completed, findings } = check.accept(value);
  return completed === value ? { findings } : { findings, completed };
}

function getCheck(schema: string): SchemaCheck {
  const check = checks.get(schema) ?? new SchemaCheck(JSON.parse(schema));
  // The one that was used last is the last to be replaced.
  checks.delete(schema);
  checks.set(schema, check);
  return check;
}
