import type { ResourceLimits, Worker } from 'node:worker_threads';
import { Thread } from '../../concurrency/thread.js';
import { computingThreads, JobLost, ThreadPool } from '../../concurrency/thread-pool.js';
import { Problem } from '../../problems/index.js';
import { type AnalysisLimits, tooCostly } from '../parse/analyse.js';
import type { OtherThreads, UnreadFile } from '../parse/analyses.js';
import { conclude, type StoredAnalysis, tooCostlyMessage } from '../parse/analysis.js';
import type { TextFault } from '../rules/finding.js';
import { type TextAnswer, textOfAnswer, textWith, type WantedText } from './file-texts.js';
import type { AnalysisAnswer, AnalysisJob, Answer, CheckJob, Job, ThreadData } from './messages.js';

/** Bytes of the files in one job. */
const jobSize = 256 * 1024;
/** Characters of definitions and files that the event loop writes in a few milliseconds. */
const smallText = 16 * 1024;
/** The time of one job. */
const jobTimeMs = 20_000;
const idleMs = 10_000;
/** Enough for a file of a mebibyte with as many parts as are allowed. */
const resourceLimits: ResourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/** Starts a thread that calls `answerJobs`. */
export type StartAnalysisThread = (options: {
  workerData: ThreadData;
  resourceLimits: ResourceLimits;
}) => Worker;

/**
 * Analyses files in worker threads, so that the event loop stays free. Calls take turns: each waits again before each of
 * its jobs, so that one with many files delays the others by a job. A file whose analysis takes too much time or memory
 * gets a finding in its place.
 */
export class AnalysisThreads implements OtherThreads {
  readonly #pool: ThreadPool<Job, Answer>;

  constructor(
    start: StartAnalysisThread,
    private readonly limits: AnalysisLimits,
    private readonly timeMs = jobTimeMs,
  ) {
    this.#pool = new ThreadPool({
      threads: computingThreads,
      idleMs,
      start: () => new Thread(start({ workerData: { limits }, resourceLimits })),
    });
  }

  /** Returns the analyses in the order of the files. @throws JobLost when the threads are closed or cannot start */
  async analyse(files: readonly UnreadFile[]): Promise<StoredAnalysis[]> {
    const analyses: StoredAnalysis[] = [];
    for (const job of jobsOf(files)) analyses.push(...(await this.#answer(job)));
    return analyses;
  }

  /**
   * Returns the text of a file with the wanted definition; a small one is made here.
   * @throws Problem entity_file_unreadable, entity_invalid; JobLost as `analyse`
   */
  async textWith(wanted: WantedText): Promise<string> {
    const definition = JSON.stringify(wanted.definition);
    if (Math.max(definition.length, wanted.source?.length ?? 0) < smallText) return textWith(wanted);
    try {
      const job = { text: { ...wanted, definition } };
      return textOfAnswer((await this.#pool.run(job, this.timeMs)) as TextAnswer);
    } catch (error) {
      if (!isTooCostly(error)) throw error;
      throw new Problem('entity_invalid', 'The definition needs too much time or memory to be written.', {
        hints: ['Split it.'],
      });
    }
  }

  /** Checks a text in a file of its own. @throws JobLost as `analyse` */
  async check(job: CheckJob): Promise<readonly TextFault[]> {
    try {
      return (await this.#pool.run(job, this.timeMs)) as readonly TextFault[];
    } catch (error) {
      if (!isTooCostly(error)) throw error;
      return [{ rule: 'file-unreadable', offset: 0, message: tooCostlyMessage, hint: 'Split it.' }];
    }
  }

  /** Ends the threads, and the analyses under way. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  async #answer(job: AnalysisJob): Promise<AnalysisAnswer> {
    try {
      return (await this.#pool.run({ files: job }, this.timeMs)) as AnalysisAnswer;
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
  if (!(error instanceof JobLost)) return false;
  const { reason, cause } = error;
  const isOutOfMemory =
    cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return reason === 'late' || isOutOfMemory;
}

/** Splits files into jobs of about the same size; a larger file is a job of its own. */
function* jobsOf(files: readonly UnreadFile[]): Generator<AnalysisJob> {
  let job: UnreadFile[] = [];
  let size = 0;
  for (const file of files) {
    if (job.length > 0 && size + file.bytes.length > jobSize) {
      yield job;
      job = [];
      size = 0;
    }
    job.push(file);
    size += file.bytes.length;
  }
  if (job.length > 0) yield job;
}
