import { dump } from '../values/dump.js';
import type { Json } from '../values/json.js';
import { rebuild } from '../values/rebuild.js';
import { Break, type Budget, charge, chargeWide, Exhausted, Raised, run, type Usage } from '../values/run.js';
import { getFirst, getOnly } from './combine.js';
import { Frame, MORE, type Plan, STOP, type ValueFn } from './plan.js';

/** An evaluation failed at `offset` of the source. `value` is what `try … catch` would see. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  readonly value?: Json;

  constructor(
    message: string,
    readonly offset: number,
    /** `error`: raised by the program or a built-in, catchable with `try`. `budget`: the evaluation was cut off. */
    readonly kind: 'error' | 'budget',
    value?: Json,
  ) {
    super(message);
    if (value !== undefined) this.value = value;
  }
}

/** A program that is ready for evaluation. */
export interface Evaluation {
  readonly plan: Plan;
  /** True when outputs may be larger by orders of magnitude than the work that makes them. */
  readonly amplifies: boolean;
  readonly budget: Budget;
  readonly debug: ((message: Json) => void) | undefined;
}

/** The frame of a program without variables. */
export const emptyFrame = new Frame(undefined, []);

/** The result of an evaluation whose slice was used up: it has to be made again, with more. */
export const sliceOver = Symbol('slice over');
export type SliceOver = typeof sliceOver;

/**
 * Returns a function that evaluates a program up to its first output, undefined when there is none. Evaluations with the
 * same `usage` share one budget. With a `slice`, the function returns `sliceOver` and leaves `usage` as it was when the
 * usage would exceed the slice, but not the budget.
 */
export function evaluateFirst(evaluation: Evaluation): FirstFn {
  return evaluateTo(evaluation, getFirst(evaluation.plan));
}

/** As `evaluateFirst`; an evaluation with a second output fails. */
export function evaluateOnly(evaluation: Evaluation): FirstFn {
  return evaluateTo(evaluation, getOnly(evaluation.plan));
}

function evaluateTo(evaluation: Evaluation, first: ValueFn): FirstFn {
  const evaluate: FirstFn = (input, frame, usage, slice) => {
    if (run.active) return nested(() => evaluate(input, frame, usage, slice));
    begin(evaluation);
    if (slice !== undefined) run.budget = getSlice(evaluation.budget, slice);
    if (usage !== undefined) {
      run.steps = usage.steps;
      run.bytes = usage.bytes;
      run.matching = usage.matching;
    }
    try {
      const output = first(input, frame);
      const value = output === undefined ? undefined : getOutput(evaluation, output);
      if (usage !== undefined) countOn(usage);
      return value;
    } catch (error) {
      if (slice !== undefined && isSliceOver(error, evaluation.budget)) return sliceOver;
      if (usage !== undefined) countOn(usage);
      throw asExpressionError(error, evaluation.budget);
    } finally {
      run.active = false;
    }
  };
  return evaluate;
}

type FirstFn = (input: Json, frame: Frame, usage?: Usage, slice?: Usage) => Json | undefined | SliceOver;

function countOn(usage: Usage): void {
  usage.steps = run.steps;
  usage.bytes = run.bytes;
  usage.matching = run.matching;
}

function getSlice(budget: Budget, slice: Usage): Budget {
  return {
    steps: Math.min(budget.steps, slice.steps),
    bytes: Math.min(budget.bytes, slice.bytes),
    matching: Math.min(budget.matching, slice.matching),
    depth: budget.depth,
  };
}

/** True for the end of a slice; false when the whole budget is used up as well. */
function isSliceOver(error: unknown, budget: Budget): boolean {
  return (
    error instanceof Exhausted && error.counter !== 'depth' && run[error.counter] <= budget[error.counter]
  );
}

/** Checks the size of an output, and replaces numbers that JSON lacks. */
function getOutput({ amplifies }: Evaluation, output: Json): Json {
  if (amplifies) weigh(output);
  return run.nonFinite ? settled(output) : output;
}

/** Counts members as often as they occur: forty steps of `[., .]` cost nothing and print as a terabyte. */
function weigh(value: Json): void {
  const pending: Json[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const members = Array.isArray(next) ? next : Object.values(next);
    charge(1 + (members.length >> 3));
    if (!Array.isArray(next)) chargeWide(members.length, 1);
    for (const member of members) if (typeof member === 'object') pending.push(member);
  }
}

/** Replaces numbers that JSON lacks by those that jq prints for them. */
function settled(value: Json): Json {
  return printable(rebuild(value, (member, container) => container.add(printable(member))));
}

