import type { JournalEntry } from './journal.js';

/** Who follows which run: journal entries as they happen, and the end. Costs nothing for a run nobody follows. */
export class Live {
  readonly #listeners = new Map<string, Set<Listener>>();

  publish(runId: string, entry: JournalEntry): void {
    const listeners = this.#listeners.get(runId);
    if (listeners) for (const listener of listeners) listener.entry?.(entry);
  }

  /** The run's final state is durable. */
  end(runId: string): void {
    const listeners = this.#listeners.get(runId);
    if (listeners) for (const listener of [...listeners]) listener.ended?.();
  }

  listen(runId: string, listener: Listener): () => void {
    let listeners = this.#listeners.get(runId);
    if (!listeners) {
      listeners = new Set();
      this.#listeners.set(runId, listeners);
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(runId) === listeners) this.#listeners.delete(runId);
    };
  }
}

interface Listener {
  entry?(entry: JournalEntry): void;
  ended?(): void;
}
