import {
  bind,
  deleteStatement,
  insertOnceStatement,
  type Statement,
  type Storage,
  type Tables,
  updateStatement,
  type Write,
} from '../../storage/index.js';
import type { Delivery, Message } from './contract.js';

export type OutboxRow = Delivery & { row: number };

type NewRow = Omit<Tables['outbox'], 'id' | 'last_error' | 'settled_at'>;

/** The rows of the outbox. A row without `settled_at` waits. */
export class OutboxTable {
  readonly #insert;
  readonly #replace: Statement<NewRow>;
  readonly #remove;
  readonly #settle;
  readonly #forget;
  readonly #postpone;

  constructor(private readonly storage: Storage) {
    const key = ['channel', 'target', 'message_id'] as const;
    const fresh = ['body', 'created_at', 'due_at', 'attempts'] as const;
    const replaced = [...fresh, 'last_error', 'settled_at'] as const;
    this.#insert = insertOnceStatement(storage, 'outbox', [...key, ...fresh]);
    this.#replace = storage.statement<NewRow>((db, row) =>
      db
        .insertInto('outbox')
        .values(getValues(row))
        .onConflict((conflict) =>
          conflict
            .columns(key)
            .doUpdateSet((is) =>
              Object.fromEntries(replaced.map((name) => [name, is.ref(`excluded.${name}`)])),
            )
            .where((is) => is('outbox.body', '<>', is.ref('excluded.body'))),
        ),
    );
    // These compare the body, so that a newer body that came during the attempt stays due.
    const attempted = ['id', 'body'] as const;
    this.#remove = deleteStatement(storage, 'outbox', attempted);
    this.#settle = updateStatement(storage, 'outbox', ['settled_at'], attempted);
    this.#postpone = updateStatement(storage, 'outbox', ['attempts', 'due_at', 'last_error'], attempted);
    this.#forget = storage.statement<{ channel: string; before: number }>((db, p) =>
      db.deleteFrom('outbox').where('channel', '=', p.channel).where('settled_at', '<', p.before),
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
    return bind(this.#settle, { id, body, settled_at: at });
  }

  /** Removes the settled messages of a channel that are older than `before`. */
  forgetting(channel: string, before: number): Write {
    return bind(this.#forget, { channel, before });
  }

  postponement({ row: id, body }: OutboxRow, attempts: number, dueAt: number, error: string): Write {
    return bind(this.#postpone, { id, body, attempts, due_at: dueAt, last_error: error });
  }

  async find({
    channel,
    target,
    id,
  }: Pick<Message, 'channel' | 'target' | 'id'>): Promise<string | undefined> {
    const row = await this.storage.db
      .selectFrom('outbox')
      .select('body')
      .where('channel', '=', channel)
      .where('target', '=', target)
      .where('message_id', '=', id)
      .executeTakeFirst();
    return row?.body;
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
    return rows.map(({ id: row, message_id: id, created_at: createdAt, channel, target, body, attempts }) => {
      return { row, channel, target, id, body, attempts, createdAt };
    });
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

function getValues(row: NewRow): NewRow {
  const { channel, target, message_id, body, created_at, due_at, attempts } = row;
  return { channel, target, message_id, body, created_at, due_at, attempts };
}
