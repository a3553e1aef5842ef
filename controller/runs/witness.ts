import type { Write } from '../storage/index.js';
import type { Closure } from './closure.js';
import type { JournalEntry } from './journal.js';
import type { RunState } from './state.js';

/** Sees what runs write down: events and traces are made of it. */
export interface RunWitness {
  /** Whether anybody wants to know; asked before each write. */
  readonly isHeard: boolean;
  /** Writes that go with the entries, and what to do when they are on disk. */
  see(
    run: RunState,
    closure: Closure,
    entries: readonly JournalEntry[],
  ): { writes: readonly Write[]; tell(): void };
}
