import type { Json } from '../../schemas/json/types.js';
import { BoundedMap } from '../concurrency/bounded-map.js';
import { SchemaCheck, type SchemaFinding } from './check.js';

// The work of a thread for `computeChecks`.

/** A check of a value. */
export interface SchemaComputation {
  /** As JSON text. */
  readonly schema: string;
  readonly value: Json;
  /** True when the value gets the defaults of the schema first. */
  readonly isCompleted: boolean;
}

export interface SchemaOutcome {
  readonly findings: SchemaFinding[];
  /** The value with its defaults; undefined when it got none. */
  readonly completed?: Json;
}

/** A compiled schema takes up to some megabytes. */
const maxChecks = 50;
/** By the text of the schema. */
const checks = new BoundedMap<string, SchemaCheck>(maxChecks);

/** Checks a value, and adds the defaults of the schema to it. */
export function compute({ schema, value, isCompleted }: SchemaComputation): SchemaOutcome {
  const check = findCheck(schema);
  if (!isCompleted) return { findings: check.findings(value) };
  const { value: completed, findings } = check.accept(value);
  return completed === value ? { findings } : { findings, completed };
}

function findCheck(schema: string): SchemaCheck {
  const check = checks.get(schema) ?? new SchemaCheck(JSON.parse(schema));
  // The one that was used last is the last to be replaced.
  checks.delete(schema);
  checks.set(schema, check);
  return check;
}
