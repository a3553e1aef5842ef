import { deserialize, serialize } from 'node:v8';
import { startThread, Thread } from '../../concurrency/thread.js';
import { computingThreads, JobLost, ThreadPool } from '../../concurrency/thread-pool.js';
import type { Computation, Computed, ComputedApart, Job } from './computation.js';

/** The budget of an expression is used up long before, even on a busy machine. */
const jobTimeMs = 60_000;
const idleMs = 10_000;
/** Several times what the budget of an expression lets it build, and a stack like that of the event loop. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32, stackSizeMb: 1 };

/** Evaluates expressions in worker threads, which start with the first one. */
export class ExpressionThreads {
  readonly #pool: ThreadPool<Job, Uint8Array>;

  constructor(start = startExpressionThread) {
    this.#pool = new ThreadPool({ threads: computingThreads, idleMs, start });
  }

  /**
   * Resolves with undefined for what no thread can evaluate: an input that cannot be sent, or when a thread broke down or
   * the threads are closed. @throws the reason of the signal
   */
  async evaluate(computation: Computation, signal: AbortSignal): Promise<ComputedApart | undefined> {
    const { program, input, variables, usage } = computation;
    const began = performance.now();
    const data = serialized({ input, variables, usage });
    if (data === undefined) return undefined;
    const sentMs = performance.now() - began;
    const job: Job = { source: program.source, variables: program.variables, data };
    const answer = await this.#pool.run(job, jobTimeMs, signal).catch((error: unknown) => {
      if (error instanceof JobLost) return undefined;
      throw error;
    });
    if (answer === undefined) return undefined;
    const arrived = performance.now();
    const computed = deserialize(answer) as Computed;
    return { ...computed, transferMs: sentMs + performance.now() - arrived };
  }

  /** Ends the threads; what they evaluate is then evaluated by the callers. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}

function startExpressionThread(): Thread<Job, Uint8Array> {
  return new Thread(startThread('controller/flows/threads/expression-thread', { resourceLimits }));
}

/** Undefined for values nested too deeply to be sent. */
function serialized(value: unknown): Uint8Array | undefined {
  try {
    return serialize(value);
  } catch {
    return undefined;
  }
}
