import { bind, type Storage, type Write } from '../storage/index.js';
import { Turns } from '../turns/index.js';
import { chained, type Link, lineOf, linesOf } from './chain.js';
import type { Audit, AuditEntry, AuditEvent, AuditOutcome } from './contract.js';
import { Ends, type Signer, type StoredEnd } from './ends.js';
import { listRecords } from './list.js';
import { brokenAction, verifyChain } from './verify.js';
import { walk } from './walk.js';

export interface AuditOptions {
  retentionDays: number;
  /** Takes what must not show out of a text. */
  mask: (text: string) => string;
  /** With the master key, which who has the database alone does not have. */
  signer: Signer;
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
  /** Called when it is on the disk, or the database does not take it: then it is kept, and tried again. */
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
  const ends = new Ends(storage, options.signer);
  const { anchor, head, isNew } = await ends.read();
  const last = (newest && linesOf(newest).at(-1)) ?? anchor;
  const fault = isNew && !newest ? undefined : faultOf(last, anchor, head);
  // What was cut off stays missing: its numbers are not given again.
  const link = !head.fault && head.seq > last.seq ? head : last;
  const log = new AuditLog(storage, options, ends, link);
  await (fault ? log.noteBroken(fault) : log.sign());
  await log.prune();
  log.startPruning();
  return log;
}

/** Why the log is not as it was left. */
function faultOf(last: Link, anchor: StoredEnd, head: StoredEnd): string | undefined {
  const stood = anchor.fault ?? head.fault;
  if (stood) return stood;
  if (head.seq > last.seq) return `the log ended after ${last.seq}, and ${head.seq} records were written`;
  if (head.seq < last.seq) return `what is noted of the newest record is that of ${head.seq}, an older one`;
  return head.hash === last.hash ? undefined : `record ${last.seq} or one before it is not what was written`;
}

/**
 * One writer with at most one unit under way: the chain of hashes is made when the transaction asks for the writes, so
 * that whatever was begun by then rides along, and goes back where the transaction fails.
 */
class AuditLog implements Audit {
  readonly #insert;
  readonly #delete;
  readonly #now: () => number;
  #waiting: Pending[] = [];
  /** Who waits for the head to be signed anew. */
  #signings: (() => void)[] = [];
  #isWriting = false;
  #head: Link;
  #pruning: NodeJS.Timeout | undefined;
  #isClosed = false;
  #idle: Promise<void> = Promise.resolve();
  /** Each of these moves the anchor. */
  readonly #turns = new Turns();

  constructor(
    private readonly storage: Storage,
    private readonly options: AuditOptions,
    private readonly ends: Ends,
    head: Link,
  ) {
    this.#head = head;
    this.#now = options.now ?? (() => Date.now());
    this.#insert = storage.statement<{ seq: number; at: number; records: string }>((db, p) =>
      db.insertInto('audit').values({ seq: p.seq, at: p.at, records: p.records }),
    );
    this.#delete = storage.statement<{ seq: number }>((db, p) =>
      db.deleteFrom('audit').where('seq', '<=', p.seq),
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
      aim: (target) => {
        begun.event = { ...begun.event, target };
      },
      drop: () => {
        if (begun.seq === undefined) this.#waiting = this.#waiting.filter((pending) => pending !== begun);
      },
      end: async (outcome) => {
        if (begun.seq === undefined) {
          const saysItAll = outcome === settled;
          begun.outcome = outcome;
          if (saysItAll || this.#isClosed) return;
          await new Promise<void>((resolve) => {
            begun.resolve = resolve;
          });
          return;
        }
        if (outcome === begun.outcome && begun.event === begun.written) return;
        const ended = { event: begun.event, at: this.#now(), outcome, begunAs: begun.seq };
        await new Promise<void>((resolve) => this.#add({ ...ended, resolve }));
      },
    };
  }

  list = (filter: Parameters<Audit['list']>[0]) => listRecords(this.storage, filter);
  verify = () => verifyChain(this.storage, this.ends, () => this.#head);

  /** Notes for good that the log was not as it was left. */
  noteBroken(reason: string): Promise<void> {
    const by = { principal: 'svc', target: null, address: null, requestId: null, via: 'start' };
    const event = { action: brokenAction, ...by, detail: { reason } };
    return new Promise((resolve) => this.#add({ event, at: this.#now(), outcome: 'ok', resolve }));
  }

  /** Signs both ends anew, with the master key as it is now. */
  async sign(): Promise<void> {
    await this.#turns.take('anchor', async () => {
      const { anchor } = await this.ends.read();
      // One that is not to be trusted is not made good.
      if (anchor.seq === 0 || anchor.fault) return;
      await this.storage.commit({ collect: () => [this.ends.write('anchor', anchor)] });
    });
    await new Promise<void>((resolve) => {
      this.#signings.push(resolve);
      this.#wake();
    });
  }

  prune(): Promise<number> {
    return this.#turns.take('anchor', async () => {
      const { anchor } = await this.ends.read();
      const link = anchor.fault ? anchor : await this.#oldestKept(anchor);
      if (link.seq === anchor.seq) return 0;
      const { seq, hash } = link;
      const writes = [bind(this.#delete, { seq }), this.ends.write('anchor', { seq, hash })];
      await this.storage.commit({ collect: () => writes });
      return seq - anchor.seq;
    });
  }

  /** What goes is old by what was signed, not by what stands beside it; and nothing goes that was tampered with. */
  async #oldestKept(anchor: Link): Promise<Link> {
    const oldest = this.#now() - this.options.retentionDays * day;
    let link = anchor;
    for await (const step of walk(this.storage, anchor)) {
      // Times may go back where a clock was set: only what all younger ones follow goes.
      if (step.broken || step.lines.some(({ at }) => at >= oldest)) break;
      link = step.link;
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
    if (this.#isWriting) await this.#idle;
    this.#isClosed = true;
  }

  #add(pending: Pending): void {
    this.#waiting.push(pending);
    this.#wake();
  }

  #wake(): void {
    if (!this.#isWriting) this.#idle = this.#write();
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length + this.#signings.length > 0 && !this.#isClosed) {
      let taken: Pending[] = [];
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
}
