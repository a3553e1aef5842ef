import { type BackOff, pauseAfter } from '../back-off/index.js';
import { within } from '../signals/index.js';
import { bind, type Storage, type Tables, type Write } from '../storage/index.js';
import type { Delivery, DeliveryOutcome, Message, Outbox, Sender } from './contract.js';

const batchSize = 32;
const longestTry = 15_000;
const longestSleep = 3_600_000;
/** A second, some seconds, minutes, an hour, and then every two hours. */
const pauses: BackOff = { firstMs: 1_000, longestMs: 7_200_000, factor: 4, spread: 0.1 };

export interface OutboxOptions {
  storage: Storage;
  senders: Readonly<Record<string, Sender>>;
  report(error: unknown, delivery?: Delivery): void;
  /** ms to wait after the n-th failure. */
  pauseMs?(attempts: number): number;
}

type Row = Delivery & { row: number };

/** Over the database; what waits from an earlier process leaves first. */
export function openOutbox(options: OutboxOptions): Outbox {
  return new DatabaseOutbox(options);
}

class DatabaseOutbox implements Outbox {
  readonly #statements: ReturnType<typeof compileStatements>;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #again = false;

  constructor(private readonly options: OutboxOptions) {
    this.#statements = compileStatements(options.storage);
    this.wake();
  }

  writes(messages: readonly Message[]): Write[] {
    const now = Date.now();
    return messages.map(({ channel, target, id, body }) =>
      bind(this.#statements.insert, {
        channel,
        target,
        message_id: id,
        body,
        created_at: now,
        due_at: now,
        attempts: 0,
      }),
    );
  }

  wake(): void {
    this.#again = true;
    if (this.#working || this.#closing.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#working = this.#work()
      .catch((error) => this.options.report(error))
      .finally(() => {
        this.#working = undefined;
        if (this.#again) this.wake();
      });
  }

  async waiting(channel: string) {
    const rows = await this.options.storage.db
      .selectFrom('outbox')
      .select(['message_id', 'attempts', 'due_at', 'last_error'])
      .where('channel', '=', channel)
      .orderBy('id')
      .limit(1_000)
      .execute();
    return rows.map((row) => ({
      id: row.message_id,
      attempts: row.attempts,
      dueAt: row.due_at,
      lastError: row.last_error,
    }));
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The service stops'));
    clearTimeout(this.#timer);
    await this.#working;
  }

  async #work(): Promise<void> {
    // What was handed in in this turn is written by then.
    await this.options.storage.commit({ collect: () => [] });
    const tried = new Set<number>();
    while (!this.#closing.signal.aborted) {
      this.#again = false;
      const due = (await this.#due()).filter(({ row }) => !tried.has(row));
      if (due.length === 0) break;
      for (const { row } of due) tried.add(row);
      await Promise.all(due.map((row) => this.#deliver(row)));
      tried.clear();
    }
    await this.#sleep();
  }

  async #due(): Promise<Row[]> {
    const rows = await this.options.storage.db
      .selectFrom('outbox')
      .selectAll()
      .where('due_at', '<=', Date.now())
      .orderBy('due_at')
      .orderBy('id')
      .limit(batchSize)
      .execute();
    return rows.map((row) => ({
      row: row.id,
      channel: row.channel,
      target: row.target,
      id: row.message_id,
      body: row.body,
      attempts: row.attempts,
      createdAt: row.created_at,
    }));
  }

  async #deliver(delivery: Row): Promise<void> {
    const sender = this.options.senders[delivery.channel];
    const { signal } = this.#closing;
    try {
      const outcome = await within(longestTry, signal, async (limited) => sender?.send(delivery, limited));
      await this.#settle(delivery, outcome ?? 'gone', sender);
    } catch (error) {
      // Broken off by the stop: it was no failure, and is tried again at the next start.
      if (signal.aborted) return;
      this.options.report(error, delivery);
      await this.#postpone(delivery, error, sender);
    }
  }

  #settle({ row, ...delivery }: Row, outcome: DeliveryOutcome, sender: Sender | undefined): Promise<void> {
    const writes = [
      bind(this.#statements.remove, { id: row }),
      ...(sender?.settled?.(delivery, outcome) ?? []),
    ];
    return this.options.storage.commit({ collect: () => writes });
  }

  async #postpone(delivery: Row, error: unknown, sender: Sender | undefined): Promise<void> {
    const attempts = delivery.attempts + 1;
    const pause = this.options.pauseMs?.(attempts) ?? pauseAfter(attempts, pauses);
    const due = Date.now() + pause;
    if (due - delivery.createdAt > (sender?.keptForMs ?? Number.POSITIVE_INFINITY)) {
      return this.#settle(delivery, 'gone', sender);
    }
    const write = bind(this.#statements.postpone, {
      id: delivery.row,
      attempts,
      due_at: due,
      last_error: (error instanceof Error ? error.message : String(error)).slice(0, 500),
    });
    await this.options.storage.commit({ collect: () => [write] });
  }

  async #sleep(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const next = await this.options.storage.db
      .selectFrom('outbox')
      .select('due_at')
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst();
    if (!next) return;
    const ms = Math.min(Math.max(next.due_at - Date.now(), 0), longestSleep);
    this.#timer = setTimeout(() => this.wake(), ms).unref();
  }
}

function compileStatements(storage: Storage) {
  return {
    insert: storage.statement<Omit<Tables['outbox'], 'id' | 'last_error'>>((db, p) =>
      db
        .insertInto('outbox')
        .values({
          channel: p.channel,
          target: p.target,
          message_id: p.message_id,
          body: p.body,
          created_at: p.created_at,
          due_at: p.due_at,
          attempts: p.attempts,
        })
        .onConflict((conflict) => conflict.columns(['channel', 'target', 'message_id']).doNothing()),
    ),
    remove: storage.statement<{ id: number }>((db, p) => db.deleteFrom('outbox').where('id', '=', p.id)),
    postpone: storage.statement<{ id: number; attempts: number; due_at: number; last_error: string }>(
      (db, p) =>
        db
          .updateTable('outbox')
          .set({ attempts: p.attempts, due_at: p.due_at, last_error: p.last_error })
          .where('id', '=', p.id),
    ),
  };
}
