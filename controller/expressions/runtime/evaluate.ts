import { ExpressionError } from '../errors.js';
import type { Json } from '../json.js';
import { dump } from '../values/dump.js';
import { settled, weigh } from '../values/settle.js';
import type { Budget } from './budget.js';
import { Frame, MORE, type Plan, STOP } from './plan.js';
import { Break, Exhausted, Raised, run } from './run.js';

/** What it takes to evaluate a program. */
export interface Evaluation {
  readonly plan: Plan;
  /** Whether outputs may be larger by orders of magnitude than what was done to make them. */
  readonly amplifies: boolean;
  readonly budget: Budget;
  readonly debug: ((message: Json) => void) | undefined;
}

/** What one evaluation has used; an iteration carries it from run to run. */
interface Account {
  steps: number;
  matching: number;
  now: number;
}

/** The first output, or undefined when there is none. */
export function evaluateFirst(evaluation: Evaluation, input: Json, frame: Frame): Json | undefined {
  if (run.active) return nested(() => evaluateFirst(evaluation, input, frame));
  const { plan } = evaluation;
  begin(evaluation);
  try {
    const output = plan.kind === 'many' ? firstOf(plan, input, frame) : plan.value(input, frame);
    return output === undefined ? undefined : leaving(evaluation, output);
  } catch (error) {
    throw asExpressionError(error);
  } finally {
    run.active = false;
  }
}

/** What the caller gets for an output. */
function leaving({ amplifies }: Evaluation, output: Json): Json {
  if (amplifies) weigh(output);
  return run.nonFinite ? settled(output) : output;
}

function firstOf(plan: Plan, input: Json, frame: Frame): Json | undefined {
  let found: Json | undefined;
  plan.each(input, frame, (value) => {
    found = value;
    return STOP;
  });
  return found;
}

/** How many times the outputs of one run of an iteration the next one asks for. */
const GROWTH = 8;

/**
 * All outputs, as they are asked for. Compiled programs push their outputs and cannot pause, so an
 * iteration runs the program for one output and, when more are wanted, again for eight times as many:
 * the same input gives the same outputs, at a seventh more work.
 */
export function* evaluateAll(evaluation: Evaluation, input: Json, frame: Frame): Generator<Json, void, void> {
  const account: Account = { steps: 0, matching: 0, now: 0 };
  let given = 0;
  for (let wanted = 1; ; wanted *= GROWTH) {
    const { outputs, failure, finished } = runBatch(evaluation, input, frame, account, given, wanted);
    yield* outputs;
    if (failure !== undefined) throw failure;
    if (finished) return;
    given = wanted;
  }
}

interface Batch {
  readonly outputs: Json[];
  readonly failure: unknown;
  readonly finished: boolean;
}

/** The outputs after the first `given`, up to the `wanted`th. Messages of `debug` are not given twice. */
function runBatch(
  evaluation: Evaluation,
  input: Json,
  frame: Frame,
  account: Account,
  given: number,
  wanted: number,
): Batch {
  if (run.active) return nested(() => runBatch(evaluation, input, frame, account, given, wanted));
  const outputs: Json[] = [];
  let count = 0;
  let failure: unknown;
  begin(evaluation);
  run.steps = account.steps;
  run.matching = account.matching;
  run.now = account.now;
  run.debug = given === 0 ? evaluation.debug : undefined;
  try {
    evaluation.plan.each(input, frame, (value) => {
      if (++count > given) outputs.push(leaving(evaluation, value));
      if (count === given) run.debug = evaluation.debug;
      return count < wanted ? MORE : STOP;
    });
  } catch (error) {
    failure = asExpressionError(error);
  } finally {
    run.active = false;
    account.steps = run.steps;
    account.matching = run.matching;
    account.now = run.now;
  }
  return { outputs, failure, finished: count < wanted };
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

/** Evaluates while another evaluation, whose `debug` receiver asked for it, is under way. */
function nested<T>(evaluate: () => T): T {
  const outer = { ...run };
  run.active = false;
  try {
    return evaluate();
  } finally {
    Object.assign(run, outer);
  }
}

function asExpressionError(error: unknown): unknown {
  if (error instanceof Raised) {
    const { value, at } = error;
    return new ExpressionError(
      typeof value === 'string' ? value : `(not a string): ${dump(value)}`,
      at,
      'error',
      value,
    );
  }
  if (error instanceof Exhausted) {
    return new ExpressionError(`the expression was cut off: ${error.message}`, error.at, 'budget');
  }
  if (error instanceof Break) return new ExpressionError('break', run.at, 'error', 'break');
  // The JavaScript stack, or the room for a string, ran out before our own counters did.
  if (error instanceof RangeError) {
    return new ExpressionError(
      'the expression was cut off: nested too deeply or too large',
      run.at,
      'budget',
    );
  }
  return error;
}

/** The frame of a program that keeps nothing in it. */
export const EMPTY_FRAME = new Frame(undefined, []);
