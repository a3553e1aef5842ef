import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { type Answer, BatchOutput } from './batch-output.js';
import { localEnvironment } from './git-program.js';

/** Questions on their way: enough to keep Git busy, few enough for the pipe. */
const MAX_ASKED = 1_024;
const END_WITHIN_MS = 2_000;

interface Request {
  readonly ids: readonly string[];
  readonly answer: (id: string, answer: Answer) => void;
  readonly resolve: () => void;
  readonly reject: (cause: Error) => void;
  asked: number;
  answered: number;
}

/** One `git cat-file --batch`. Lets the program end while nothing is asked of it; ends when svc does, however that ends. */
export class CatFileProcess {
  readonly #child: ChildProcess;
  readonly #output = new BatchOutput();
  readonly #requests: Request[] = [];
  /** Of all requests together, written and not answered yet. */
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
      // `close`, not `exit`: what it printed before it ended counts.
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

  /**
   * Asks for objects, each answered once and in order. Requests of several callers go one after the other.
   *
   * @throws Error when the process ends before all is answered
   */
  read(ids: readonly string[], answer: Request['answer']): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#death) return reject(this.#death);
      if (ids.length === 0) return resolve();
      this.#requests.push({ ids, answer, resolve, reject, asked: 0, answered: 0 });
      this.#hold(true);
      this.#ask();
    });
  }

  /** Resolves when the process has ended. Requests that are going on fail. */
  async close(): Promise<void> {
    this.#fail(new Error('`git cat-file --batch` has been stopped'));
    this.#child.stdin?.end();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), END_WITHIN_MS);
    await this.#ended;
    clearTimeout(timer);
  }

  #ask(): void {
    let lines = '';
    for (const request of this.#requests) {
      while (request.asked < request.ids.length && this.#open < MAX_ASKED) {
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
    // Asked again in larger portions: a write costs more than a question.
    if (this.#open <= MAX_ASKED / 2) this.#ask();
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

  /** Whether svc has to go on running for it. */
  #hold(isNeeded: boolean): void {
    const { stdin, stdout } = this.#child;
    for (const handle of [this.#child, stdin as Socket | null, stdout as Socket | null]) {
      if (isNeeded) handle?.ref();
      else handle?.unref();
    }
  }
}
