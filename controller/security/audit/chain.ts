import { hash } from 'node:crypto';
import { bind, insertStatement, type Storage, upsertStatement, type Write } from '../../storage/index.js';
import type { MasterKeys } from '../vault/master-keys.js';
import type { AuditEvent, AuditOutcome, AuditRecord } from './contract.js';

const retryMs = 1_000;
/** Records that wait for a database that refuses writes. Beyond it, the oldest are dropped. */
const maxWaiting = 10_000;

export interface PendingRecord {
  event: AuditEvent;
  at: number;
  outcome: AuditOutcome;
  begunAs?: number;
  /** Set when the record is written, or is being written. */
  seq?: number;
  /** The event as the record has it. */
  written?: AuditEvent;
  /** A write of the same transaction. */
  alongside?: Write;
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
            const others = taken.flatMap(({ alongside }) => alongside ?? []);
            return [...write, ...others, this.ends.write('head', link)];
          },
        });
        this.#head = head;
        for (const { resolve } of taken) resolve?.();
        for (const resolve of signings) resolve();
      } catch (error) {
        for (const pending of taken) delete pending.seq;
        for (const { resolve } of [...taken, ...this.#waiting]) resolve?.();
        this.#signings.push(...signings);
        this.#waiting = [...taken, ...this.#waiting].slice(-maxWaiting);
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
      const text = this.#masked(Object.assign({}, event, { outcome, begunAs }));
      link = chained(link, at, text);
      pending.seq = link.seq;
      pending.written = event;
      return toLine(link, at, text);
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

const rowsAtATime = 1_000;

/** The hash before the first record. */
export const origin = '0'.repeat(64);

/** The end of the chain: number and hash of its last record. */
export interface Link {
  seq: number;
  hash: string;
}

/** A record as a row contains it. */
export interface Line extends Link {
  /** ms since the epoch. */
  at: number;
  /** JSON. */
  text: string;
}

/** A record that does not fit, and why. */
export interface Fault {
  seq: number;
  reason: string;
}

/** A row of the log. */
interface Step {
  lines: Line[];
  /** The last record that fits. */
  link: Link;
  /** The first record that does not follow the one before it. */
  fault?: Fault;
}

/** Returns the link of the next record: SHA-256, hex, over the previous hash and the whole record. */
export function chained(before: Link, at: number, text: string): Link {
  const seq = before.seq + 1;
  return { seq, hash: hash('sha256', `${before.hash}\n${seq}\n${at}\n${text}`) };
}

export function toLine(link: Link, at: number, text: string): string {
  return `${link.hash} ${at} ${text}`;
}

/** Returns the records of a row, the oldest first. */
export function toLines(row: { seq: number; records: string }): Line[] {
  const lines = row.records.split('\n');
  return lines.map((line, index) => {
    const space = line.indexOf(' ', 65);
    const [seq, at] = [row.seq - lines.length + 1 + index, Number(line.slice(65, space))];
    return { seq, hash: line.slice(0, 64), at, text: line.slice(space + 1) };
  });
}

export function toRecord({ seq, at, text }: Line): AuditRecord {
  return { seq, at: new Date(at).toISOString(), ...JSON.parse(text) };
}

/** Follows the chain after `from`, row by row, and stops at the first record that does not fit. */
export async function* walk(storage: Storage, from: Link): AsyncGenerator<Step> {
  let link = from;
  // Starts at the first row, because a record before an anchor is a fault too.
  for (let after = -1; ; ) {
    const rows = await storage.db
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(rowsAtATime)
      .execute();
    for (const row of rows) {
      const lines = toLines(row);
      for (const [index, line] of lines.entries()) {
        const reason = findFault(link, line);
        if (reason) {
          const seq = Math.min(line.seq, link.seq + 1);
          yield { lines: lines.slice(0, index), link, fault: { seq, reason } };
          return;
        }
        link = { seq: line.seq, hash: line.hash };
      }
      after = row.seq;
      yield { lines, link };
    }
    if (rows.length < rowsAtATime) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function findFault(before: Link, { seq, hash, at, text }: Line): string | undefined {
  if (seq !== before.seq + 1)
    return seq > before.seq ? 'the record is missing' : 'the record is before the anchor';
  if (hash !== chained(before, at, text).hash)
    return 'the record was changed, or a record before it is missing';
  return undefined;
}

/** Signs with the master key, which is not in the database. */
export type Signer = Pick<MasterKeys, 'sign' | 'verify'>;

/** One end of the log, as the database has it. */
export interface StoredChainEnd extends Link {
  /** The reason not to trust it. */
  fault?: string;
}

/** The record before the first one, and the newest record. */
export type EndName = 'anchor' | 'head';

const ids: Readonly<Record<EndName, number>> = { anchor: 1, head: 2 };
const beginning: Link = { seq: 0, hash: origin };

/**
 * Both ends of the log, signed. Without the master key, the owner of the database can compute the chain of hashes again,
 * but cannot shorten or replace the log unnoticed.
 */
export class Ends {
  readonly #upsert;

  constructor(
    private readonly storage: Storage,
    private readonly signer: Signer,
  ) {
    this.#upsert = upsertStatement(storage, 'audit_anchor', ['id'], ['seq', 'hash', 'key_id', 'mac']);
  }

  /** Returns the write of an end, to be committed with the records that move the end. */
  write(name: EndName, { seq, hash }: Link): Write {
    const { keyId, mac } = this.signer.sign(toText(name, { seq, hash }));
    return bind(this.#upsert, { id: ids[name], seq, hash, key_id: keyId, mac });
  }

  /** Reads both ends; a log without records ends at its beginning. */
  async read(): Promise<{ anchor: StoredChainEnd; head: StoredChainEnd; isNew: boolean }> {
    const rows = await this.storage.db.selectFrom('audit_anchor').selectAll().execute();
    const stored = (name: EndName): StoredChainEnd | undefined => {
      const row = rows.find(({ id }) => id === ids[name]);
      if (!row) return undefined;
      const link = { seq: row.seq, hash: row.hash };
      const signature = { keyId: row.key_id ?? '', mac: row.mac ?? '' };
      if (this.signer.verify(toText(name, link), signature)) return link;
      const which = name === 'head' ? 'the newest record' : 'the record before the first';
      return { ...link, fault: `the note of ${which} is not signed by an available master key` };
    };
    const missing = { ...beginning, fault: 'the note of the newest record is missing' };
    return {
      anchor: stored('anchor') ?? beginning,
      head: stored('head') ?? missing,
      isNew: rows.length === 0,
    };
  }
}

function toText(name: EndName, { seq, hash }: Link): string {
  return `audit ${name} ${seq} ${hash}`;
}
