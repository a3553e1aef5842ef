import { KeyedMutex } from '../../concurrency/turns.js';
import { bind, type Storage } from '../../storage/index.js';
import {
  Ends,
  type Link,
  type PendingRecord,
  RecordWriter,
  type RecordWriterOptions,
  type Signer,
  type StoredChainEnd,
  toLines,
  walk,
} from './chain.js';
import type { AuditEntry, AuditEvent, AuditFilter, AuditOutcome } from './contract.js';
import { listRecords } from './list.js';
import { brokenAction, verifyChain } from './verify.js';

export interface AuditOptions extends RecordWriterOptions {
  retentionDays: () => number;
  signer: Signer;
  /** For actions by name: called when such an action has ended. */
  ended?: Readonly<Record<string, (event: AuditEvent, outcome: AuditOutcome) => void>>;
  /** ms since the epoch. */
  now?: () => number;
}

/** The public members, so that tests can replace the log. */
export type Audit = Omit<Pick<AuditLog, keyof AuditLog>, 'recordBroken' | 'startPruning'>;

const day = 86_400_000;
const pruneEveryMs = 3_600_000;
/** Rows that one transaction removes. */
const rowsPerStep = 500;

/** Opens the log over the database; only this log may write to its tables. */
export async function openAudit(storage: Storage, options: AuditOptions): Promise<Audit> {
  const newest = await storage.db
    .selectFrom('audit')
    .select(['seq', 'records'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const ends = new Ends(storage, options.signer);
  const { anchor, head, isNew } = await ends.read();
  const last = (newest && toLines(newest).at(-1)) ?? anchor;
  const fault = isNew && !newest ? undefined : findFault(last, anchor, head);
  // The numbers of records that were cut off are not used again.
  const link = !head.fault && head.seq > last.seq ? head : last;
  const log = new AuditLog(storage, ends, new RecordWriter(storage, ends, options, link), options);
  await (fault ? log.recordBroken(fault) : log.sign());
  await log.prune();
  log.startPruning();
  return log;
}

/** Returns the difference between the log and the state in which it was left. */
function findFault(last: Link, anchor: StoredChainEnd, head: StoredChainEnd): string | undefined {
  const fault = anchor.fault ?? head.fault;
  if (fault) return fault;
  if (head.seq > last.seq) return `the log ended after ${last.seq}, and ${head.seq} records were written`;
  if (head.seq < last.seq) return `the note of the newest record is that of record ${head.seq}, an older one`;
  return head.hash === last.hash ? undefined : `record ${last.seq} or a record before it was changed`;
}

/** The means by which records end. */
export interface EndMeans {
  readonly writer: Pick<RecordWriter, 'isClosed' | 'add' | 'written' | 'drop'>;
  readonly now: () => number;
  readonly ended: AuditOptions['ended'] | undefined;
}

/** The record of an action that has begun. */
export class BegunRecord implements PendingRecord, AuditEntry {
  outcome: AuditOutcome;
  seq?: number;
  written?: AuditEvent;
  resolve?: () => void;

  constructor(
    public event: AuditEvent,
    readonly at: number,
    private readonly expected: AuditOutcome | undefined,
    private readonly means: EndMeans,
  ) {
    this.outcome = expected ?? 'begun';
  }

  note(detail: NonNullable<AuditEvent['detail']>): void {
    this.#change({ detail: Object.assign({}, this.event.detail, detail) });
  }

  setPrincipal(principal: string): void {
    this.#change({ principal });
  }

  setTarget(target: string): void {
    this.#change({ target });
  }

  /** Makes another event, as `written` shows by its identity which one the record has. */
  #change(change: Partial<AuditEvent>): void {
    this.event = Object.assign({}, this.event, change);
  }

  drop(): void {
    if (this.seq === undefined) this.means.writer.drop(this);
  }

  async end(outcome: AuditOutcome): Promise<void> {
    const { event, expected } = this;
    const { ended, writer, now } = this.means;
    if (ended && Object.hasOwn(ended, event.action)) ended[event.action]?.(event, outcome);
    if (this.seq === undefined) {
      this.outcome = outcome;
      if (outcome === expected || writer.isClosed) return;
      await new Promise<void>((resolve) => {
        this.resolve = resolve;
      });
    } else if (outcome !== this.outcome || event !== this.written) {
      await writer.written({ event, at: now(), outcome, begunAs: this.seq });
    }
  }
}

/** The append-only log of the actions of all callers. */
class AuditLog {
  readonly #delete;
  readonly #now: () => number;
  readonly #means: EndMeans;
  #pruning: NodeJS.Timeout | undefined;
  /** Runs one change of the anchor at a time. */
  readonly #mutex = new KeyedMutex();

  constructor(
    private readonly storage: Storage,
    private readonly ends: Ends,
    private readonly writer: RecordWriter,
    private readonly options: AuditOptions,
  ) {
    this.#now = options.now ?? (() => Date.now());
    this.#means = { writer, now: this.#now, ended: options.ended };
    this.#delete = storage.statement<{ seq: number }>((db, p) =>
      db.deleteFrom('audit').where('seq', '<=', p.seq),
    );
  }

  /**
   * Begins a record. It is written in the next transaction, together with other writes of this turn of the event loop.
   * @param expected the outcome unless `end` says otherwise: such an action needs no second record
   */
  begin(event: AuditEvent, expected?: AuditOutcome): AuditEntry {
    const begun = new BegunRecord(event, this.#now(), expected, this.#means);
    this.writer.add(begun);
    return begun;
  }

  /** Adds a record that a member began. Resolves when it is durable, or its write is going to be repeated. */
  add(pending: PendingRecord): Promise<void> {
    return new Promise((resolve) => {
      pending.resolve = resolve;
      this.writer.add(pending);
    });
  }

  list(filter: AuditFilter) {
    return listRecords(this.storage, filter);
  }

  /** Reads the whole log and checks its chain of hashes. */
  verify() {
    return verifyChain(this.storage, this.ends, () => this.writer.head);
  }

  /** Records permanently that the log differs from the state in which it was left. */
  recordBroken(reason: string): Promise<void> {
    const by = { principal: 'svc', target: null, address: null, requestId: null, via: 'start' };
    const event = { action: brokenAction, ...by, detail: { reason } };
    return this.writer.written({ event, at: this.#now(), outcome: 'ok' });
  }

  /** Signs the ends of the log with the current master key. To be called before an earlier key is dropped. */
  async sign(): Promise<void> {
    await this.#mutex.run('anchor', async () => {
      const { anchor } = await this.ends.read();
      // An anchor that cannot be trusted gets no new signature.
      if (anchor.seq === 0 || anchor.fault) return;
      await this.storage.commit([this.ends.write('anchor', anchor)]);
    });
    await this.writer.sign();
  }

  /** Removes records older than the retention; the chain continues from an anchor. @returns the number of records */
  async prune(): Promise<number> {
    let removed = 0;
    for (let step = await this.#pruneStep(); step > 0; step = await this.#pruneStep()) removed += step;
    return removed;
  }

  #pruneStep(): Promise<number> {
    return this.#mutex.run('anchor', async () => {
      const { anchor } = await this.ends.read();
      const link = anchor.fault ? anchor : await this.#lastExpired(anchor);
      if (link.seq === anchor.seq) return 0;
      await this.storage.commit([bind(this.#delete, { seq: link.seq }), this.ends.write('anchor', link)]);
      return link.seq - anchor.seq;
    });
  }

  /** Goes by the times that are in the chain, and stops where the chain is broken. */
  async #lastExpired(anchor: Link): Promise<Link> {
    const oldest = this.#now() - this.options.retentionDays() * day;
    let link = anchor;
    let rows = 0;
    for await (const step of walk(this.storage, anchor)) {
      // After a clock was set back, a row can be older than the one before it: only leading rows are removed.
      if (step.fault || step.lines.some(({ at }) => at >= oldest)) break;
      link = step.link;
      if (++rows === rowsPerStep) break;
    }
    return link;
  }

  startPruning(): void {
    this.#pruning = setInterval(() => {
      this.prune().catch((error) => this.options.report(error));
    }, pruneEveryMs).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#pruning);
    await this.writer.close();
  }
}
