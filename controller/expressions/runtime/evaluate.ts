import { ExpressionError } from '../errors.js';
import { type Json, type JsonObject, setProperty } from '../json.js';
import { dump } from '../values/dump.js';
import type { Budget } from './budget.js';
import { type Frame, MORE, type Plan, STOP } from './plan.js';
import { Break, charge, Exhausted, Raised, run } from './run.js';

/** What it takes to evaluate a program. */
export interface Evaluate {
  readonly plan: Plan;
  readonly budget: Budget;
  readonly debug: ((message: Json) => void) | undefined;
}

/** How many outputs the first and each further run of an iteration asks for. */
const FIRST_BATCH = 1;
const GROWTH = 8;

/**
 * All outputs, as they are asked for. Compiled programs push their outputs and cannot pause, so an
 * iteration runs the program for one output and, when more are wanted, again for eight times as many:
 * the same input gives the same outputs, at a seventh more work.
 */
function* all(program: Evaluate, input: Json, open: () => Frame): Generator<Json, void, void> {
  const account = { steps: 0, bytes: 0, matching: 0, now: Date.now() };
  let given = 0;
  for (let wanted = FIRST_BATCH; ; wanted *= GROWTH) {
    const batch: Json[] = [];
    let count = 0;
    let failure: unknown;
    let finished = true;
    try {
      guarded(program, given === 0 ? program.debug : undefined, account, () => {
        program.plan.each(input, open(), (value) => {
          if (++count > given) batch.push(settled(value));
          finished = count < wanted;
          return finished ? MORE : STOP;
        });
      });
    } catch (error) {
      failure = error;
      finished = true;
    }
    yield* batch;
    if (failure !== undefined) throw failure;
    if (finished) return;
    given = count;
  }
}

function first(program: Evaluate, input: Json, frame: Frame): Json | undefined {
  const { plan } = program;
  return guarded(program, program.debug, undefined, () => {
    if (plan.kind !== 'many') {
      const value = plan.value(input, frame);
      return value === undefined ? undefined : settled(value);
    }
    let found: Json | undefined;
    plan.each(input, frame, (value) => {
      found = settled(value);
      return STOP;
    });
    return found;
  });
}

/** The value as it leaves: numbers that JSON lacks become what jq prints for them. */
function settled(value: Json): Json {
  if (!run.nonFinite) return value;
  if (typeof value === 'number') return printable(value);
  return typeof value === 'object' && value !== null ? withPrintable(value) : value;
}

function printable(value: number): Json {
  if (Number.isNaN(value)) return null;
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
}

/** The same container where nothing needs to change, so that plain documents are not copied. */
function withPrintable(container: Json[] | JsonObject): Json {
  charge(1);
  if (Array.isArray(container)) {
    const items = container.map(settled);
    return items.some((item, index) => item !== container[index]) ? items : container;
  }
  const changed = Object.entries(container).flatMap(([key, member]) => {
    const now = settled(member);
    return now === member ? [] : [[key, now] as const];
  });
  if (changed.length === 0) return container;
  const copy = { ...container };
  for (const [key, member] of changed) setProperty(copy, key, member);
  return copy;
}

interface Account {
  steps: number;
  bytes: number;
  matching: number;
  now: number;
}

/** Runs `body` with a fresh budget, or what is left of `account`, and turns what it throws into errors. */
function guarded<T>(
  program: Evaluate,
  debug: Evaluate['debug'],
  account: Account | undefined,
  body: () => T,
): T {
  const outer = { ...run };
  run.at = 0;
  run.steps = account?.steps ?? 0;
  run.bytes = 0;
  run.matching = account?.matching ?? 0;
  run.depth = 0;
  run.nonFinite = false;
  run.now = account?.now ?? Date.now();
  run.budget = program.budget;
  run.debug = debug;
  try {
    return body();
  } catch (error) {
    throw asExpressionError(error);
  } finally {
    if (account !== undefined) {
      account.steps = run.steps;
      account.matching = run.matching;
    }
    Object.assign(run, outer);
  }
}

function asExpressionError(error: unknown): unknown {
  if (error instanceof Raised) {
    const { value, at } = error;
    const message = typeof value === 'string' ? value : `(not a string): ${dump(value)}`;
    return new ExpressionError(message, at, 'error', value);
  }
  if (error instanceof Exhausted)
    return new ExpressionError(`the expression was cut off: ${error.message}`, error.at, 'budget');
  if (error instanceof Break) return new ExpressionError('break', run.at, 'error', 'break');
  // The JavaScript stack or a string ran out before our own counters did.
  if (error instanceof RangeError)
    return new ExpressionError(
      'the expression was cut off: nested too deeply or too large',
      run.at,
      'budget',
    );
  return error;
}

export const outputs = { all, first };
