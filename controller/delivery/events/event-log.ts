import { randomUUID } from 'node:crypto';
import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { Notifier } from '../../concurrency/inbox.js';
import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import { bind, insertOnceStatement, type Storage, type Write } from '../../storage/index.js';
import type { Outbox } from '../outbox/contract.js';
import {
  type CloudEvent,
  type EventBatch,
  type EventSink,
  type Events,
  matchesType,
  type Occurrence,
  occurrenceId,
  type StreamedEvent,
} from './event.js';
import { EventTail } from './event-tail.js';
import { type WebhookTarget, webhookMessages } from './webhooks.js';

export interface EventLogOptions {
  storage: Storage;
  maskJsonText(text: string): string;
  report(error: unknown): void;
}

const minute = 60_000;
/** Events are kept this long after the last listener left, so that it can continue. */
const keptMs = 60 * minute;
const maxKept = 50_000;
const noteEveryMs = 10 * minute;
const tidyEveryMs = minute;
/** Rows that one transaction removes. */
const rowsPerStep = 1_000;
const page = 1_000;
/** Types of rows that are no events: a listener was present; there was none before. */
const presence = ':heard';
const gap = ':gap';

/**
 * The events for listeners, in the order of their commits. Without listeners no event is kept; a listener that comes back
 * within an hour continues at its position, also after a restart.
 */
export class EventLog {
  readonly #tail: EventTail;
  readonly #insert;
  readonly #prune;
  /** Until when events are kept without a listener. */
  #keptUntil = 0;
  #notedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #tidying: Promise<void> | undefined;
  #isClosed = false;

