import { bind, insertStatement, type Storage, type Write } from '../../storage/index.js';
import { chained, type Ends, type Link, lineOf } from './chain.js';
import type { AuditEvent, AuditOutcome } from './contract.js';

const retryMs = 1_000;
/** Records that wait for a database that refuses writes. Beyond it, the oldest are dropped. */
const mostWaiting = 10_000;

export interface PendingRecord {
  event: AuditEvent;
  at: number;
  outcome: AuditOutcome;
  begunAs?: number;
  /** Set when the record is written, or is being written. */
  seq?: number;
  /** The event as the record has it. */
  written?: AuditEvent;
  /** Called when the record is on disk, or when the write failed and is going to be repeated. */
  resolve?: () => void;
}

export interface RecordWriterOptions {
  /** Masks the secrets in a text. */
  mask: (text: string) => string;
  /** Called for failed writes, which are repeated. */
  report: (error: unknown) => void;
}

/**
 * Writes records, one transaction at a time. The chain of hashes is computed when the transaction asks for its writes, so
 * that all records begun by then are part of it. After a failed transaction they wait for the next one.
 */
export class RecordWriter {
  readonly #insert;
  #waiting: PendingRecord[] = [];
  /** Callers that wait for a new signature of the head. */
  #signings: (() => void)[] = [];
  #isWriting = false;
  #isClosed = false;
  #idle: Promise<void> = Promise.resolve();
  #head: Link;

  constructor(
    private readonly storage: Storage,
    private readonly ends: Ends,
    private readonly options: RecordWriterOptions,
    head: Link,
  ) {
    this.#head = head;
    this.#insert = insertStatement(storage, 'audit', ['seq', 'at', 'records']);
  }

  get head(): Link {
    return this.#head;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  add(pending: PendingRecord): void {
    if (this.#isClosed) pending.resolve?.();
    else {
      this.#waiting.push(pending);
      this.#wake();
    }
  }

  /** Adds a record and resolves as its `resolve` does. */
  written(pending: PendingRecord): Promise<void> {
    return new Promise((resolve) => this.add({ ...pending, resolve }));
  }

  drop(pending: PendingRecord): void {
    this.#waiting = this.#waiting.filter((one) => one !== pending);
  }

  /** Signs the head with the current master key. */
  sign(): Promise<void> {
    return new Promise((resolve) => {
      this.#signings.push(resolve);
      this.#wake();
    });
  }

  async close(): Promise<void> {
    if (this.#isWriting) await this.#idle;
    this.#isClosed = true;
  }

  #wake(): void {
    if (!this.#isWriting) this.#idle = this.#write();
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length + this.#signings.length > 0 && !this.#isClosed) {
      let taken: PendingRecord[] = [];
      let signings: (() => void)[] = [];
      let head = this.#head;
      try {
        await this.storage.commit({
          collect: () => {
            taken = this.#waiting;
            this.#waiting = [];
            signings = this.#signings;
            this.#signings = [];
            const { write, link } = this.#chain(taken, head);
            head = link;
            return [...write, this.ends.write('head', link)];
          },
        });
        this.#head = head;
        for (const { resolve } of taken) resolve?.();
        for (const resolve of signings) resolve();
      } catch (error) {
        for (const pending of taken) delete pending.seq;
        for (const { resolve } of [...taken, ...this.#waiting]) resolve?.();
        this.#signings.push(...signings);
        this.#waiting = [...taken, ...this.#waiting].slice(-mostWaiting);
        this.options.report(error);
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref());
      }
    }
    this.#isWriting = false;
  }

  /** Puts all records of a transaction into one row. */
  #chain(taken: readonly PendingRecord[], head: Link): { write: Write[]; link: Link } {
    let link = head;
    const lines = taken.map((pending) => {
      const { event, at, outcome, begunAs } = pending;
      const text = this.#masked({ ...event, outcome, begunAs });
      link = chained(link, at, text);
      pending.seq = link.seq;
      pending.written = event;
      return lineOf(link, at, text);
    });
    const at = taken.at(-1)?.at ?? 0;
    const row = { seq: link.seq, at, records: lines.join('\n') };
    return { write: lines.length === 0 ? [] : [bind(this.#insert, row)], link };
  }

  /** Masks text by text, so that a secret that looks like a piece of JSON does not break the record. */
  #masked(record: object): string {
    const { mask } = this.options;
    const text = JSON.stringify(record);
    if (mask(text) === text) return text;
    return JSON.stringify(record, (_key, value) => (typeof value === 'string' ? mask(value) : value));
  }
}
