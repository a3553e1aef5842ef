import type { Json } from '../../schemas/json/types.js';
import { Semaphore } from '../concurrency/semaphore.js';
import { splitArguments } from './arguments.js';
import { type Code, CodeFault, type CodeLimits, type Outcome } from './contract.js';
import type { Answer, Given, Job } from './script-messages.js';
import { ScriptWorker } from './script-worker.js';

/** Time after the limit of a script until its thread is killed: some built-ins cannot be interrupted. */
const graceMs = 500;
const stopping = 'The service is stopping';

/** Runs JavaScript in worker threads, which start on demand, end when idle and are replaced when they break. */
export class ScriptPool {
  readonly #places: Semaphore;
  readonly #idle: { worker: ScriptWorker; timer: NodeJS.Timeout }[] = [];
  readonly #busy = new Set<ScriptWorker>();
  #closed = false;

  constructor(
    private readonly limits: CodeLimits,
    private readonly start: () => ScriptWorker = () => new ScriptWorker(),
  ) {
    this.#places = new Semaphore(limits.threads);
  }

  /** @throws CodeFault; the reason of the signal */
  async run(code: Code, signal: AbortSignal): Promise<Outcome> {
    const answer = await this.#places.run(() => this.#run(prepare(code, this.limits), signal), signal);
    const { stdout, stderr } = answer;
    if (answer.kind !== 'done') throw new CodeFault(answer.kind, answer.message, { stdout, stderr });
    const output = answer.json === undefined ? {} : { output: JSON.parse(answer.json) as Json };
    return { stdout, stderr, code: 0, ...output };
  }

  async close(): Promise<void> {
    this.#closed = true;
    const workers = [...this.#busy, ...this.#idle.map(({ worker }) => worker)];
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    await Promise.all(workers.map((worker) => worker.end()));
  }

  async #run(job: Job, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    if (this.#closed) throw new CodeFault('refused', stopping);
    const worker = this.#take();
    this.#busy.add(worker);
    const kill = () => void worker.end();
    signal.addEventListener('abort', kill, { once: true });
    let late = false;
    let timer: NodeJS.Timeout | undefined;
    try {
      await worker.ready;
      timer = setTimeout(() => {
        late = true;
        kill();
      }, job.limits.timeMs + graceMs);
      return await worker.run(job);
    } catch (error) {
      signal.throwIfAborted();
      if (this.#closed) throw new CodeFault('refused', stopping);
      if (late) throw new CodeFault('timeout', `The script ran longer than ${job.limits.timeMs} ms`);
      const message = 'The sandbox broke down while the script ran';
      throw new CodeFault('limit', message, undefined, { cause: error });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
      this.#busy.delete(worker);
      this.#giveBack(worker);
    }
  }

  #take(): ScriptWorker {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      clearTimeout(idle.timer);
      if (!idle.worker.ended) return idle.worker;
    }
    return this.start();
  }

  #giveBack(worker: ScriptWorker): void {
    if (worker.ended || this.#closed) return;
    const timer = setTimeout(() => {
      const at = this.#idle.findIndex((idle) => idle.worker === worker);
      this.#idle.splice(at, 1);
      void worker.end();
    }, this.limits.idleMs);
    timer.unref();
    this.#idle.push({ worker, timer });
  }
}

function prepare(code: Code, limits: CodeLimits): Job {
  const { positional: argv, named = {} } = splitArguments(code);
  const { arguments: all, environment, stdin } = code;
  const given: Given = { argv, named, arguments: all, environment, stdin };
  const { timeMs, memoryBytes, output, depth } = limits;
  return { code: code.code, given: JSON.stringify(given), limits: { timeMs, memoryBytes, output, depth } };
}
