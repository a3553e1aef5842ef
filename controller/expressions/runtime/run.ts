import type { Json } from '../json.js';
import { type Budget, defaultBudget } from './budget.js';

/**
 * The state of the evaluation now running. An evaluation is synchronous and is never suspended, so one
 * record serves them all; `evaluate.ts` saves it around an evaluation that is started by another one.
 */
export const run = {
  active: false,
  /** Offset of the expression at work: where an error raised by a primitive is located. */
  at: 0,
  steps: 0,
  bytes: 0,
  depth: 0,
  matching: 0,
  /** Milliseconds since 1970 once `now` was asked for: an evaluation sees one instant. */
  now: 0,
  budget: defaultBudget as Budget,
  /** Set once a number that JSON lacks has come up: outputs are then searched for them. */
  nonFinite: false,
  debug: undefined as ((message: Json) => void) | undefined,
};

/** What `try … catch` catches. Not an `Error`: raising one must be cheap. */
export class Raised {
  readonly value: Json;
  readonly at: number;
  constructor(value: Json, at: number) {
    this.value = value;
    this.at = at;
  }
}

/** A budget ran out. No `try` catches it. */
export class Exhausted {
  readonly message: string;
  readonly at: number;
  constructor(message: string, at: number) {
    this.message = message;
    this.at = at;
  }
}

/** `break $label`; `label` is the token which that run of the `label` expression made. */
export class Break {
  readonly label: Json;
  constructor(label: Json) {
    this.label = label;
  }
}

/** Steps that raising an error counts for: JavaScript takes its time to unwind. */
export const FAILURE = 16;

/** Raises an error of the language at the current position. */
export function fail(value: Json): never {
  charge(FAILURE);
  throw new Raised(value, run.at);
}

/** Takes note of a result that may be `nan` or infinite. */
export function noted(value: number): number {
  // Only those differ from themselves or leave something when taken from themselves.
  if (value - value !== 0) run.nonFinite = true;
  return value;
}

/** Counts work; one step is about one evaluated call, output or copied row of eight members. */
export function charge(steps: number): void {
  run.steps += steps;
  if (run.steps > run.budget.steps) throw new Exhausted(`more than ${run.budget.steps} steps`, run.at);
}

/** Counts a text that is gone through character by character. */
export function scan(length: number): void {
  if (length > 31) charge(length >> 5);
}

/** Counts a text that is looked at as a whole: one made of pieces is first put together. */
export function join(length: number): void {
  if (length > 63) charge(length >> 6);
}

/** Counts that the members of an object are listed: many are kept in a hash table, which takes longer. */
export function chargeMembers(count: number): void {
  charge(count < 64 ? count >> 1 : count * 3);
}

/** Counts that the members of a wide object are gone through `times` times; few are counted one by one. */
export function chargeWide(count: number, times: number): void {
  if (count > 63) charge(count * 3 * times);
}

/** Counts that an object is copied. */
export function chargeCopy(count: number): void {
  charge(count < 64 ? count >> 1 : count * 8);
}

/** Counts memory that the evaluation builds. */
export function allocate(bytes: number): void {
  run.bytes += bytes;
  if (run.bytes > run.budget.bytes) throw new Exhausted(`more than ${run.budget.bytes} bytes built`, run.at);
}

/** Counts work of the regular-expression engine. */
export function chargeMatching(steps: number): void {
  run.matching += steps;
  if (run.matching > run.budget.matching) {
    throw new Exhausted(`more than ${run.budget.matching} regular-expression steps`, run.at);
  }
}

/** Enters a call that cannot be a tail call; the caller leaves by `run.depth--`, `try` by restoring it. */
export function descend(): void {
  if (++run.depth > run.budget.depth)
    throw new Exhausted(`calls nested deeper than ${run.budget.depth}`, run.at);
}
