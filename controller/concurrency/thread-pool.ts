import { availableParallelism } from 'node:os';
import { type Thread, ThreadEnded } from './thread.js';
import { Semaphore } from './turns.js';

export interface ThreadPoolOptions<Job, Answer> {
  /** Threads at the same time, at most. */
  threads: number;
  /** An unused thread ends after this time, and gives its memory back. */
  idleMs: number;
  start(): Thread<Job, Answer>;
}

/** The threads of a pool for computations: one core stays with the event loop. */
export const computingThreads = Math.max(1, Math.min(4, availableParallelism() - 1));

/** The end of a job without an answer: its time was over, the pool was closed, or its thread broke down. */
export class JobLost extends Error {
  override name = 'JobLost';

  constructor(
    readonly reason: 'late' | 'closed' | 'broken',
    options?: ErrorOptions,
  ) {
    super(`The job was lost: ${reason}`, options);
  }
}

/** Worker threads that start on demand, end when idle and are replaced when they break. Jobs wait in the order of the calls. */
export class ThreadPool<Job, Answer> {
  readonly #places: Semaphore;
  readonly #idle: { thread: Thread<Job, Answer>; timer: NodeJS.Timeout }[] = [];
  readonly #busy = new Set<Thread<Job, Answer>>();
  #isClosed = false;

  constructor(private readonly options: ThreadPoolOptions<Job, Answer>) {
    this.#places = new Semaphore(options.threads);
  }

  /**
   * @param timeMs the time of the job itself, without the waits for a place and for the start of a thread; then its thread
   *   is killed
   * @throws JobLost; the reason of the signal
   */
  run(job: Job, timeMs: number, signal?: AbortSignal): Promise<Answer> {
    return this.#places.run(() => this.#run(job, timeMs, signal), signal);
  }

  /** Kills the threads and the jobs in them. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const threads = [...this.#busy, ...this.#idle.map(({ thread }) => thread)];
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    await Promise.all(threads.map((thread) => thread.end()));
  }

  async #run(job: Job, timeMs: number, signal: AbortSignal | undefined): Promise<Answer> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw new JobLost('closed');
    const thread = this.#take();
    this.#busy.add(thread);
    const kill = () => void thread.end();
    signal?.addEventListener('abort', kill, { once: true });
    let isLate = false;
    let timer: NodeJS.Timeout | undefined;
    try {
      await thread.ready;
      timer = setTimeout(() => {
        isLate = true;
        kill();
      }, timeMs);
      return await thread.run(job);
    } catch (error) {
      signal?.throwIfAborted();
      const cause = error instanceof ThreadEnded ? error.cause : error;
      throw new JobLost(this.#isClosed ? 'closed' : isLate ? 'late' : 'broken', { cause });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
      this.#busy.delete(thread);
      this.#giveBack(thread);
    }
  }

  #take(): Thread<Job, Answer> {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      clearTimeout(idle.timer);
      if (!idle.thread.ended) return idle.thread;
    }
    return this.options.start();
  }

  #giveBack(thread: Thread<Job, Answer>): void {
    if (thread.ended || this.#isClosed) return;
    const timer = setTimeout(() => {
      const at = this.#idle.findIndex((idle) => idle.thread === thread);
      this.#idle.splice(at, 1);
      void thread.end();
    }, this.options.idleMs);
    timer.unref();
    this.#idle.push({ thread, timer });
  }
}
