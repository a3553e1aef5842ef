import { ComputationLost, computeInThread, type Eventual, sliceSteps } from '../concurrency/computing.js';
import type { Program } from './compile.js';
import type { ExpressionComputation, ExpressionOutcome } from './expression-computation.js';
import { ExpressionError, sliceOver } from './runtime/evaluate.js';
import type { Json } from './values/json.js';
import { getSurroundings, type Usage } from './values/run.js';

/** The budget of evaluations that belong together, and their slice of the event loop. */
export interface SharedBudget {
  /** The part of the budget that they have used. */
  readonly usage: Usage;
  /** The usage at which the slice ends. */
  slice: Usage;
  /** Ends evaluations in threads. */
  readonly signal?: AbortSignal;
}

/** Bytes that one slice may build: 2 to 4 ms. */
const sliceBytes = 4 * 1024 * 1024;

/** The slice of evaluations that have used nothing. */
export const firstSlice: Usage = Object.freeze(sliceFrom({ steps: 0, bytes: 0, matching: 0 }));

/** Returns a new slice for evaluations that go on from a usage. */
export function sliceFrom({ steps, bytes, matching }: Usage): Usage {
  return { steps: steps + sliceSteps, bytes: bytes + sliceBytes, matching: matching + sliceSteps };
}

export function createSharedBudget(): SharedBudget {
  return { usage: { steps: 0, bytes: 0, matching: 0 }, slice: firstSlice };
}

type Variables = Readonly<Record<string, Json>>;

/**
 * Evaluates a program to its only output, undefined when there is none: on the event loop as far as the slice allows,
 * and else from its start again in a thread, which gives a promise. A second output is an ExpressionError.
 * @throws ExpressionError, as the rejection of the promise too; the reason of the signal
 */
export function evaluateInSlices(
  program: Program,
  input: Json,
  shared: SharedBudget,
  variables: Variables = {},
): Eventual<Json | undefined> {
  const value = program.onlyInSlice(input, variables, shared.usage, shared.slice);
  return value === sliceOver ? evaluateInThread(program, input, shared, variables) : value;
}

/** The treatment of a second output: `only` fails at it, `first` ignores it. */
export type Take = 'only' | 'first';

/**
 * Evaluates a program in a thread. What the caller computes afterwards has a new slice.
 * @param variables those that the program reads, at least
 * @throws ExpressionError, whose cause is a `ComputationLost` where another evaluation may succeed; the reason of the signal
 */
export async function evaluateInThread(
  { source, variables: names, budget }: Pick<Program, 'source' | 'variables' | 'budget'>,
  input: Json,
  shared: SharedBudget,
  variables: Variables = {},
  take: Take = 'only',
): Promise<Json | undefined> {
  const values: Record<string, Json> = {};
  for (const name of names) values[name] = Object.hasOwn(variables, name) ? (variables[name] as Json) : null;
  const now = getSurroundings()?.now();
  const computation = { source, variables: values, budget, input, usage: shared.usage, take, now };
  const { value, failure, usage } = await compute(computation, shared.signal);
  Object.assign(shared.usage, usage);
  shared.slice = sliceFrom(usage);
  if (failure) throw new ExpressionError(failure.message, failure.offset, failure.kind, failure.value);
  return value;
}

async function compute(computation: ExpressionComputation, signal?: AbortSignal): Promise<ExpressionOutcome> {
  try {
    return await computeInThread('controller/expressions/expression-computation', computation, signal);
  } catch (error) {
    if (!(error instanceof ComputationLost)) throw error;
    const lost = new ExpressionError(`the expression was cut off: ${error.message}`, 0, 'budget');
    lost.cause = error;
    throw lost;
  }
}
