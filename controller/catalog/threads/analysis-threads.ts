import type { ResourceLimits, Worker } from 'node:worker_threads';
import { toJsonText } from '../../../schemas/json/json-text.js';
import { Thread } from '../../concurrency/thread.js';
import { computingThreads, JobLost, ThreadPool } from '../../concurrency/thread-pool.js';
import { Problem } from '../../problems/index.js';
import { type AnalysisLimits, tooCostly } from '../parse/analyse.js';
import type { OtherThreads, UnreadFile } from '../parse/analyses.js';
import { conclude, type StoredAnalysis, tooCostlyMessage } from '../parse/analysis.js';
import type { TextFault } from '../rules/finding.js';
import { type TextAnswer, textOfAnswer, type WantedText } from './file-texts.js';
import type {
  AnalysisAnswer,
  AnalysisJob,
  Answer,
  CheckAnswer,
  CheckJob,
  Job,
  ThreadData,
  TolerantAnswer,
} from './messages.js';

/** Bytes of the files in one job. */
const jobSize = 256 * 1024;
/** The time of one job. */
const jobTimeMs = 20_000;
/** Then a job goes on in a thread for long ones, so that those of other callers have their turn. */
const sliceMs = 1_000;
const idleMs = 10_000;
/** One thread stays for the next write: starting it takes as long as hundreds of writes. */
const lastIdleMs = 10 * 60_000;
/** Several times what the budget of an expression lets an example build: its finding must name the example. */
const resourceLimits: ResourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };

/** Starts a thread that calls `answerJobs`. */
export interface StartAnalysisThread {
  (options: { workerData: ThreadData; resourceLimits: ResourceLimits }): Worker;
  /** Equal for functions that start the same threads: catalogs of one process share these. */
  readonly program?: string;
}

/** The pools of threads that catalogs share, by program and limits; unused threads end by themselves. */
const sharedPools = new Map<string, ThreadPool<Job, Answer>>();

/**
 * Analyses files in worker threads, so that the event loop stays free. Calls take turns: each waits again before each of
 * its jobs, so that one with many files delays the others by a job, and one with costly files by a second. A file whose
 * analysis takes too much time or memory gets a finding in its place.
 */
export class AnalysisThreads implements OtherThreads {
  readonly #pool: ThreadPool<Job, Answer>;
  readonly #closing = new AbortController();
  readonly #isShared: boolean;

