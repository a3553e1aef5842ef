import { type ComputingAnswer, type ComputingJob, copy, division, restore } from './computing-messages.js';
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
const maxHeapMb = resourceLimits.maxOldGenerationSizeMb + resourceLimits.maxYoungGenerationSizeMb;

/** A thread could not compute: the message says why, as the end of a sentence about the computation. */
export class ComputationLost extends Error {
  override readonly name = 'ComputationLost';
}

/** Tells if a lost computation caused an error: the same computation may succeed another time. */
export function isLoss(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ComputationLost) return true;
  return false;
}

/** Bytes of the arguments of computations that wait for a thread, or are in one. */
const maxWaitingBytes = 256 * 1024 * 1024;
/** The time after which a computation gives its place to others and goes on in one of the places for long ones, in ms. */
const sliceMs = 500;

let pool = createPool();
let waitingBytes = 0;

/**
 * Calls the function `compute` of a module in a thread and returns its result. Argument and result are copied.
 * @param module the path of the module from the folder of the code, without its ending
 * @throws ComputationLost; the reason of the signal
 */
export async function computeInThread<Given, Result>(
  module: string,
  computation: Given,
  signal?: AbortSignal,
  timeMs = defaultTimeMs,
): Promise<Result> {
  const copied = copy(computation, 'input');
  if ('lost' in copied) throw new ComputationLost(copied.lost);
  const { length } = copied.data;
  if (waitingBytes + length > maxWaitingBytes)
    throw new ComputationLost('too many others wait to be computed; try again later');
  waitingBytes += length;
  let answer: ComputingAnswer;
  try {
    answer = await runTwice({ module, input: copied }, timeMs, signal);
  } catch (error) {
    throw error instanceof JobLost ? getErrorReason(error, timeMs) : error;
  } finally {
    waitingBytes -= length;
  }
  if ('lost' in answer) throw new ComputationLost(answer.lost);
  return restore(answer) as Result;
}

/** Ends the threads and what they compute, before the process ends: a thread at work keeps it alive. */
export async function endComputing(): Promise<void> {
  const ended = pool;
  pool = createPool();
  await ended.close();
}

function createPool(): ThreadPool<ComputingJob, ComputingAnswer> {
  return new ThreadPool({
    threads: computingThreads,
    idleMs,
    longJobs: { sliceMs, places: computingThreads },
    start: () => new Thread(startThread('controller/concurrency/computing-thread', { resourceLimits })),
  });
}

/** A thread that broke down may have done so for another computation: once more. */
async function runTwice(job: ComputingJob, timeMs: number, signal?: AbortSignal): Promise<ComputingAnswer> {
  try {
    return await pool.run(job, timeMs, signal);
  } catch (error) {
    if (!(error instanceof JobLost) || error.reason !== 'broken' || error.isOutOfMemory) throw error;
    return pool.run(job, timeMs, signal);
  }
}

function getErrorReason(error: JobLost, timeMs: number): ComputationLost {
  const { reason, cause } = error;
  if (reason === 'late')
    return new ComputationLost(`it took longer than ${timeMs / 1000} seconds${division}`, { cause });
  if (reason === 'closed') return new ComputationLost('svc stops; try again after its start', { cause });
  const message = error.isOutOfMemory
    ? `it needed more than ${maxHeapMb} MB of memory${division}`
    : 'its thread broke down twice; try again later';
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
