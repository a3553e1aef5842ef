import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../schemas/json.js';
import { Bell } from '../inbox/index.js';
import { bind, type Storage, type Write } from '../storage/index.js';
import type { CloudEvent, Occurrence, ToldEvent } from './contract.js';
import { isWanted } from './event-types.js';

export interface EventLogOptions {
  storage: Storage;
  maskJsonText(text: string): string;
  report(error: unknown): void;
  /** ms since the epoch. */
  now?: () => number;
}

const minute = 60_000;
/** Events are kept for so long after the last listener went, so that it can come back. */
const keptMs = 60 * minute;
const mostKept = 50_000;
const noteEveryMs = 10 * minute;
const page = 200;
/** Rows that are no events: somebody listened then; nobody did before. */
const heard = ':heard';
const gap = ':gap';

/**
 * What listeners hear, in the order it was committed. Nothing is kept while nobody listens; a listener who comes back
 * within an hour goes on where it was, over restarts too.
 */
export class EventLog {
  readonly #listeners = new Set<Bell>();
  readonly #insert;
  readonly #prune;
  /** Until when events are kept though nobody listens. */
  #keptUntil = 0;
  #notedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(private readonly options: EventLogOptions) {
    type Row = { id: string; at: number; type: string; about: string | null; body: string };
    this.#insert = options.storage.statement<Row>((db, p) =>
      db
        .insertInto('events')
        .values({ id: p.id, at: p.at, type: p.type, about: p.about, body: p.body })
        .onConflict((conflict) => conflict.column('id').doNothing()),
    );
    this.#prune = options.storage.statement<{ before: number; seq: number }>((db, p) =>
      db.deleteFrom('events').where((row) => row.or([row('at', '<', p.before), row('seq', '<=', p.seq)])),
    );
  }

  static async open(options: EventLogOptions): Promise<EventLog> {
    const log = new EventLog(options);
    const newest = await log.#newest();
    log.#keptUntil = newest ? newest.at + keptMs : 0;
    log.#timer = setInterval(() => void log.#tidy().catch(options.report), noteEveryMs).unref();
    return log;
  }

  /** Whether somebody listens, or may come back. */
  get isHeard(): boolean {
    return this.#listeners.size > 0 || this.#now() < this.#keptUntil;
  }

  /** To be committed with what the events tell of; then call `tell`. */
  writes(occurrences: readonly Occurrence[]): Write[] {
    if (!this.isHeard) return [];
    const at = this.#now();
    return occurrences.map(({ event, about }) =>
      bind(this.#insert, {
        id: event.id,
        at,
        type: event.type,
        about: about ? JSON.stringify(about) : null,
        body: this.options.maskJsonText(JSON.stringify(event)),
      }),
    );
  }

  tell(): void {
    for (const bell of this.#listeners) bell.ring();
  }

  /**
   * Events behind `after`, or from now on, until the signal aborts: each once, in order. Reads on only when the last one
   * was taken, so that a slow reader costs nothing. Says `missed` where events behind `after` are no longer kept.
   */
  async *follow(
    types: readonly string[] | undefined,
    after: number | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<ToldEvent> {
    const bell = new Bell();
    const wasHeard = this.isHeard;
    this.#listeners.add(bell);
    try {
      await this.#note(wasHeard ? heard : gap);
      let last = await this.#start(after);
      if (after !== undefined && last !== after) yield { seq: last, missed: true };
      while (!signal.aborted) {
        const rows = await this.#after(last);
        // Too far behind: what came next is not kept any more.
        const [first] = rows;
        if (first && first.seq > last + 1 && first.seq === (await this.#oldest())) {
          yield { seq: first.seq - 1, missed: true };
        }
        for (const row of rows) {
          if (signal.aborted) return;
          last = row.seq;
          if (row.type === gap) yield { seq: last, missed: true };
          else if (row.type !== heard && isWanted(row.type, types)) yield told(row);
        }
        if (rows.length < page) await bell.heard(signal);
      }
    } finally {
      this.#listeners.delete(bell);
      this.#keptUntil = this.#now() + keptMs;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
  }

  #now(): number {
    return this.options.now?.() ?? Date.now();
  }

  /** Where to go on: behind `after` where all of that is kept, else at the oldest or, for what is not of here, the newest. */
  async #start(after: number | undefined): Promise<number> {
    const newest = (await this.#newest())?.seq ?? 0;
    if (after === undefined || after > newest) return newest;
    return Math.max(after, (await this.#oldest()) - 1);
  }

  async #oldest(): Promise<number> {
    const { db } = this.options.storage;
    const oldest = await db.selectFrom('events').select('seq').orderBy('seq').limit(1).executeTakeFirst();
    return oldest?.seq ?? 1;
  }

  #newest() {
    const { db } = this.options.storage;
    return db.selectFrom('events').select(['seq', 'at']).orderBy('seq', 'desc').limit(1).executeTakeFirst();
  }

  #after(seq: number) {
    return this.options.storage.db
      .selectFrom('events')
      .select(['seq', 'type', 'about', 'body'])
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(page)
      .execute();
  }

  /** A start has to know until when a listener may come back. */
  async #note(type: string): Promise<void> {
    const at = this.#now();
    if (type === heard && at - this.#notedAt < noteEveryMs) return;
    this.#notedAt = at;
    const row = { id: `${type} ${randomUUID()}`, at, type, about: null, body: '{}' };
    await this.options.storage.commit({ collect: () => [bind(this.#insert, row)] });
  }

  /** Notes that somebody still listens; takes away what nobody comes back for. The newest row stays: it counts. */
  async #tidy(): Promise<void> {
    if (this.#listeners.size > 0) await this.#note(heard);
    const newest = await this.#newest();
    if (!newest) return;
    const before = Math.min(this.#now() - keptMs, newest.at);
    const writes = [bind(this.#prune, { before, seq: newest.seq - mostKept })];
    await this.options.storage.commit({ collect: () => writes });
  }
}

function told(row: { seq: number; about: string | null; body: string }): ToldEvent {
  const event = JSON.parse(row.body) as JsonObject as unknown as CloudEvent;
  const about = row.about === null ? {} : { about: JSON.parse(row.about) as Occurrence['about'] & object };
  return { seq: row.seq, event, ...about };
}
