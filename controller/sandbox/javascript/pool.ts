import type { Json } from '../../../schemas/json.js';
import { argumentText } from '../arguments.js';
import { type Code, CodeFault, type Outcome } from '../contract.js';
import type { CodeLimits } from '../limits.js';
import { Slots } from '../slots.js';
import type { Answer, Given, Job } from './messages.js';
import { ScriptWorker } from './worker.js';

/** How much longer than it may a script can go on before its thread is killed: some built-ins cannot be interrupted. */
const graceMs = 500;
const stopping = 'The service is stopping';

/** Runs JavaScript in worker threads: started with the first script, ended when idle, replaced when they break. */
export class ScriptPool {
  readonly #slots: Slots;
  readonly #idle: { worker: ScriptWorker; timer: NodeJS.Timeout }[] = [];
  readonly #busy = new Set<ScriptWorker>();
  #closed = false;

  constructor(
    private readonly limits: CodeLimits,
    private readonly start: () => ScriptWorker = () => new ScriptWorker(),
  ) {
    this.#slots = new Slots(limits.threads);
  }

  /** @throws CodeFault; the reason of the signal */
  async run(code: Code, signal: AbortSignal): Promise<Outcome> {
    const answer = await this.#slots.within(signal, () => this.#run(prepare(code, this.limits), signal));
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
      this.#idle.splice(
        this.#idle.findIndex((idle) => idle.worker === worker),
        1,
      );
      void worker.end();
    }, this.limits.idleMs);
    timer.unref();
    this.#idle.push({ worker, timer });
  }
}

function prepare(code: Code, limits: CodeLimits): Job {
  const positional = Array.isArray(code.arguments);
  const given: Given = {
    argv: positional ? (code.arguments as readonly Json[]).map(argumentText) : [],
    named: positional ? {} : code.arguments,
    arguments: code.arguments,
    environment: code.environment,
    stdin: code.stdin,
  };
  const { timeMs, memoryBytes, output, depth } = limits;
  return { code: code.code, given: JSON.stringify(given), limits: { timeMs, memoryBytes, output, depth } };
}
