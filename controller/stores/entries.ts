import { sql } from 'kysely';
import { bind, type Storage, type Write } from '../storage/index.js';
import type { Entry } from './changes.js';
import type { ValueSealing } from './contract.js';
import type { Listing } from './parameters.js';

/** Which store: the data of each branch is its own. */
export type Address = { branch: string; store: string };

/** Behind every key that begins with what stands before it. */
const behindAll = '\u{10FFFF}';

/** The SQL of stores: compiled once, in one place. Writes are handed out, to be committed with their unit. */
export class Entries {
  readonly #put;
  readonly #remove;
  readonly #removeExpired;
  readonly #removeOldest;
  readonly #insertStep;

  constructor(
    private readonly storage: Storage,
    private readonly sealing: ValueSealing = { keep: (text) => text, open: (kept) => kept },
  ) {
    type Row = Address & { key: string; value: string; written: number; expires_at: number | null };
    this.#put = storage.statement<Row>((db, p) =>
      db
        .insertInto('store_entries')
        .values({
          branch: p.branch,
          store: p.store,
          key: p.key,
          value: p.value,
          written: p.written,
          expires_at: p.expires_at,
        })
        .onConflict((conflict) =>
          conflict.columns(['branch', 'store', 'key']).doUpdateSet((old) => ({
            value: old.ref('excluded.value'),
            written: old.ref('excluded.written'),
            expires_at: old.ref('excluded.expires_at'),
          })),
        ),
    );
    this.#remove = storage.statement<Address & { key: string }>((db, p) =>
      db
        .deleteFrom('store_entries')
        .where('branch', '=', p.branch)
        .where('store', '=', p.store)
        .where('key', '=', p.key),
    );
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
    this.#insertStep = storage.statement<{ id: string; run_id: string; result: string }>((db, p) =>
      db.insertInto('store_steps').values({ id: p.id, run_id: p.run_id, result: p.result }),
    );
  }

  /** @param written counts up with each write of the store */
  put(address: Address, key: string, { value, expiresAt }: Entry, written: number): Write {
    const kept = this.sealing.keep(value);
    return bind(this.#put, { ...address, key, value: kept, written, expires_at: expiresAt });
  }

  remove(address: Address, key: string): Write {
    return bind(this.#remove, { ...address, key });
  }

  /** Leaves the `kept` entries that were written last, counting none that has expired. */
  removeBeyond(address: Address, kept: number, now: number): Write[] {
    return [bind(this.#removeExpired, { ...address, now }), bind(this.#removeOldest, { ...address, kept })];
  }

  insertStep(id: string, runId: string, result: string): Write {
    return bind(this.#insertStep, { id, run_id: runId, result });
  }

  /** Entries that have not expired, by key. */
  async read({ branch, store }: Address, keys: readonly string[], now: number): Promise<Map<string, Entry>> {
    const rows = await this.storage.db
      .selectFrom('store_entries')
      .select(['key', 'value', 'expires_at'])
      .where('branch', '=', branch)
      .where('store', '=', store)
      .where('key', 'in', keys)
      .execute();
    const live = rows.filter((row) => row.expires_at === null || row.expires_at > now);
    return new Map(
      live.map((row) => [row.key, { value: this.sealing.open(row.value), expiresAt: row.expires_at }]),
    );
  }

  /** In the order of their keys, read as they are asked for, values as they are kept; one more than wanted tells whether there are more. */
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
      .where('key', '<', prefix + behindAll)
      .where('key', '>', after)
      .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
      .orderBy('key')
      .limit(limit + 1)
      .stream();
  }

  /** The value as JSON text. */
  open(kept: string): string {
    return this.sealing.open(kept);
  }

  /** Results of the steps among `ids` that are done, by id. */
  async steps(ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.storage.db
      .selectFrom('store_steps')
      .select(['id', 'result'])
      .where('id', 'in', ids)
      .execute();
    return new Map(rows.map(({ id, result }) => [id, result]));
  }

  /** How many entries there are, expired ones included, and the number of the last write. */
  async extent({ branch, store }: Address): Promise<{ entries: number; written: number }> {
    const row = await this.storage.db
      .selectFrom('store_entries')
      .select(({ fn }) => [fn.countAll<number>().as('entries'), fn.max('written').as('written')])
      .where('branch', '=', branch)
      .where('store', '=', store)
      .executeTakeFirst();
    return { entries: Number(row?.entries ?? 0), written: Number(row?.written ?? 0) };
  }
}
