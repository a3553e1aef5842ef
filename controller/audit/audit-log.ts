import { bind, type Storage, type Write } from '../storage/index.js';
import { chained, type Link, lineOf, linesOf, origin } from './chain.js';
import type { Audit, AuditEntry, AuditEvent, AuditOutcome } from './contract.js';
import { listRecords } from './list.js';
import { verifyChain } from './verify.js';

export interface AuditOptions {
  retentionDays: number;
  /** Takes what must not show out of a text. */
  mask: (text: string) => string;
  /** Hears of writes that failed; they are tried again. */
  report: (error: unknown) => void;
  /** ms since the epoch. */
  now?: () => number;
}

const day = 86_400_000;
const retryMs = 1_000;
const pruneEveryMs = 3_600_000;
/** Records that may wait for a database that takes none. Beyond it what is audited is refused. */
const mostWaiting = 10_000;

interface Pending {
  event: AuditEvent;
  at: number;
  outcome: AuditOutcome;
  begunAs?: number;
  /** Set when the record is written or being written. */
  seq?: number;
  /** The event as it is in the record. */
  written?: AuditEvent;
  resolve?: () => void;
}

/** Opens the log over the database; nothing else may write to its tables. */
export async function openAudit(storage: Storage, options: AuditOptions): Promise<Audit> {
  const newest = await storage.db
    .selectFrom('audit')
    .select(['seq', 'records'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const anchor = await storage.db.selectFrom('audit_anchor').select(['seq', 'hash']).executeTakeFirst();
  const last = newest && linesOf(newest).at(-1);
  const log = new AuditLog(storage, options, last ?? anchor ?? { seq: 0, hash: origin });
  await log.prune();
  log.startPruning();
  return log;
}

/**
 * One writer with at most one unit under way: the chain of hashes is made when the transaction asks for the writes, so
 * that whatever was begun by then rides along, and goes back where the transaction fails.
 */
class AuditLog implements Audit {
  readonly #insert;
  readonly #now: () => number;
  #waiting: Pending[] = [];
  #isWriting = false;
  #head: Link;
  #pruning: NodeJS.Timeout | undefined;
  #isClosed = false;
  #idle: Promise<void> = Promise.resolve();

  constructor(
    private readonly storage: Storage,
    private readonly options: AuditOptions,
    head: Link,
  ) {
    this.#head = head;
    this.#now = options.now ?? Date.now;
    this.#insert = storage.statement<{ seq: number; at: number; records: string }>((db, p) =>
      db.insertInto('audit').values({ seq: p.seq, at: p.at, records: p.records }),
    );
  }

  begin(event: AuditEvent, settled?: AuditOutcome): AuditEntry {
    const begun: Pending = { event, at: this.#now(), outcome: settled ?? 'begun' };
    this.#add(begun);
    return {
      note: (detail) => {
        begun.event = { ...begun.event, detail: { ...begun.event.detail, ...detail } };
      },
      identify: (principal) => {
        begun.event = { ...begun.event, principal };
      },
      drop: () => {
        if (begun.seq === undefined) this.#waiting = this.#waiting.filter((pending) => pending !== begun);
      },
      end: async (outcome) => {
        if (begun.seq === undefined) {
          begun.outcome = outcome;
          return;
        }
        if (outcome === begun.outcome && begun.event === begun.written) return;
        const ended = { event: begun.event, at: this.#now(), outcome, begunAs: begun.seq };
        await new Promise<void>((resolve) => this.#add({ ...ended, resolve }));
      },
    };
  }

  list = (filter: Parameters<Audit['list']>[0]) => listRecords(this.storage, filter);
  verify = () => verifyChain(this.storage, () => this.#head);

  async prune(): Promise<number> {
    const oldest = this.#now() - this.options.retentionDays * day;
    const last = await this.storage.db
      .selectFrom('audit')
      .select(['seq', 'records'])
      .where('at', '<', oldest)
      // Times may go back where a clock was set: only what all younger ones follow goes.
      .where('seq', '<', (query) =>
        query
          .selectFrom('audit')
          .select((row) => row.fn.coalesce(row.fn.min('seq'), row.val(Number.MAX_SAFE_INTEGER)).as('first'))
          .where('at', '>=', oldest),
      )
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    const link = last && linesOf(last).at(-1);
    if (!link) return 0;
    const anchor = await this.storage.db.selectFrom('audit_anchor').select('seq').executeTakeFirst();
    await this.storage.commit({ collect: () => this.#pruneWrites(link) });
    return link.seq - (anchor?.seq ?? 0);
  }

  startPruning(): void {
    this.#pruning = setInterval(() => {
      this.prune().catch((error) => this.options.report(error));
    }, pruneEveryMs).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#pruning);
    if (this.#isWriting) await this.#idle;
    this.#isClosed = true;
  }

  #add(pending: Pending): void {
    this.#waiting.push(pending);
    if (!this.#isWriting) this.#idle = this.#write();
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0 && !this.#isClosed) {
      let taken: Pending[] = [];
      let head = this.#head;
      try {
        await this.storage.commit({
          collect: () => {
            taken = this.#waiting;
            this.#waiting = [];
            const { write, link } = this.#chain(taken, head);
            head = link;
            return write;
          },
        });
        this.#head = head;
        for (const { resolve } of taken) resolve?.();
      } catch (error) {
        for (const pending of taken) delete pending.seq;
        this.#waiting = [...taken, ...this.#waiting].slice(-mostWaiting);
        this.options.report(error);
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref());
      }
    }
    this.#isWriting = false;
  }

  /** One row for all that is written together. */
  #chain(taken: readonly Pending[], head: Link): { write: Write[]; link: Link } {
    let link = head;
    const lines = taken.map((pending) => {
      const { event, at, outcome, begunAs } = pending;
      const text = this.#written({ ...event, outcome, begunAs });
      link = chained(link, at, text);
      pending.seq = link.seq;
      pending.written = event;
      return lineOf(link, at, text);
    });
    const at = taken.at(-1)?.at ?? 0;
    const write =
      lines.length === 0 ? [] : [bind(this.#insert, { seq: link.seq, at, records: lines.join('\n') })];
    return { write, link };
  }

  /** As JSON without what must not show; a secret that looks like a piece of JSON breaks nothing. */
  #written(record: object): string {
    const { mask } = this.options;
    const text = JSON.stringify(record);
    if (mask(text) === text) return text;
    return JSON.stringify(record, (_key, value) => (typeof value === 'string' ? mask(value) : value));
  }

  #pruneWrites({ seq, hash }: Link): Write[] {
    const gone = this.storage.statement<{ seq: number }>((db, p) =>
      db.deleteFrom('audit').where('seq', '<=', p.seq),
    );
    const anchor = this.storage.statement<{ id: number; seq: number; hash: string }>((db, p) =>
      db
        .insertInto('audit_anchor')
        .values({ id: p.id, seq: p.seq, hash: p.hash })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({
            seq: (query) => query.ref('excluded.seq'),
            hash: (query) => query.ref('excluded.hash'),
          }),
        ),
    );
    return [bind(gone, { seq }), bind(anchor, { id: 1, seq, hash })];
  }
}
