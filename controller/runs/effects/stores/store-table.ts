import { sql } from 'kysely';
import {
  bind,
  deleteStatement,
  insertStatement,
  padded,
  type Read,
  type Row,
  type Storage,
  type Tables,
  toRead,
  upsertStatement,
  type Write,
} from '../../../storage/index.js';
import type { Entry, Listing } from './store-changes.js';

/** Converts the JSON text of a value to its stored form and back. */
export interface ValueSealing {
  keep(text: string): string;
  open(kept: string): string;
}

/** Identifies a store. Each branch has its own data. */
export type Address = { branch: string; store: string };

/** Sorts after every character of a key. */
const lastCharacter = '\u{10FFFF}';

/** The SQL of stores, compiled once. Methods that write return the writes for the caller to commit. */
export class StoreTable {
  readonly #put;
  readonly #remove;
  readonly #removeExpired;
  readonly #removeOldest;
  readonly #insertStep;
  /** The query for the entries of so many keys. */
  readonly #entriesOf = new Map<number, string>();

  constructor(
    private readonly storage: Storage,
    private readonly sealing: ValueSealing = { keep: (text) => text, open: (kept) => kept },
  ) {
    const key = ['branch', 'store', 'key'] as const;
    this.#put = upsertStatement(storage, 'store_entries', key, ['value', 'written', 'expires_at']);
    this.#remove = deleteStatement(storage, 'store_entries', key);
    this.#removeExpired = storage.statement<Address & { now: number }>((db, p) =>
      db
        .deleteFrom('store_entries')
        .where('branch', '=', p.branch)
        .where('store', '=', p.store)
        .where('expires_at', '<=', p.now),
    );
    this.#removeOldest = storage.statement<Address & { kept: number }>((db, p) =>
      db
        .deleteFrom('store_entries')
        .where('branch', '=', p.branch)
        .where('store', '=', p.store)
        .where('written', '<=', (oldest) =>
          oldest
            .selectFrom('store_entries')
            .select('written')
            .where('branch', '=', p.branch)
            .where('store', '=', p.store)
            .orderBy('written', 'desc')
            .limit(sql.lit(1))
            .offset(p.kept),
        ),
    );
    this.#insertStep = insertStatement(storage, 'store_steps', ['id', 'run_id', 'result']);
  }

  /** @param bytes the number of the write, which counts up within the store */
  put(address: Address, key: string, { value, expiresAt }: Entry, bytes: number): Write {
    const kept = this.sealing.keep(value);
    return bind(this.#put, { ...address, key, value: kept, written: bytes, expires_at: expiresAt });
  }

  remove(address: Address, key: string): Write {
    return bind(this.#remove, { ...address, key });
  }

  /** Removes expired entries and all but the `kept` entries that were written last. */
  removeBeyond(address: Address, kept: number, now: number): Write[] {
    return [bind(this.#removeExpired, { ...address, now }), bind(this.#removeOldest, { ...address, kept })];
  }

  insertStep(id: string, runId: string, result: string): Write {
    return bind(this.#insertStep, { id, run_id: runId, result });
  }

  /** Returns the entry of a key, unless it has expired. */
  async find({ branch, store }: Address, key: string, now: number): Promise<Entry | undefined> {
    const rows = await this.storage.db
      .selectFrom('store_entries')
      .select(['key', 'value', 'expires_at'])
      .where('branch', '=', branch)
      .where('store', '=', store)
      .where('key', '=', key)
      .execute();
    return this.toEntries(rows, now).get(key);
  }

  /** Entries in the order of their keys, with values as stored, read while the caller iterates. Up to one more than `limit`. */
  list(
    { branch, store }: Address,
    { prefix, after, limit }: Listing,
    now: number,
  ): AsyncIterable<{ key: string; value: string }> {
    return this.storage.db
      .selectFrom('store_entries')
      .select(['key', 'value'])
      .where('branch', '=', branch)
      .where('store', '=', store)
      .where('key', '>=', prefix)
      .where('key', '<', prefix + lastCharacter)
      .where('key', '>', after)
      .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
      .orderBy('key')
      .limit(limit + 1)
      .stream();
  }

  /** The JSON text of a stored value. */
  open(kept: string): string {
    return this.sealing.open(kept);
  }

  /** Returns the query for the entries of `keys`, including expired ones, for `toEntries`. */
  readEntries({ branch, store }: Address, keys: readonly string[]): Read {
    const values = padded(keys);
    // To compile it takes as long as to send it.
    let text = this.#entriesOf.get(values.length);
    if (text === undefined) {
      const query = this.storage.db
        .selectFrom('store_entries')
        .select(['key', 'value', 'expires_at'])
        .where('branch', '=', branch)
        .where('store', '=', store)
        .where('key', 'in', values);
      text = query.compile().sql;
      this.#entriesOf.set(values.length, text);
    }
    return { sql: text, values: [branch, store, ...values] };
  }

  /** Returns the entries that have not expired, by key. */
  toEntries(rows: readonly Row[], now: number): Map<string, Entry> {
    const entries = new Map<string, Entry>();
    for (const { key, value, expires_at: expiresAt } of rows as unknown as EntryRow[])
      if (expiresAt === null || expiresAt > now) entries.set(key, { value: this.open(value), expiresAt });
    return entries;
  }

  /** Returns the query for the `id` and the `result` of each step among `ids` that was performed. */
  readSteps(ids: readonly string[]): Read {
    return toRead(
      this.storage.db.selectFrom('store_steps').select(['id', 'result']).where('id', 'in', padded(ids)),
    );
  }

  /** Returns the query for the number of the last write: `written`. */
  readLast({ branch, store }: Address): Read {
    const query = this.storage.db
      .selectFrom('store_entries')
      .select(({ fn }) => fn.max('written').as('written'))
      .where('branch', '=', branch)
      .where('store', '=', store);
    return toRead(query);
  }

  /** Returns the query for the number of entries, including expired ones: `entries`. */
  countEntries({ branch, store }: Address): Read {
    const query = this.storage.db
      .selectFrom('store_entries')
      .select(({ fn }) => fn.countAll<number>().as('entries'))
      .where('branch', '=', branch)
      .where('store', '=', store);
    return toRead(query);
  }
}

type EntryRow = Pick<Tables['store_entries'], 'key' | 'value' | 'expires_at'>;

/** Rows removed by one transaction. */
const batchSize = 1_000;

/** Removes expired entries, and the results of steps of ended runs, which are not performed again. */
export class StoreCleaner {
  readonly #removeExpired;
  readonly #removeSteps;

  constructor(private readonly storage: Storage) {
    this.#removeExpired = storage.statement<{ now: number; limit: number }>((db, p) =>
      db
        .deleteFrom('store_entries')
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple('branch', 'store', 'key'),
            'in',
            selectFrom('store_entries')
              .select(['branch', 'store', 'key'])
              .where('expires_at', '<=', p.now)
              .limit(p.limit)
              .$asTuple('branch', 'store', 'key'),
          ),
        ),
    );
    this.#removeSteps = storage.statement<{ limit: number }>((db, p) =>
      db.deleteFrom('store_steps').where('id', 'in', endedSteps(db).select('store_steps.id').limit(p.limit)),
    );
  }

  /** @param now ms since the epoch */
  async clean(now: number): Promise<void> {
    const { storage } = this;
    while (await this.#hasExpired(now)) {
      await storage.commit([bind(this.#removeExpired, { now, limit: batchSize })]);
    }
    while (await this.#hasEndedSteps()) {
      await storage.commit([bind(this.#removeSteps, { limit: batchSize })]);
    }
  }

  async #hasExpired(now: number): Promise<boolean> {
    const row = await this.storage.db
      .selectFrom('store_entries')
      .select('key')
      .where('expires_at', '<=', now)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async #hasEndedSteps(): Promise<boolean> {
    const row = await endedSteps(this.storage.db).select('store_steps.id').limit(1).executeTakeFirst();
    return row !== undefined;
  }
}

function endedSteps(db: Storage['db']) {
  return db
    .selectFrom('store_steps')
    .leftJoin('runs', 'runs.id', 'store_steps.run_id')
    .where((row) => row.or([row('runs.id', 'is', null), row('runs.ended_at', 'is not', null)]));
}
