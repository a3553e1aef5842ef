import { DatabaseProcess, type ProcessOptions } from './database-process.js';

/** How long a process that nobody uses is kept; ms. */
const idleFor = 60_000;

/** Up to `size` processes for one database, started when they are needed. */
export class ProcessPool {
  readonly #idle: DatabaseProcess[] = [];
  readonly #all = new Set<DatabaseProcess>();
  readonly #queue: (() => void)[] = [];
  readonly #timers = new Map<DatabaseProcess, NodeJS.Timeout>();
  #busy = 0;

  constructor(
    private readonly size: number,
    private readonly options: ProcessOptions,
  ) {}

  /** A process for the caller alone. @throws the reason of the signal while waiting for one */
  async take(signal: AbortSignal): Promise<DatabaseProcess> {
    signal.throwIfAborted();
    if (this.#busy >= this.size) await this.#turn(signal);
    else this.#busy++;
    const known = this.#idle.pop();
    if (known?.isAlive) {
      clearTimeout(this.#timers.get(known));
      return known;
    }
    const made = new DatabaseProcess(this.options);
    this.#all.add(made);
    try {
      await made.open();
      return made;
    } catch (error) {
      this.give(made);
      throw error;
    }
  }

  give(process: DatabaseProcess): void {
    if (process.isAlive) {
      this.#idle.push(process);
      this.#timers.set(process, setTimeout(() => this.#drop(process), idleFor).unref());
    } else this.#drop(process);
    const next = this.#queue.shift();
    if (next) next();
    else this.#busy--;
  }

  close(): void {
    for (const process of this.#all) this.#drop(process);
  }

  #drop(process: DatabaseProcess): void {
    clearTimeout(this.#timers.get(process));
    this.#timers.delete(process);
    this.#all.delete(process);
    const at = this.#idle.indexOf(process);
    if (at >= 0) this.#idle.splice(at, 1);
    if (process.isAlive) process.kill(new Error('The connection was closed'));
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        const at = this.#queue.indexOf(go);
        if (at >= 0) this.#queue.splice(at, 1);
        reject(signal.reason);
      };
      const go = (): void => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      this.#queue.push(go);
      signal.addEventListener('abort', abort, { once: true });
    });
  }
}
