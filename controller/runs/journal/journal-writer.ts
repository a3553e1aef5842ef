import type { JsonObject } from '../../../schemas/json/types.js';
import type { FlowErrorBody, FlowPlan } from '../../flows/index.js';
import type { Sealing, Vault } from '../../security/vault/contract.js';
import type { Write, WriteUnit } from '../../storage/index.js';
import { type AnswerPolicy, getMaxKept, joinPolicies } from './answer-policy.js';
import {
  cutAnswer,
  getLogSize,
  hasAnswer,
  type JournalEntry,
  journalUnwritable,
  type Recorded,
  toTexts,
} from './journal-entry.js';
import type { RunDocuments } from './run-documents.js';
import { RunPath } from './run-path.js';
import type { RunState } from './run-state.js';
import type { RunStore } from './run-store.js';

/** Makes something else, such as events or spans, of what runs write to their journals. */
export interface RunObserver {
  /** Without readers nothing would come of the entries; asked before each write. */
  readonly readers: { readonly hasReaders: boolean };
  /** Returns writes that go into the transaction of the entries, and a function to call after the commit. */
  observe(
    run: RunState,
    documents: RunDocuments,
    entries: readonly JournalEntry[],
  ): { writes: readonly Write[]; committed(): void };
}

/** Accepts the events that runs send: `collect` while the transaction runs, and `committed` after it. */
interface EventAcceptance {
  collect(
    events: readonly { branch: string; event: JsonObject; origin: { causes: readonly string[] } }[],
  ): readonly Write[];
  committed(): void;
}

/** The rows of what a run waits for, which go with its own row and may change it. */
interface WaitRows {
  writes(): Write[];
}

/** Everything that the journals of all runs share. */
export interface JournalServices {
  readonly store: RunStore;
  readonly sealing: Sealing & Pick<Vault, 'sign'>;
  readonly followers: RunFollowers;
  readonly events: { readonly stream: EventAcceptance };
  /** Undefined when nothing observes runs. */
  readonly observer: RunObserver | undefined;
  readonly limits: {
    /** Characters of log lines that one run may write. */
    readonly runLog: number;
    /** Characters of the journal that one run may write. */
    readonly journal: number;
    /** Which answers ended runs keep; all when left out. */
    readonly record?: AnswerPolicy | undefined;
  };
}

/** A computation writes its entries at least this often, so that memory holds few of them. */
const maxPendingMs = 1_000;
const maxPending = 5_000;
/** Entries of one row: readers parse rows whole, and most want few entries of a long run. */
const maxRowEntries = 500;

/** An entry without its number and time. */
type NewEntry = WithoutNumber<JournalEntry>;
type WithoutNumber<Entry> = Entry extends JournalEntry ? Omit<Entry, 'seq' | 'at'> : never;

/** The error with secrets masked. */
export function maskError(error: FlowErrorBody, { maskJson }: Pick<Sealing, 'maskJson'>): FlowErrorBody {
  return maskJson({ ...error }) as unknown as FlowErrorBody;
}

/**
 * Writes the row, the journal and the documents of one run. Everything that happens before the transaction of a flush
 * begins goes into that transaction, so a run that ends before its first flush costs one insert.
 */
export class JournalWriter implements WriteUnit {
  #pending: JournalEntry[] = [];
  #seq: number;
  #logSize: number;
  #size: number;
  #rowChanged = false;
  /** The run has had answers that it may not keep. */
  #hasAnswers: boolean;
  /** Characters of the largest row of the journal. */
  #maxRowSize: number;
  /** Nothing is written until the end of the run can go with the marks for answers that are not kept. */
  #isCutting = false;
  /** The transaction under way has the documents. */
  #storesDocuments = false;
  #decisionsPending = false;
  /** The path of the run so far. */
  readonly path: RunPath;
  /** The next write, until its transaction begins. */
  #flushing: Promise<void> | undefined;
  /** The last write, until it is on disk. */
  #writing: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;
  #committed: (() => void)[] = [];
  /** Writes of the next transaction beside those of the run. */
  #others: readonly Write[] = [];
  readonly #units: { collect(): readonly Write[]; committed(): void }[] = [];

  /**
   * @param isStored true when the run's row is in the database
   * @param recorded the journal in the database
   */
  constructor(
    private readonly services: JournalServices,
    private readonly run: {
      readonly state: RunState;
      readonly plan: Pick<FlowPlan, 'record'>;
      readonly documents: RunDocuments;
      readonly waits: WaitRows | undefined;
    },
    private isStored: boolean,
    recorded: Pick<Recorded, 'lastSeq' | 'logSize' | 'size' | 'path' | 'hasAnswers' | 'maxRowSize'>,
  ) {
    this.path = recorded.path ?? new RunPath();
    this.#seq = recorded.lastSeq;
    this.#logSize = recorded.logSize;
    this.#size = recorded.size;
    this.#hasAnswers = recorded.hasAnswers;
    this.#maxRowSize = recorded.maxRowSize;
  }