  constructor(
    start: StartAnalysisThread,
    private readonly limits: AnalysisLimits,
    private readonly timeMs = jobTimeMs,
  ) {
    const { program } = start;
    this.#isShared = program !== undefined;
    const key = `${program}\n${JSON.stringify(limits)}`;
    const pools = this.#isShared ? sharedPools.get(key) : undefined;
    this.#pool =
      pools ??
      new ThreadPool({
        threads: computingThreads,
        idleMs,
        lastIdleMs,
        longJobs: { sliceMs, places: computingThreads },
        start: () => new Thread(start({ workerData: { limits }, resourceLimits })),
      });
    if (this.#isShared) sharedPools.set(key, this.#pool);
  }

  /** Returns the analyses in the order of the files. @throws JobLost when the threads are closed or cannot start */
  async analyse(files: readonly UnreadFile[], lanes = 1): Promise<StoredAnalysis[]> {
    const jobs = getJobs(files);
    const answers: AnalysisAnswer[] = [];
    let next = 0;
    const work = async (): Promise<void> => {
      for (let at = next++; at < jobs.length; at = next++) answers[at] = await this.#answer(jobs[at] ?? []);
    };
    await Promise.all(Array.from({ length: Math.min(lanes, jobs.length) }, work));
    return answers.flat();
  }

  /**
   * Analyses a file in spite of its errors; undefined when nothing that works can be made of it.
   * @throws JobLost as `analyse`
   */
  async analyseTolerantly(path: string, text: string): Promise<StoredAnalysis | undefined> {
    try {
      const { analysis } = (await this.#run({ tolerated: { path, text } })) as TolerantAnswer;
      return analysis;
    } catch (error) {
      if (!isTooCostly(error)) throw error;
      return undefined;
    }
  }

  /**
   * Returns the text of a file with the wanted definition.
   * @throws Problem entity_file_unreadable, entity_invalid; JobLost as `analyse`
   */
  async textWith(request: WantedText): Promise<string> {
    const definition = toJsonText(request.definition);
    try {
      const job = { text: { ...request, definition } };
      return textOfAnswer((await this.#run(job)) as TextAnswer);
    } catch (error) {
      if (!isTooCostly(error)) throw error;
      throw new Problem('entity_invalid', 'The definition needs too much time or memory to be written.', {
        hints: ['Split it.'],
      });
    }
  }

  /** Checks texts in files of their own; returns the faults of each, in their order. @throws JobLost as `analyse` */
  async check(texts: readonly CheckJob[]): Promise<(readonly TextFault[])[]> {
    const faults: (readonly TextFault[])[] = [];
    for (const checks of inJobs(texts, ({ content }) => content.length))
      faults.push(...(await this.#getFaults(checks)));
    return faults;
  }

  async #getFaults(checks: readonly CheckJob[]): Promise<CheckAnswer> {
    try {
      return (await this.#run({ checks })) as CheckAnswer;
    } catch (error) {
      if (!isTooCostly(error)) throw error;
    }
    if (checks.length === 1)
      return [[{ rule: 'file-unreadable', offset: 0, message: tooCostlyMessage, hint: 'Split it.' }]];
    // One of the texts is too costly; the others must not suffer.
    const faults: (readonly TextFault[])[] = [];
    for (const check of checks) faults.push(...(await this.#getFaults([check])));
    return faults;
  }

  /** Ends the analyses under way, and the threads that no other catalog uses. */
  async close(): Promise<void> {
    this.#closing.abort(new JobLost('closed'));
    if (!this.#isShared) await this.#pool.close();
  }

  #run(job: Job): Promise<Answer> {
    return this.#pool.run(job, this.timeMs, this.#closing.signal);
  }

  async #answer(job: AnalysisJob): Promise<AnalysisAnswer> {
    try {
      return (await this.#run({ files: job })) as AnalysisAnswer;
    } catch (error) {
      if (!isTooCostly(error)) throw error;
    }
    const [file] = job;
    if (file && job.length === 1) return [conclude(tooCostly(file.bytes, this.limits))];
    // One of the files is too costly; the others must not suffer.
    const answers: StoredAnalysis[] = [];
    for (const each of job) answers.push(...(await this.#answer([each])));
    return answers;
  }
}

function isTooCostly(error: unknown): boolean {
  return error instanceof JobLost && (error.reason === 'late' || error.isOutOfMemory);
}

/** The files in jobs, without the memory around them: a message to a thread contains the whole of it. */
function getJobs(files: readonly UnreadFile[]): AnalysisJob[] {
  const alone = files.map(({ path, bytes }) => ({ path, bytes: isPart(bytes) ? bytes.slice() : bytes }));
  return inJobs(alone, ({ bytes }) => bytes.length);
}

/** True for a small part of a buffer. A `Buffer` of a few bytes is one too, of a buffer that is as quickly copied. */
function isPart(bytes: Uint8Array): boolean {
  return bytes.buffer.byteLength > 2 * bytes.length + 16 * 1024;
}

/** Splits work into jobs of about the same size; a larger part is a job of its own. */
function inJobs<Part>(parts: readonly Part[], measureSize: (part: Part) => number): Part[][] {
  const jobs: Part[][] = [];
  let size = Infinity;
  for (const part of parts) {
    size += measureSize(part);
    if (size > jobSize) {
      jobs.push([]);
      size = measureSize(part);
    }
    jobs.at(-1)?.push(part);
  }
  return jobs;
}