function printable(value: Json): Json {
  if (typeof value !== 'number') return value;
  return Number.isNaN(value) ? null : Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
}

/** Factor by which each run of an iteration asks for more outputs than the run before. */
const GROWTH = 8;

/**
 * Yields all outputs, computed on demand. Compiled programs push their outputs and cannot pause, so an iteration runs
 * the program for one output and, when more are wanted, again for eight times as many. The same input gives the same
 * outputs; the repetition costs a seventh of the work.
 */
export function* evaluateAll(evaluation: Evaluation, input: Json, frame: Frame): Generator<Json, void, void> {
  const iteration: Iteration = { evaluation, input, frame, used: { steps: 0, matching: 0, now: 0 } };
  let start = 0;
  for (let count = 1; ; count *= GROWTH) {
    const { outputs, failure, finished } = runBatch(iteration, start, count);
    yield* outputs;
    if (failure !== undefined) throw failure;
    if (finished) return;
    start = count;
  }
}

interface Iteration {
  readonly evaluation: Evaluation;
  readonly input: Json;
  readonly frame: Frame;
  /** Counters that add up over the runs of the iteration. */
  used: { steps: number; matching: number; now: number };
}

interface Batch {
  readonly outputs: Json[];
  readonly failure: unknown;
  readonly finished: boolean;
}

/** Returns the outputs after the first `start`, up to the `wanted`th. Passes each message of `debug` on only once. */
function runBatch(iteration: Iteration, start: number, maxOutputs: number): Batch {
  if (run.active) return nested(() => runBatch(iteration, start, maxOutputs));
  const { evaluation, input, frame } = iteration;
  const outputs: Json[] = [];
  let count = 0;
  let failure: unknown;
  begin(evaluation);
  Object.assign(run, iteration.used);
  if (start > 0) run.debug = undefined;
  try {
    evaluation.plan.each(input, frame, (value) => {
      if (++count > start) outputs.push(getOutput(evaluation, value));
      if (count === start) run.debug = evaluation.debug;
      return count < maxOutputs ? MORE : STOP;
    });
  } catch (error) {
    failure = asExpressionError(error, evaluation.budget);
  } finally {
    run.active = false;
    const { steps, matching, now } = run;
    iteration.used = { steps, matching, now };
  }
  return { outputs, failure, finished: count < maxOutputs };
}

function begin({ budget, debug }: Evaluation): void {
  run.active = true;
  run.at = 0;
  run.steps = 0;
  run.bytes = 0;
  run.depth = 0;
  run.matching = 0;
  run.now = 0;
  run.nonFinite = false;
  run.budget = budget;
  run.debug = debug;
}

/** Evaluates during another evaluation, whose receiver of `debug` messages asked for it. */
function nested<T>(evaluate: () => T): T {
  const outer = { ...run };
  run.active = false;
  try {
    return evaluate();
  } finally {
    Object.assign(run, outer);
  }
}

/** How far an evaluation went that used up a budget. */
const excess: Readonly<Record<keyof Budget, (limit: number) => string>> = {
  steps: (limit) => `more than ${limit} steps`,
  bytes: (limit) => `more than ${limit} bytes built`,
  matching: (limit) => `more than ${limit} regular-expression steps`,
  depth: (limit) => `calls nested deeper than ${limit}`,
};

function asExpressionError(error: unknown, budget: Budget): unknown {
  if (error instanceof Raised) {
    const { value, at } = error;
    const message = typeof value === 'string' ? value : `(not a string): ${dump(value)}`;
    return new ExpressionError(message, at, 'error', value);
  }
  if (error instanceof Exhausted) {
    const { counter, at } = error;
    const message = `the expression was cut off: ${excess[counter](budget[counter])}`;
    return new ExpressionError(message, at, 'budget');
  }
  if (error instanceof Break) return new ExpressionError('break', run.at, 'error', 'break');
  // The JavaScript stack or the length limit of strings was exceeded before a budget was.
  if (error instanceof RangeError || isEndOfStack(error)) {
    const message = 'the expression was cut off: nested too deeply or too large';
    return new ExpressionError(message, run.at, 'budget');
  }
  return error;
}

/** Calls nested in calls from which on the JavaScript stack may end: with large frames it holds about 600. */
const deep = 300;

/**
 * V8 calls undefined, very rarely, where its stack ends: Node 20 threw the TypeError «undefined is not a function» for a
 * program that ends in a RangeError otherwise. Near the beginning of the stack such an error is one of ours.
 */
function isEndOfStack(error: unknown): boolean {
  return error instanceof TypeError && run.depth > deep;
}