  /** True once a write has failed. Nothing more is written; the next start continues from the stored journal. */
  get isBroken(): boolean {
    return this.#failure !== undefined;
  }

  /**
   * Resolves when an effect may be performed: the run is on disk, and so is every value that the effect can depend on.
   * Undefined when it may at once. @throws the failure of a write
   */
  settled(): Promise<void> | undefined {
    if (this.isBroken || !this.isStored || this.#decisionsPending) return this.flush();
    return this.#writing;
  }

  /** True when entries have waited long, or many wait. */
  get isDue(): boolean {
    const [first] = this.#pending;
    if (!first) return false;
    return this.#pending.length >= maxPending || Date.now() - first.at >= maxPendingMs;
  }

  /** True when the journal on disk is as large as a run's may be. */
  get isFull(): boolean {
    return this.#size > this.services.limits.journal;
  }

  /** Entries that are not on disk yet. */
  get unwritten(): readonly JournalEntry[] {
    return this.#pending;
  }

  rowChanged(): void {
    this.#rowChanged = true;
  }

  /** Numbers and masks the entry, and sends it to followers of the run. */
  append(entry: NewEntry): void {
    const kept = entry.t === 'log' ? this.#limitLog(entry) : this.#maskError(entry);
    if (!kept) return;
    const numbered = { seq: ++this.#seq, at: Date.now(), ...kept } as JournalEntry;
    this.#pending.push(numbered);
    this.services.followers.publish(this.run.state.id, numbered);
    const { t } = entry;
    if (t === 'task') this.path.add(entry.reference, entry.event);
    else if (t === 'value' || t === 'event' || t === 'effect') this.#decisionsPending = true;
    this.#hasAnswers ||= hasAnswer(numbered);
  }

  /** Resolves when everything that has happened so far is on disk. */
  flush(): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure.error);
    if (this.#flushing) return this.#flushing;
    const writing = this.services.store.commit(this).then(
      () => {
        if (this.#writing === writing) this.#writing = undefined;
        if (this.#storesDocuments) this.services.store.markStored(this.run.documents);
        this.#storesDocuments = false;
        if (this.#committed.length > 0) for (const report of this.#committed.splice(0)) report();
      },
      (error) => {
        this.#failure = { error };
        throw error;
      },
    );
    this.#flushing = writing;
    this.#writing = writing;
    return writing;
  }

  /**
   * Writes everything that is not on disk yet, or at least the row of a run whose journal cannot be written: such a run did not
   * complete. @param report is called with the failure of a write
   */
  async finish(report: (error: unknown) => void): Promise<void> {
    const { store } = this.services;
    const { state, waits } = this.run;
    const isDone = state.status === 'completed';
    // Without an `await` for runs that keep all: their end goes with what else is written in this turn.
    const cutting = this.#cutAnswers();
    if (cutting) await cutting.catch(report);
    if (isDone || !this.isBroken) await this.flush().catch(report);
    if (!this.isBroken) return;
    if (isDone) Object.assign(state, { status: 'faulted', output: null, error: journalUnwritable() });
    await store.commit([...(waits?.writes() ?? []), store.updateRun(state)]);
  }

  /** Replaces answers that an ended run does not keep by marks, in the transaction of its end. */
  #cutAnswers(): Promise<void> | undefined {
    const { limits } = this.services;
    const { state, plan } = this.run;
    if (!this.#hasAnswers || limits.record === undefined || this.isBroken) return undefined;
    const maxBytes = getMaxKept(joinPolicies(limits.record, plan.record), state.status);
    if (maxBytes === Number.POSITIVE_INFINITY) return undefined;
    this.#pending = this.#pending.map((entry) => cutAnswer(entry, maxBytes));
    // A character of JSON is three bytes at most.
    const isStoredWhole = !this.isStored || this.#maxRowSize * 3 <= maxBytes;
    return isStoredWhole ? undefined : this.#cutStored(maxBytes);
  }

  async #cutStored(maxBytes: number): Promise<void> {
    this.#isCutting = true;
    try {
      await this.#writing;
      this.addWrites(await this.services.store.cutAnswers(this.run.state.id, maxBytes));
    } finally {
      this.#isCutting = false;
    }
  }

  collect(): readonly Write[] {
    this.#flushing = undefined;
    if (this.#isCutting) return [];
    const { store } = this.services;
    const { state, documents } = this.run;
    const writes: Write[] = [...this.#others];
    this.#others = [];
    for (const { collect, committed } of this.#units.splice(0)) {
      writes.push(...collect());
      this.#committed.push(committed);
    }
    // Before the row, whose time to wake it may change.
    if (!this.isStored || this.#rowChanged) writes.push(...(this.run.waits?.writes() ?? []));
    if (!this.isStored) {
      writes.push(...store.insertDocuments(documents), store.insertRun(state));
      this.#storesDocuments = true;
      this.isStored = true;
    } else if (this.#rowChanged) {
      writes.push(store.updateRun(state));
    }
    this.#rowChanged = false;
    this.#decisionsPending = false;
    this.#collectEntries(writes);
    return writes;
  }

  /** Adds writes of the caller to the next transaction. */
  addWrites(writes: readonly Write[]): void {
    this.#others = [...this.#others, ...writes];
  }

  /** Adds writes that are made while the next transaction runs. @param unit `committed` is called after it */
  addUnit(unit: { collect(): readonly Write[]; committed(): void }): void {
    this.#units.push(unit);
  }

  #collectEntries(writes: Write[]): void {
    const entries = this.#pending;
    if (entries.length === 0) return;
    this.#pending = [];
    const { store, sealing, observer } = this.services;
    const { state, documents } = this.run;
    for (let start = 0; start < entries.length; start += maxRowEntries) {
      const row = entries.length <= maxRowEntries ? entries : entries.slice(start, start + maxRowEntries);
      const text = toTexts(row, sealing);
      this.#size += text.length;
      this.#maxRowSize = Math.max(this.#maxRowSize, text.length);
      writes.push(store.appendJournal(state.id, row[0]?.seq ?? 0, text));
    }
    this.#collectEvents(writes, entries);
    if (!observer?.readers.hasReaders) return;
    const observed = observer.observe(state, documents, entries);
    writes.push(...observed.writes);
    this.#committed.push(observed.committed);
  }

  /** Accepts the events that the run sends in the transaction of their entries. */
  #collectEvents(writes: Write[], entries: readonly JournalEntry[]): void {
    if (!entries.some(({ t }) => t === 'emit')) return;
    const { branch, causes, flow } = this.run.state;
    const { stream } = this.services.events;
    const sent = entries.flatMap((entry) => (entry.t === 'emit' ? [entry.event] : []));
    const origin = { causes: [...causes, flow] };
    writes.push(...stream.collect(sent.map((event) => ({ branch, event, origin }))));
    this.#committed.push(() => stream.committed());
  }

  #maskError(entry: NewEntry): NewEntry {
    if (!('error' in entry) || !entry.error) return entry;
    const { sealing } = this.services;
    const masked = { ...entry, error: maskError(entry.error, sealing) };
    if (masked.t === 'task' && masked.input !== undefined) masked.input = sealing.maskJson(masked.input);
    return masked;
  }

  /** The masked line, or a mark for the line that exceeds the limit, or undefined for lines after that. */
  #limitLog(entry: Extract<NewEntry, { t: 'log' }>): NewEntry | undefined {
    const { sealing, limits } = this.services;
    if (this.#logSize > limits.runLog) return undefined;
    const message = sealing.mask(entry.message);
    const data = entry.data && sealing.maskJson(entry.data);
    const line = { message, ...(data ? { data } : {}) };
    this.#logSize += getLogSize(line);
    if (this.#logSize <= limits.runLog) return { ...entry, ...line };
    const end = `The log ends here: it reached ${limits.runLog} characters`;
    return { t: 'log', level: 'warn', ends: true, message: end };
  }
}

interface Follower {
  entry?(entry: JournalEntry): void;
  /** Called when the final state of the run is durable. @param state undefined when only the database has it */
  ended?(state: RunState | undefined): void;
  /** Called when the run has left memory: another node may continue it. */
  left?(): void;
}

/** Sends journal entries and ends of runs to those who follow the run. Costs one lookup for a run without followers. */
export class RunFollowers {
  readonly #followers = new Map<string, Set<Follower>>();

  publish(runId: string, entry: JournalEntry): void {
    const followers = this.#followers.get(runId);
    if (followers) for (const follower of followers) follower.entry?.(entry);
  }

  end(runId: string, state?: RunState): void {
    const followers = this.#followers.get(runId);
    if (followers) for (const follower of [...followers]) follower.ended?.(state);
  }

  left(runId: string): void {
    const followers = this.#followers.get(runId);
    if (followers) for (const follower of [...followers]) follower.left?.();
  }

  /** Returns a function that removes the follower. */
  add(runId: string, follower: Follower): () => void {
    let followers = this.#followers.get(runId);
    if (!followers) {
      followers = new Set();
      this.#followers.set(runId, followers);
    }
    followers.add(follower);
    return () => {
      followers.delete(follower);
      if (followers.size === 0 && this.#followers.get(runId) === followers) this.#followers.delete(runId);
    };
  }
}
