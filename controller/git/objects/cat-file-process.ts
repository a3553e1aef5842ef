import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { localEnvironment } from '../program/git-program.js';
import { type Answer, BatchOutput } from './cat-file-output.js';

/** Requested ids on their way: enough to keep Git busy, few enough for the pipe. */
const maxAsked = 1_024;
const endWithinMs = 2_000;

interface Request {
  readonly ids: readonly string[];
  readonly answer: (id: string, answer: Answer) => void;
  readonly resolve: () => void;
  readonly reject: (cause: Error) => void;
  asked: number;
  answered: number;
}

/** One `git cat-file --batch`. Keeps svc running only during a request; ends when svc ends, also after a crash. */
export class CatFileProcess {
  readonly #child: ChildProcess;
  readonly #output = new BatchOutput();
  readonly #requests: Request[] = [];
  /** The number of ids of all requests that are written and not answered. */
  #open = 0;
  #death: Error | undefined;
  readonly #ended: Promise<void>;

  constructor(gitDir: string) {
    const args = ['-c', 'core.fsmonitor=false', '--git-dir', gitDir, 'cat-file', '--batch'];
    this.#child = spawn('git', args, { env: localEnvironment(), stdio: ['pipe', 'pipe', 'ignore'] });
    const { stdin, stdout } = this.#child;
    stdout?.on('data', (chunk: Buffer) => this.#take(chunk));
    stdin?.on('error', (cause) => this.#fail(cause));
    this.#ended = new Promise((resolve) => {
      this.#child.once('error', (cause) => {
        this.#fail(cause);
        resolve();
      });
      // `close`, not `exit`: output that it printed before its end counts.
      this.#child.once('close', () => {
        this.#fail(new Error('`git cat-file --batch` has ended'));
        resolve();
      });
    });
    this.#hold(false);
  }

  get isDead(): boolean {
    return this.#death !== undefined;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Requests objects; each is answered once and in order. @throws Error when the process ends before all answers */
  read(ids: readonly string[], answer: Request['answer']): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#death) return reject(this.#death);
      if (ids.length === 0) return resolve();
      this.#requests.push({ ids, answer, resolve, reject, asked: 0, answered: 0 });
      this.#hold(true);
      this.#ask();
    });
  }

  /** Resolves when the process has ended. Open requests fail. */
  async close(): Promise<void> {
    this.#fail(new Error('`git cat-file --batch` has been stopped'));
    this.#child.stdin?.end();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), endWithinMs);
    await this.#ended;
    clearTimeout(timer);
  }

  #ask(): void {
    let lines = '';
    for (const request of this.#requests) {
      while (request.asked < request.ids.length && this.#open < maxAsked) {
        lines += `${request.ids[request.asked]}\n`;
        request.asked += 1;
        this.#open += 1;
      }
    }
    if (lines !== '') this.#child.stdin?.write(lines);
  }

  #take(chunk: Buffer): void {
    try {
      for (const answer of this.#output.push(chunk)) this.#pass(answer);
    } catch (cause) {
      this.#fail(cause as Error);
      this.#child.kill('SIGKILL');
    }
    // Requests are written in larger portions: a write costs more than an id.
    if (this.#open <= maxAsked / 2) this.#ask();
  }

  #pass(answer: Answer): void {
    const [request] = this.#requests;
    const id = request?.ids[request.answered];
    if (this.#death || !request || id === undefined) return;
    request.answered += 1;
    this.#open -= 1;
    request.answer(id, answer);
    if (request.answered < request.ids.length) return;
    this.#requests.shift();
    if (this.#requests.length === 0) this.#hold(false);
    request.resolve();
  }

  #fail(cause: Error): void {
    if (this.#death) return;
    this.#death = cause;
    this.#hold(false);
    for (const { reject } of this.#requests.splice(0)) reject(cause);
  }

  /** Keeps svc running while the process is needed. */
  #hold(isNeeded: boolean): void {
    const { stdin, stdout } = this.#child;
    for (const handle of [this.#child, stdin as Socket | null, stdout as Socket | null]) {
      if (isNeeded) handle?.ref();
      else handle?.unref();
    }
  }
}
