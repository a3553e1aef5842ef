import type { Write, WriteUnit } from '../storage/index.js';
import type { Sealing } from '../vault/contract.js';
import type { Closure } from './closure.js';
import type { JournalEntry, Recorded } from './journal.js';
import { JournalBuffer, type NewEntry } from './journal-buffer.js';
import type { RunStore } from './run-store.js';
import type { RunState } from './state.js';
import type { RunWitness } from './witness.js';

export interface LedgerOptions {
  store: RunStore;
  commit(unit: WriteUnit): Promise<void>;
  readonly sealing: Sealing;
  publish(runId: string, entry: JournalEntry): void;
  /** Characters. */
  logLimit: number;
  /** Who hears of what runs do; left out, nobody does. */
  readonly witness?: RunWitness | undefined;
}

/**
 * What of one run is on its way to the disk: its row, its journal, its documents. Everything that happened until a
 * flush is collected goes in one write; a run that ends before its first flush costs one insert.
 */
export class Ledger implements WriteUnit {
  readonly #buffer: JournalBuffer;
  #rowChanged = false;
  #decisionsPending = false;
  #flushing: Promise<void> | undefined;
  #broken = false;
  #tell: (() => void) | undefined;

  /**
   * @param stored whether the run's row is in the database
   * @param recorded what the journal in the database comes to
   */
  constructor(
    private readonly options: LedgerOptions,
    private readonly state: RunState,
    private readonly closure: Closure,
    private stored: boolean,
    recorded: Pick<Recorded, 'lastSeq' | 'logSize'>,
  ) {
    this.#buffer = new JournalBuffer(recorded, options.logLimit, options.sealing, (entry) =>
      options.publish(state.id, entry),
    );
  }

  /** True once a write has failed: what is on disk is all there will be, and the next start goes on from it. */
  get isBroken(): boolean {
    return this.#broken;
  }

  /** Whether the outside may see what the run does next: it is accepted, and no decision hangs in the air. */
  get isSettled(): boolean {
    return this.stored && !this.#decisionsPending;
  }

  rowChanged(): void {
    this.#rowChanged = true;
  }

  append(entry: NewEntry): void {
    this.#buffer.append(entry);
    if (entry.t === 'value') this.#decisionsPending = true;
  }

  pending(): readonly JournalEntry[] {
    return this.#buffer.pending();
  }

  /** Resolves when everything that has happened so far is on disk. */
  flush(): Promise<void> {
    this.#flushing ??= this.options.commit(this).then(
      () => {
        this.closure.markStored();
        this.#tell?.();
      },
      (error) => {
        this.#broken = true;
        throw error;
      },
    );
    return this.#flushing;
  }

  #witnessed(witness: RunWitness, entries: readonly JournalEntry[]): readonly Write[] {
    const { writes, tell } = witness.see(this.state, this.closure, entries);
    const before = this.#tell;
    this.#tell = () => {
      this.#tell = undefined;
      before?.();
      tell();
    };
    return writes;
  }

  collect(): readonly Write[] {
    this.#flushing = undefined;
    const { store } = this.options;
    const writes: Write[] = [];
    if (!this.stored) {
      const documents = this.closure.toStore();
      if (documents) writes.push(store.insertClosure(documents.id, documents.content));
      writes.push(store.insertRun(this.state));
      this.stored = true;
    } else if (this.#rowChanged) {
      writes.push(store.updateRun(this.state));
    }
    this.#rowChanged = false;
    this.#decisionsPending = false;
    const batch = this.#buffer.take();
    if (batch) {
      writes.push(store.appendJournal(this.state.id, batch.firstSeq, batch.texts));
      if (this.options.witness?.isHeard) writes.push(...this.#witnessed(this.options.witness, batch.entries));
    }
    return writes;
  }
}
