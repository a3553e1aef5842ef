import { BoundedMap } from '../../concurrency/bounded-map.js';
import type { MemberRecord, MemberRecords, Storage, Write } from '../../storage/index.js';
import { type Audit, type AuditOptions, BegunRecord, type EndMeans } from './audit-log.js';
import type { PendingRecord } from './chain.js';
import type { AuditEvent } from './contract.js';

const retryMs = 1_000;

/** A record on its way from a member to the log. */
interface SentRecord extends Pick<PendingRecord, 'event' | 'at' | 'outcome' | 'begunAs'> {
  /** The process that made it. */
  from: string;
  /** The number of the record in that process. */
  seq: number;
}

/**
 * The part of the audit log that a member has: its records go to the leader, which adds them to the chain with the times that
 * they have. A record is durable with the writes of its turn, as in the log itself.
 */
export function openMemberAudit(
  storage: Storage,
  records: MemberRecords,
  options: Pick<AuditOptions, 'report' | 'ended'> & { from: string },
): Pick<Audit, 'begin' | 'close'> {
  const writer = new MemberWriter(storage, records, options);
  const means: EndMeans = { writer, now: Date.now, ended: options.ended };
  return {
    begin(event, expected) {
      const begun = new BegunRecord(event, Date.now(), expected, means);
      writer.add(begun);
      return begun;
    },
    close: () => writer.close(),
  };
}

class MemberWriter {
  #waiting: PendingRecord[] = [];
  #seq = 0;
  #isClosed = false;
  #writing: Promise<void> | undefined;

  constructor(
    private readonly storage: Storage,
    private readonly records: MemberRecords,
    private readonly options: { from: string; report(error: unknown): void },
  ) {}

  get isClosed(): boolean {
    return this.#isClosed;
  }

  add(pending: PendingRecord): void {
    if (this.#isClosed) pending.resolve?.();
    else {
      this.#waiting.push(pending);
      this.#writing ??= this.#write().finally(() => {
        this.#writing = undefined;
      });
    }
  }

  written(pending: PendingRecord): Promise<void> {
    return new Promise((resolve) => this.add({ ...pending, resolve }));
  }

  drop(pending: PendingRecord): void {
    this.#waiting = this.#waiting.filter((one) => one !== pending);
  }

  async close(): Promise<void> {
    await this.#writing;
    this.#isClosed = true;
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#isClosed) {
      let taken: PendingRecord[] = [];
      try {
        await this.storage.commit({
          collect: () => {
            taken = this.#waiting;
            this.#waiting = [];
            return taken.map((pending) => this.#sent(pending));
          },
        });
        for (const { resolve } of taken) resolve?.();
      } catch (error) {
        for (const pending of taken) delete pending.seq;
        for (const { resolve } of taken) resolve?.();
        this.#waiting = [...taken, ...this.#waiting];
        this.options.report(error);
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref());
      }
    }
  }

  #sent(pending: PendingRecord): Write {
    const { event, at, outcome, begunAs } = pending;
    pending.seq = ++this.#seq;
    pending.written = event;
    const sent: SentRecord = { from: this.options.from, seq: pending.seq, event, at, outcome };
    return this.records.write('audit', begunAs === undefined ? sent : { ...sent, begunAs });
  }
}

/** Adds the records of members to the log, and removes them in the same transaction. */
export class MemberRecordsReceiver {
  /** The numbers in the log, by those of the members. */
  readonly #seqs = new BoundedMap<string, number>(10_000);

  constructor(
    private readonly log: Pick<Audit, 'add'>,
    private readonly records: Pick<MemberRecords, 'remove'>,
  ) {}

  /** Resolves when the record is in the log, or is going to be written again. */
  async take({ id, body }: MemberRecord): Promise<void> {
    const { from, seq, event, at, outcome, begunAs } = body as SentRecord;
    const begun = begunAs === undefined ? undefined : this.#seqs.get(`${from} ${begunAs}`);
    const pending: PendingRecord = {
      event: event satisfies AuditEvent,
      at,
      outcome,
      alongside: this.records.remove(id),
      ...(begun === undefined ? {} : { begunAs: begun }),
    };
    await this.log.add(pending);
    if (pending.seq !== undefined) this.#seqs.set(`${from} ${seq}`, pending.seq);
  }
}
