import type { Json } from '../../schemas/json/types.js';
import { JobLost, ThreadPool } from '../concurrency/thread-pool.js';
import { splitArguments } from './arguments.js';
import { type Code, CodeFault, type CodeLimits, type Outcome } from './contract.js';
import type { Answer, Job, ScriptInput } from './script-messages.js';
import { type ScriptWorker, startScriptWorker } from './script-worker.js';

/** Time after the limit of a script until its thread is killed: some built-ins cannot be interrupted. */
const graceMs = 500;

/** Runs JavaScript in worker threads. */
export class ScriptPool {
  readonly #pool: ThreadPool<Job, Answer>;

  constructor(
    private readonly limits: CodeLimits,
    start: () => ScriptWorker = startScriptWorker,
  ) {
    const { threads, idleMs } = limits;
    this.#pool = new ThreadPool({ threads, idleMs, start });
  }

  /** @throws CodeFault; the reason of the signal */
  async run(code: Code, signal: AbortSignal): Promise<Outcome> {
    const answer = await this.#answer(prepare(code, this.limits), signal);
    const { stdout, stderr } = answer;
    if (answer.kind !== 'done') throw new CodeFault(answer.kind, answer.message, { stdout, stderr });
    const output = answer.json === undefined ? {} : { output: JSON.parse(answer.json) as Json };
    return { stdout, stderr, code: 0, ...output };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #answer(job: Job, signal: AbortSignal): Promise<Answer> {
    const { timeMs } = job.limits;
    try {
      return await this.#pool.run(job, timeMs + graceMs, signal);
    } catch (error) {
      if (!(error instanceof JobLost)) throw error;
      if (error.reason === 'closed') throw new CodeFault('refused', 'The service is stopping');
      if (error.reason === 'late') throw new CodeFault('timeout', `The script ran longer than ${timeMs} ms`);
      const message = 'The sandbox broke down while the script ran';
      throw new CodeFault('limit', message, undefined, { cause: error.cause });
    }
  }
}

function prepare(code: Code, limits: CodeLimits): Job {
  const { positional: argv, named = {} } = splitArguments(code);
  const { arguments: all, environment, stdin } = code;
  const input: ScriptInput = { argv, named, arguments: all, environment, stdin };
  const { timeMs, memoryBytes, output, depth } = limits;
  return {
    code: code.code,
    // Scripts see exact numbers as text: `JSON.stringify` writes their digits so.
    inputJson: JSON.stringify(input),
    limits: { timeMs, memoryBytes, output, depth },
  };
}
