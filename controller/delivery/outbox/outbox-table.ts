import { bind, type Statement, type Storage, type Tables, type Write } from '../../storage/index.js';
import type { Delivery, Message } from './contract.js';

export type OutboxRow = Delivery & { row: number };

type NewRow = Omit<Tables['outbox'], 'id' | 'last_error' | 'settled_at'>;

/** The rows of the outbox. A row without `settled_at` waits. */
export class OutboxTable {
  readonly #insert: Statement<NewRow>;
  readonly #replace: Statement<NewRow>;
  readonly #remove: Statement<{ id: number; body: string }>;
  readonly #settle: Statement<{ id: number; body: string; at: number }>;
  readonly #forget: Statement<{ channel: string; before: number }>;
  readonly #postpone: Statement<{
    id: number;
    body: string;
    attempts: number;
    due_at: number;
    error: string;
  }>;

  constructor(private readonly storage: Storage) {
    const key = ['channel', 'target', 'message_id'] as const;
    this.#insert = storage.statement<NewRow>((db, row) =>
      db
        .insertInto('outbox')
        .values(valuesOf(row))
        .onConflict((conflict) => conflict.columns(key).doNothing()),
    );
    this.#replace = storage.statement<NewRow>((db, row) =>
      db
        .insertInto('outbox')
        .values(valuesOf(row))
        .onConflict((conflict) =>
          conflict
            .columns(key)
            .doUpdateSet((is) => ({
              body: is.ref('excluded.body'),
              created_at: is.ref('excluded.created_at'),
              due_at: is.ref('excluded.due_at'),
              attempts: is.ref('excluded.attempts'),
              last_error: is.ref('excluded.last_error'),
              settled_at: is.ref('excluded.settled_at'),
            }))
            .where((is) => is('outbox.body', '<>', is.ref('excluded.body'))),
        ),
    );
    this.#remove = storage.statement<{ id: number; body: string }>((db, p) =>
      db.deleteFrom('outbox').where('id', '=', p.id).where('body', '=', p.body),
    );
    // A newer body that came during the attempt stays due.
    this.#settle = storage.statement<{ id: number; body: string; at: number }>((db, p) =>
      db.updateTable('outbox').set({ settled_at: p.at }).where('id', '=', p.id).where('body', '=', p.body),
    );
    this.#forget = storage.statement<{ channel: string; before: number }>((db, p) =>
      db.deleteFrom('outbox').where('channel', '=', p.channel).where('settled_at', '<', p.before),
    );
    this.#postpone = storage.statement<{
      id: number;
      body: string;
      attempts: number;
      due_at: number;
      error: string;
    }>((db, p) =>
      db
        .updateTable('outbox')
        .set({ attempts: p.attempts, due_at: p.due_at, last_error: p.error })
        .where('id', '=', p.id)
        .where('body', '=', p.body),
    );
  }

  /** @param replaces a new body takes the place of the one with the same id; else the first body stays */
  insertion({ channel, target, id, body, delayMs = 0 }: Message, now: number, replaces: boolean): Write {
    return bind(replaces ? this.#replace : this.#insert, {
      channel,
      target,
      message_id: id,
      body,
      created_at: now,
      due_at: now + delayMs,
      attempts: 0,
    });
  }

  removal({ row: id, body }: OutboxRow): Write {
    return bind(this.#remove, { id, body });
  }

  settling({ row: id, body }: OutboxRow, at: number): Write {
    return bind(this.#settle, { id, body, at });
  }

  /** Removes the settled messages of a channel that are older than `before`. */
  forgetting(channel: string, before: number): Write {
    return bind(this.#forget, { channel, before });
  }

  postponement({ row: id, body }: OutboxRow, attempts: number, dueAt: number, error: string): Write {
    return bind(this.#postpone, { id, body, attempts, due_at: dueAt, error });
  }

  async due(channels: readonly string[], now: number, limit: number): Promise<OutboxRow[]> {
    if (channels.length === 0) return [];
    const rows = await this.storage.db
      .selectFrom('outbox')
      .selectAll()
      .where('settled_at', 'is', null)
      .where('channel', 'in', channels)
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .orderBy('id')
      .limit(limit)
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

  /** Returns when the next message of these channels is due; undefined when none waits. */
  async nextDue(channels: readonly string[]): Promise<number | undefined> {
    if (channels.length === 0) return undefined;
    const next = await this.storage.db
      .selectFrom('outbox')
      .select('due_at')
      .where('settled_at', 'is', null)
      .where('channel', 'in', channels)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst();
    return next?.due_at;
  }
}

function valuesOf(row: NewRow): NewRow {
  const { channel, target, message_id, body, created_at, due_at, attempts } = row;
  return { channel, target, message_id, body, created_at, due_at, attempts };
}
