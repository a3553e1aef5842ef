import { availableParallelism } from 'node:os';
import { type Thread, ThreadEnded } from './thread.js';
import { Semaphore } from './turns.js';

export interface ThreadPoolOptions<Job, Answer> {
  /** Threads at the same time, at most. */
  threads: number;
  /** An unused thread ends after this time, and gives its memory back. */
  idleMs: number;
  /** The last unused thread ends after this time instead: the next job then need not wait for the start of a thread. */
  lastIdleMs?: number;
  /**
   * Keeps jobs that take long from holding up the others: after `sliceMs`, a job gives its place back and goes on in one of
   * `places` further threads. While all of these are taken, the job is ended, and starts again when its turn comes there.
   */
  longJobs?: { sliceMs: number; places: number };
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

  /** True when the thread ended because the job needed more memory than its limit. */
  get isOutOfMemory(): boolean {
    const { cause } = this;
    return cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
  }
}

interface IdleThread<Job, Answer> {
  thread: Thread<Job, Answer>;
  timer: NodeJS.Timeout;
}

/** The time of a job; at the end of its slice it may have to stop. */
interface Time {
  timeMs: number;
  slice?: { ms: number; goOn(): boolean };
}

/** Worker threads that start on demand, end when idle and are replaced when they break. Jobs wait in the order of the calls. */
export class ThreadPool<Job, Answer> {
  readonly #places: Semaphore;
  readonly #longPlaces: Semaphore;
  readonly #idle: IdleThread<Job, Answer>[] = [];
  readonly #busy = new Set<Thread<Job, Answer>>();
  #isClosed = false;

  constructor(private readonly options: ThreadPoolOptions<Job, Answer>) {
    this.#places = new Semaphore(options.threads);
    this.#longPlaces = new Semaphore(options.longJobs?.places ?? 0);
  }

  /**
   * @param timeMs the time of the job itself, without the waits for a place and for the start of a thread; then its thread
   *   is killed
   * @throws JobLost; the reason of the signal
   */
  run(job: Job, timeMs: number, signal?: AbortSignal): Promise<Answer> {
    const { longJobs } = this.options;
    if (longJobs === undefined) return this.#places.run(() => this.#run(job, { timeMs }, signal), signal);
    return this.#runInSlice(job, timeMs, longJobs.sliceMs, signal);
  }

  /** Kills the threads and the jobs in them. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const threads = [...this.#busy, ...this.#idle.map(({ thread }) => thread)];
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    await Promise.all(threads.map((thread) => thread.end()));
  }

  async #runInSlice(job: Job, timeMs: number, sliceMs: number, signal?: AbortSignal): Promise<Answer> {
    await this.#places.acquire(signal);
    let place = this.#places;
    let isSliceOver = false;
    /** Tells whether the job may go on, in a place for long jobs. */
    const goOn = (): boolean => {
      isSliceOver = !this.#longPlaces.hasFreePlace;
      if (isSliceOver) return false;
      // A free place is taken at once.
      void this.#longPlaces.acquire();
      place.release();
      place = this.#longPlaces;
      return true;
    };
    try {
      return await this.#run(job, { timeMs, slice: { ms: Math.min(sliceMs, timeMs), goOn } }, signal);
    } catch (error) {
      if (!isSliceOver || signal?.aborted || this.#isClosed) throw error;
    } finally {
      place.release();
    }
    return this.#longPlaces.run(() => this.#run(job, { timeMs }, signal), signal);
  }

  async #run(job: Job, { timeMs, slice }: Time, signal: AbortSignal | undefined): Promise<Answer> {
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
      const end = () => {
        isLate = true;
        kill();
      };
      const endSlice = () => {
        if (slice?.goOn()) timer = setTimeout(end, timeMs - slice.ms);
        else end();
      };
      timer = slice ? setTimeout(endSlice, slice.ms) : setTimeout(end, timeMs);
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
    const { idleMs, lastIdleMs = idleMs } = this.options;
    const idle = { thread, timer: setTimeout(() => leave(), idleMs).unref() };
    const leave = (): void => {
      const isLast = this.#idle.length === 1 && lastIdleMs > idleMs;
      if (isLast) idle.timer = setTimeout(() => this.#endIdle(idle), lastIdleMs - idleMs).unref();
      else this.#endIdle(idle);
    };
    this.#idle.push(idle);
  }

  #endIdle(idle: IdleThread<Job, Answer>): void {
    this.#idle.splice(this.#idle.indexOf(idle), 1);
    void idle.thread.end();
  }
}