  private constructor(private readonly options: EventLogOptions) {
    this.#tail = new EventTail((after) => this.#batchAfter(after), options.report);
    const columns = ['id', 'at', 'type', 'about', 'body'] as const;
    this.#insert = insertOnceStatement(options.storage, 'events', columns);
    this.#prune = options.storage.statement<{ seq: number }>((db, p) =>
      db.deleteFrom('events').where('seq', '<=', p.seq),
    );
  }

  static async open(options: EventLogOptions): Promise<EventLog> {
    const log = new EventLog(options);
    const newest = await log.#newest();
    log.#keptUntil = newest ? newest.at + keptMs : 0;
    log.#timer = setInterval(() => void log.tidy().catch(options.report), tidyEveryMs).unref();
    return log;
  }

  /** True while a listener is present or may come back. */
  get hasReaders(): boolean {
    return this.#tail.followers > 0 || Date.now() < this.#keptUntil;
  }

  /** Returns writes for the transaction that the events report; call `notify` after its commit. */
  writes(occurrences: readonly Occurrence[]): Write[] {
    if (!this.hasReaders) return [];
    const at = Date.now();
    return occurrences.map((occurrence) => {
      const { event, about } = occurrence;
      return bind(this.#insert, {
        id: occurrenceId(occurrence),
        at,
        // Types with a colon in front are those of rows that are no events.
        type: event.type.replace(/^:/, ' :'),
        about: about ? toJsonText(about) : null,
        body: this.options.maskJsonText(toJsonText(event)),
      });
    });
  }

  notify(): void {
    this.#tail.notify();
  }

  /** Returns the position of the newest event; 0 before the first one. */
  async position(): Promise<number> {
    return (await this.#newest())?.seq ?? 0;
  }

  /**
   * Yields the events after `after`, or new ones, until the signal aborts: each once, in order. Reads on only when the reader
   * has taken the last event, so that a slow reader costs no memory. Yields `missed` where events after `after` are no longer
   * kept.
   */
  async *follow(
    types: readonly string[] | undefined,
    after: number | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<StreamedEvent> {
    for await (const { items } of this.batches(after, signal)) {
      for (const item of items) {
        if (signal.aborted) return;
        if ('missed' in item || matchesType(item.event.type, types)) yield item;
      }
    }
  }

  /** As `follow`, for events of all types, and many at once: those who follow the newest events get the same objects. */
  async *batches(after: number | undefined, signal: AbortSignal): AsyncGenerator<EventBatch> {
    const notifier = new Notifier();
    const hadReaders = this.hasReaders;
    this.#tail.add(notifier);
    try {
      await this.#note(hadReaders ? presence : gap);
      let last = await this.#start(after);
      if (after !== undefined && last !== after)
        yield { after, last, size: 0, items: [{ seq: last, missed: true }] };
      this.#tail.begin(last);
      while (!signal.aborted) {
        let batch = this.#tail.after(last);
        if (batch === 'behind') batch = await this.#batchAfter(last);
        if (batch) {
          last = batch.last;
          if (batch.items.length > 0) yield batch;
        } else await notifier.wait(signal);
      }
    } finally {
      this.#tail.remove(notifier);
      this.#keptUntil = Date.now() + keptMs;
    }
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
  }

  /** Returns the position to continue after: `after`, the oldest kept one, or the newest for an unknown position. */
  async #start(after: number | undefined): Promise<number> {
    const newest = await this.position();
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

  /** The next events; undefined where there are none. */
  async #batchAfter(after: number): Promise<EventBatch | undefined> {
    const rows = await this.#after(after);
    const [first] = rows;
    const last = rows.at(-1);
    if (!first || !last) return undefined;
    const items: StreamedEvent[] = [];
    // Too far behind: the next events are no longer kept.
    if (first.seq > after + 1 && first.seq === (await this.#oldest()))
      items.push({ seq: first.seq - 1, missed: true });
    for (const row of rows) {
      if (row.type === gap) items.push({ seq: row.seq, missed: true });
      else if (row.type !== presence) items.push(streamed(row));
      if (isTurnOver()) await nextTurn();
    }
    const size = rows.reduce((sum, { body }) => sum + body.length, 0);
    return { after, last: last.seq, size, items };
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

  /** Records the presence of a listener, so that the next start knows until when one may come back. */
  async #note(type: string): Promise<void> {
    const at = Date.now();
    if (type === presence && at - this.#notedAt < noteEveryMs) return;
    this.#notedAt = at;
    const row = { id: `${type} ${randomUUID()}`, at, type, about: null, body: '{}' };
    await this.options.storage.commit([bind(this.#insert, row)]);
  }

  /** Records that a listener is present and removes old events in steps. */
  tidy(): Promise<void> {
    this.#tidying ??= this.#tidy().finally(() => {
      this.#tidying = undefined;
    });
    return this.#tidying;
  }

  async #tidy(): Promise<void> {
    if (this.#tail.followers > 0) await this.#note(presence);
    while (!this.#isClosed && (await this.#removeOldest()));
  }

  /** The newest row stays: it holds the position. @returns true while there may be more to remove */
  async #removeOldest(): Promise<boolean> {
    const { storage } = this.options;
    const newest = await this.#newest();
    if (!newest) return false;
    const before = Math.min(Date.now() - keptMs, newest.at);
    const oldest = storage.db.selectFrom('events').select(['seq', 'at']).orderBy('seq').limit(rowsPerStep);
    const old = (await oldest.execute()).filter(({ seq, at }) => at < before || seq <= newest.seq - maxKept);
    const last = old.at(-1);
    if (last) await storage.commit([bind(this.#prune, { seq: last.seq })]);
    return old.length === rowsPerStep;
  }
}

function streamed(row: { seq: number; about: string | null; body: string }): StreamedEvent {
  const event = parseJsonText(row.body) as JsonObject as unknown as CloudEvent;
  const about = row.about === null ? {} : { about: parseJsonText(row.about) as Occurrence['about'] & object };
  return { seq: row.seq, event, ...about };
}

export interface EventHubOptions {
  storage: Storage;
  outbox: Outbox;
  log: EventLog;
  webhooks: readonly WebhookTarget[];
  maskJsonText(text: string): string;
}

/** Writes events to the log for listeners, to the outbox for webhooks, and to the sink for flows. */
export class EventHub implements Events {
  #sink: EventSink | undefined;

  constructor(private readonly options: EventHubOptions) {}

  /** Sets the sink of the events that flows may consume. */
  attach(sink: EventSink): void {
    this.#sink = sink;
  }

  /** False when an event would have no reader, so that none needs to be made. */
  get hasReaders(): boolean {
    const { log, webhooks } = this.options;
    return log.hasReaders || webhooks.length > 0 || this.#sink?.isActive === true;
  }

  /** Returns writes for the transaction that the events report; call `notify` with the same objects after its commit. */
  writes(occurrences: readonly Occurrence[]): Write[] {
    if (occurrences.length === 0) return [];
    const { webhooks, outbox, log, maskJsonText } = this.options;
    const writes = [...log.writes(occurrences), ...(this.#sink?.writes(occurrences) ?? [])];
    if (webhooks.length === 0) return writes;
    return [...writes, ...outbox.writes(webhookMessages(webhooks, occurrences, maskJsonText))];
  }

  notify(occurrences: readonly Occurrence[]): void {
    if (occurrences.length === 0) return;
    this.options.log.notify();
    this.#sink?.notify(occurrences);
    if (this.options.webhooks.length > 0) this.options.outbox.wake();
  }

  async emit(occurrences: readonly Occurrence[]): Promise<void> {
    const writes = this.writes(occurrences);
    if (writes.length > 0) await this.options.storage.commit(writes);
    this.notify(occurrences);
  }

  position(): Promise<number> {
    return this.options.log.position();
  }

  follow(...of: Parameters<Events['follow']>): AsyncIterable<StreamedEvent> {
    return this.options.log.follow(...of);
  }

  batches(...of: Parameters<Events['batches']>): AsyncIterable<EventBatch> {
    return this.options.log.batches(...of);
  }
}
