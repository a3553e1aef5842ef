import type { Json } from './json.js';

/** Limits of one evaluation, which beyond them ends in an `ExpressionError` of kind `budget`. */
export interface Budget {
  /** Calls, outputs and copied members. */
  readonly steps: number;
  /** Bytes of all strings and arrays that the evaluation builds, garbage included. */
  readonly bytes: number;
  /** Calls nested in calls; tail calls do not count. */
  readonly depth: number;
  /** Steps of the regular-expression engine. */
  readonly matching: number;
}

/** The part of a budget that evaluations have used up. */
export type Usage = { -readonly [Counter in 'steps' | 'bytes' | 'matching']: number };

/** Enough for several passes over a document of some MiB, and used up within about 100 ms. */
export const defaultBudget: Budget = {
  steps: 2_500_000,
  bytes: 64 * 1024 * 1024,
  depth: 2_000,
  matching: 4_000_000,
};

/** The time and the random values that evaluations have in place of those of the machine. */
export interface Surroundings {
  /** ms since the epoch. */
  now(): number;
  /** Returns the next id, a UUID. */
  randomId(): string;
}

let surroundings: Surroundings | undefined;

/** Returns those of `withSurroundings`; undefined for the machine's. */
export function getSurroundings(): Surroundings | undefined {
  return surroundings;
}

/** Starts evaluations that have other surroundings; those that go on in a thread have the time only. */
export function withSurroundings<Result>(other: Surroundings | undefined, start: () => Result): Result {
  const before = surroundings;
  surroundings = other;
  try {
    return start();
  } finally {
    surroundings = before;
  }
}

/**
 * The state of the current evaluation. An evaluation is synchronous and never suspended, so one record serves all of
 * them; `evaluate.ts` saves it around an evaluation that another one starts.
 */
export const run = {
  active: false,
  /** Offset of the expression that is evaluated: an error of a primitive is located there. */
  at: 0,
  steps: 0,
  bytes: 0,
  depth: 0,
  matching: 0,
  /** Milliseconds since 1970 at the first `now`: an evaluation sees one instant. */
  now: 0,
  budget: defaultBudget,
  /** Set by the first number that JSON lacks: outputs are then searched for such numbers. */
  nonFinite: false,
  debug: undefined as ((message: Json) => void) | undefined,
};

// The three classes below end an evaluation, or a part of it, by `throw`: the value functions that most expressions
// are compiled to have no other way to report a failure. They do not extend `Error` because its stack trace makes a
// raise 3.7 times as slow (0.4 µs without it; `break` takes 0.6 µs).

/** An error of the language, which `try … catch` catches. */
export class Raised {
  readonly value: Json;
  readonly at: number;
  constructor(value: Json, at: number) {
    this.value = value;
    this.at = at;
  }
}

/** A budget is used up. No `try` catches it. */
export class Exhausted {
  readonly at = run.at;
  constructor(readonly counter: keyof Budget) {}
}

/** `break $label`. The token `label` belongs to one evaluation of the `label` expression. */
export class Break {
  readonly label: Json;
  constructor(label: Json) {
    this.label = label;
  }
}

/** Steps that a raised error counts for, because JavaScript takes time to unwind. */
export const FAILURE = 16;

/** Raises an error of the language at the current position. */
export function fail(value: Json): never {
  charge(FAILURE);
  throw new Raised(value, run.at);
}

/** Records if a result is `nan` or infinite. */
export function noted(value: number): number {
  // Only for those is the difference from themselves not 0.
  if (value - value !== 0) run.nonFinite = true;
  return value;
}

/** Counts work. One step is about one call, one output, or eight copied members: 40 ns. */
export function charge(steps: number): void {
  run.steps += steps;
  if (run.steps > run.budget.steps) throw new Exhausted('steps');
}

/** Counts a pass over a text, character by character. */
export function scan(length: number): void {
  if (length > 31) charge(length >> 5);
}

/** Counts a look at a whole text: JavaScript first joins the pieces that it was made of. */
export function join(length: number): void {
  if (length > 63) charge(length >> 6);
}

/** Counts a list of an object's members. Many members are in a hash table, which takes longer. */
export function chargeMembers(count: number): void {
  charge(count < 64 ? count >> 1 : count * 3);
}

/** Counts `times` passes over the members of a wide object; callers count small objects member by member. */
export function chargeWide(count: number, times: number): void {
  if (count > 63) charge(count * 3 * times);
}

/** Counts a copy of an object. */
export function chargeCopy(count: number): void {
  charge(count < 64 ? count >> 1 : count * 8);
}

/** Counts memory that the evaluation builds. */
export function allocate(bytes: number): void {
  run.bytes += bytes;
  if (run.bytes > run.budget.bytes) throw new Exhausted('bytes');
}

/** Counts work of the regular-expression engine. */
export function chargeMatching(steps: number): void {
  run.matching += steps;
  if (run.matching > run.budget.matching) throw new Exhausted('matching');
}

/** Counts a call that is no tail call. The caller decrements `run.depth` afterwards; `try` restores it. */
export function descend(): void {
  if (++run.depth > run.budget.depth) throw new Exhausted('depth');
}
