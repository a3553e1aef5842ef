import { Semaphore } from '../../../concurrency/turns.js';
import { DatabaseProcess, type ProcessOptions } from './database-process.js';

/** How long an idle process is kept; ms. */
const idleFor = 60_000;

/** Up to `size` processes for one database, started when they are needed. */
export class ProcessPool {
  readonly #idle: DatabaseProcess[] = [];
  readonly #all = new Set<DatabaseProcess>();
  readonly #timers = new Map<DatabaseProcess, NodeJS.Timeout>();
  readonly #places: Semaphore;

  constructor(
    size: number,
    private readonly options: ProcessOptions,
  ) {
    this.#places = new Semaphore(size);
  }

  /** Returns a process for the caller's exclusive use. @throws the signal's reason while waiting for one */
  async take(signal: AbortSignal): Promise<DatabaseProcess> {
    await this.#places.acquire(signal);
    const known = this.#idle.pop();
    if (known?.isAlive) {
      clearTimeout(this.#timers.get(known));
      return known;
    }
    const started = new DatabaseProcess(this.options);
    this.#all.add(started);
    try {
      await started.open();
      return started;
    } catch (error) {
      this.give(started);
      throw error;
    }
  }

  give(process: DatabaseProcess): void {
    if (process.isAlive) {
      this.#idle.push(process);
      this.#timers.set(process, setTimeout(() => this.#drop(process), idleFor).unref());
    } else this.#drop(process);
    this.#places.release();
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
}
