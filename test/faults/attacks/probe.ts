import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

interface Measured {
  waits: number[];
  refused: number;
}

/** Measures how long `/healthz` takes, from another process. */
export class Probe {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async open(): Promise<Probe> {
    const child = fork(fileURLToPath(new URL('./probe-process.ts', import.meta.url)), {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    await once(child, 'message');
    return new Probe(child);
  }

  start(url: string): void {
    this.#child.send(url);
  }

  /** Resolves with the times since the start, in ms, and the number of requests that failed. */
  async stop(): Promise<Measured> {
    const answer = once(this.#child, 'message');
    this.#child.send('');
    const [measured] = await answer;
    return measured as Measured;
  }

  close(): void {
    this.#child.disconnect();
  }
}
