import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { codeRoot, isSource } from '../../schemas/code-root.js';

export class ThreadEnded extends Error {
  override name = 'ThreadEnded';
}

/** A worker thread that does jobs, one at a time. Its first message says that it is ready, each further one is an answer. */
export class Thread<Job, Answer> {
  readonly #worker: Worker;
  /** @throws ThreadEnded */
  readonly ready: Promise<unknown>;
  /** Settles the promise of the current job. */
  #settle: { resolve(answer: unknown): void; reject(error: Error): void } | undefined;
  ended = false;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (answer) => this.#settle?.resolve(answer));
    worker.on('error', (error) => this.#end(error));
    worker.on('exit', () => this.#end(new ThreadEnded('The thread ended')));
    this.ready = this.#next();
    this.ready.catch(() => {});
  }

  /** @throws ThreadEnded, whose cause is the error that ended the thread */
  async run(job: Job): Promise<Answer> {
    this.#worker.ref();
    const answer = this.#next();
    this.#worker.postMessage(job);
    try {
      return (await answer) as Answer;
    } finally {
      // An idle thread must not keep the process alive.
      this.#worker.unref();
    }
  }

  /** Kills the thread and the job in it. */
  async end(): Promise<void> {
    this.#end(new ThreadEnded('The thread was stopped'));
    await this.#worker.terminate();
  }

  #next(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.ended) reject(new ThreadEnded('The thread ended'));
      else this.#settle = { resolve, reject };
    });
  }

  #end(error: Error): void {
    this.ended = true;
    const isOwn = error instanceof ThreadEnded;
    this.#settle?.reject(isOwn ? error : new ThreadEnded(error.message, { cause: error }));
  }
}

/**
 * Starts a thread without the environment and arguments of the service.
 * @param module the path of the thread's module from the folder of the code, without its ending
 */
export function startThread(module: string, options: WorkerOptions): Worker {
  const isolated: WorkerOptions = { env: {}, argv: [], execArgv: [], ...options };
  return isSource
    ? new Worker(loadSource(new URL(`${module}.ts`, codeRoot)), { ...isolated, eval: true })
    : new Worker(new URL(`${module}.js`, codeRoot), isolated);
}

/** Returns code that registers a TypeScript loader first, for threads started from the sources, as in tests. */
function loadSource(file: URL): string {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'));
  const loader = new URL('./dist/esm/api/index.mjs', tsx);
  return `import('${loader}').then(({ register }) => { register(); return import('${file}'); })`;
}
