import { deserialize, serialize } from 'node:v8';
import { startThread, Thread } from './thread.js';
import { computingThreads, JobLost, ThreadPool } from './thread-pool.js';

// Computations whose cost a caller decides: the first slice of each runs on the event loop, and one that needs more starts
// again in a thread. A process has one event loop and one set of processors: hence module state instead of a class.

/**
 * The work that one computation may do on the event loop: steps of the computation, each about 40 ns, so about a
 * millisecond on a quiet machine and less than 10 ms on a busy one.
 */
export const sliceSteps = 25_000;

/** The time that a computation has in a thread, in ms; its own budget is used up long before, even on a busy machine. */
const defaultTimeMs = 20_000;
const idleMs = 10_000;
/** Several times what the budget of an expression lets it build, and a stack like that of the event loop. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32, stackSizeMb: 1 };

/** One computation for a thread. */
export interface ComputingJob {
  /** The path of the module with the function `compute`, from the folder of the code, without its ending. */
  readonly module: string;
  /** The argument of `compute`, as V8 serializes it; so is the answer, undefined for one that cannot be copied. */
  readonly data: Uint8Array;
}

/** A thread could not compute: the message says why, as the end of a sentence about the computation. */
export class ComputationLost extends Error {
  override readonly name = 'ComputationLost';
}

const pool = new ThreadPool<ComputingJob, Uint8Array | undefined>({
  threads: computingThreads,
  idleMs,
  start: () => new Thread(startThread('controller/concurrency/computing-thread', { resourceLimits })),
});

/**
 * Calls the function `compute` of a module in a thread and returns its result. Argument and result are copied.
 * @param module the path of the module from the folder of the code, without its ending
 * @throws ComputationLost; the reason of the signal
 */
export async function computeInThread<Given, Result>(
  module: string,
  given: Given,
  signal?: AbortSignal,
  timeMs = defaultTimeMs,
): Promise<Result> {
  const data = toBytes(given);
  let answer: Uint8Array | undefined;
  try {
    answer = await pool.run({ module, data }, timeMs, signal);
  } catch (error) {
    throw error instanceof JobLost ? lost(error, timeMs) : error;
  }
  if (answer === undefined) throw new ComputationLost('its result is nested too deeply');
  return deserialize(answer) as Result;
}

function toBytes(given: unknown): Uint8Array {
  try {
    return serialize(given);
  } catch (cause) {
    throw new ComputationLost('its input is nested too deeply', { cause });
  }
}

function lost({ reason, cause }: JobLost, timeMs: number): ComputationLost {
  const isOutOfMemory =
    cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
  const message =
    reason === 'late'
      ? `it took longer than ${timeMs / 1000} seconds`
      : isOutOfMemory
        ? 'it needed too much memory'
        : 'its thread broke down';
  return new ComputationLost(message, { cause });
}

/** A value that is at hand, or one that a thread still computes. */
export type Eventual<Value> = Value | Promise<Value>;

/** Uses a value: at once when it is at hand, so that no turn of the event loop passes, and else when it is computed. */
export function whenReady<Value, Result>(
  value: Eventual<Value>,
  use: (value: Value) => Eventual<Result>,
): Eventual<Result> {
  return value instanceof Promise ? value.then(use) : use(value);
}

/** Gives the results of computations that share a budget, one after the other. */
export function inSequence<Item, Result>(
  items: readonly Item[],
  compute: (item: Item) => Eventual<Result>,
): Eventual<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    const result = compute(item);
    if (result instanceof Promise) return completeSequence(results, result, items.slice(index + 1), compute);
    results.push(result);
  }
  return results;
}

async function completeSequence<Item, Result>(
  results: Result[],
  next: Promise<Result>,
  others: readonly Item[],
  compute: (item: Item) => Eventual<Result>,
): Promise<Result[]> {
  results.push(await next);
  for (const item of others) results.push(await compute(item));
  return results;
}
