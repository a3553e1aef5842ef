import { sql } from 'kysely';
import {
  bind,
  deleteStatement,
  insertOnceStatement,
  type Storage,
  type Tables,
  updateStatement,
  upsertStatement,
} from '../storage/index.js';
import type { ConsentConnection } from './contract.js';

export type ConsentRow = Tables['consents'];

/** The newest version of a secret, with what is known of the consent that it stands for. */
export interface StoredConsent {
  readonly path: string;
  readonly version: number;
  /** Undefined where the refresh token was written by hand, and not used yet. */
  readonly row: ConsentRow | undefined;
  /** The row is about this version: the secret was not changed by hand since. */
  readonly isCurrent: boolean;
}

/** A renewal has this long, in ms: when its process has ended, another one renews after it. */
const heldMs = 30_000;

const columns = [
  'branch',
  'connection',
  'environment',
  'token_url',
  'client_id',
  'scopes',
  'granted_scopes',
  'given_by',
  'given_at',
  'version',
  'access',
  'access_ends_at',
  'ended_at',
  'ended_reason',
  'holder',
  'held_until',
] as const;

/** The consents in the database; their refresh tokens are secrets. */
export class ConsentStore {
  readonly #save;
  readonly #insert;
  readonly #remove;
  readonly #claim;
  readonly #release;
  readonly #change;

  constructor(private readonly storage: Storage) {
    this.#save = upsertStatement(storage, 'consents', ['path'], columns);
    this.#insert = insertOnceStatement(storage, 'consents', ['path', ...columns]);
    this.#remove = deleteStatement(storage, 'consents', ['path']);
    // Nodes have clocks of their own, and share that of the database.
    const shared = storage.node
      ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
      : undefined;
    this.#claim = storage.statement<{ path: string; holder: string; now: number }>(
      (db, { path, holder, now: own }) => {
        const now = shared ?? own;
        return db
          .updateTable('consents')
          .set({ holder, held_until: sql<number>`${now} + ${sql.lit(heldMs)}` })
          .where('path', '=', path)
          .where(sql<boolean>`(held_until is null or held_until < ${now})`);
      },
    );
    this.#release = updateStatement(storage, 'consents', ['holder', 'held_until'], ['path', 'holder']);
    this.#change = updateStatement(
      storage,
      'consents',
      ['version', 'access', 'access_ends_at', 'token_url', 'client_id', 'ended_at', 'ended_reason'],
      ['path'],
    );
  }

  /** Returns the first of these secrets that has the key, with its consent; undefined where none has. */
  async find(paths: readonly string[], key: string): Promise<StoredConsent | undefined> {
    for (const path of paths) {
      const secret = await this.storage.db
        .selectFrom('secrets')
        .select(['version', 'keys'])
        .where('path', '=', path)
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!secret || !(JSON.parse(secret.keys) as string[]).includes(key)) continue;
      const row = await this.findRow(path);
      const version = Number(secret.version);
      return { path, version, row, isCurrent: row !== undefined && Number(row.version) === version };
    }
    return undefined;
  }

  findRow(path: string): Promise<ConsentRow | undefined> {
    return this.storage.db.selectFrom('consents').selectAll().where('path', '=', path).executeTakeFirst();
  }

  /** Returns the rows that are about the newest version of their secret. */
  listCurrent(): Promise<ConsentRow[]> {
    return this.storage.db
      .selectFrom('consents')
      .selectAll()
      .where('version', '=', (row) =>
        row
          .selectFrom('secrets')
          .select(({ fn }) => fn.max('secrets.version').as('version'))
          .whereRef('secrets.path', '=', 'consents.path'),
      )
      .execute();
  }

  /** Durable when it resolves. */
  async save(row: ConsentRow): Promise<void> {
    await this.storage.commit([bind(this.#save, row)]);
  }

  async remove(path: string): Promise<void> {
    await this.storage.commit([bind(this.#remove, { path })]);
  }

  /**
   * Tries to become the only one who renews the tokens of a consent, over all nodes. Returns false while another one does.
   * @param about is noted where the refresh token was written by hand
   */
  async claim(
    { path, version }: Pick<StoredConsent, 'path' | 'version'>,
    holder: string,
    about: ConsentConnection & Pick<ConsentRow, 'token_url' | 'client_id' | 'scopes'>,
  ): Promise<boolean> {
    const { branch, connection, environment, token_url, client_id, scopes } = about;
    const row = {
      path,
      branch,
      connection,
      environment,
      token_url,
      client_id,
      scopes,
      granted_scopes: null,
      given_by: null,
      given_at: null,
      version,
      access: null,
      access_ends_at: null,
      ended_at: null,
      ended_reason: null,
      holder: null,
      held_until: null,
    };
    await this.storage.commit([
      bind(this.#insert, row),
      bind(this.#claim, { path, holder, now: Date.now() }),
    ]);
    return (await this.findRow(path))?.holder === holder;
  }

  async release(path: string, holder: string): Promise<void> {
    await this.storage.commit([bind(this.#release, { path, holder, held_until: null })]);
  }

  /** Notes the tokens of a renewal, or the end of the consent. */
  async change(
    row: Pick<ConsentRow, 'path' | 'version' | 'token_url' | 'client_id'> &
      Partial<Pick<ConsentRow, 'access' | 'access_ends_at' | 'ended_at' | 'ended_reason'>>,
  ): Promise<void> {
    const { access = null, access_ends_at = null, ended_at = null, ended_reason = null } = row;
    const { path, version, token_url, client_id } = row;
    await this.storage.commit([
      bind(this.#change, {
        path,
        version,
        token_url,
        client_id,
        access,
        access_ends_at,
        ended_at,
        ended_reason,
      }),
    ]);
  }
}
