import { randomBytes } from 'node:crypto';
import { didYouMean } from '../../../schemas/nearest.js';
import { Problem, type ProblemDetail } from '../../problems/index.js';
import {
  bind,
  deleteStatement,
  insertStatement,
  isConstraintViolation,
  type Storage,
  type Tables,
} from '../../storage/index.js';
import { isMaskable } from './forms.js';
import type { KeyRing } from './key-ring.js';
import type { Masking } from './masking.js';
import { seal, unseal } from './seal.js';

const pathShape = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?(\/[a-z0-9]([a-z0-9._-]*[a-z0-9])?)*$/i;
const maxPathLength = 255;

/** True for a path that a secret can have: no part is empty, `.` or `..`, or begins with a dot. */
export function isSecretPath(path: string): boolean {
  return path.length <= maxPathLength && pathShape.test(path);
}

/** The content of a secret: texts by key. */
export type SecretValue = Readonly<Record<string, string>>;

/** The part of a secret that may be shown: never a value. */
export interface SecretSummary {
  path: string;
  keys: string[];
  version: number;
  createdAt: string;
  updatedAt: string;
  /** The prefix of the provider that holds the secret; undefined for a stored secret. */
  provider?: string;
}

export type SecretVersion = Pick<SecretSummary, 'version' | 'keys' | 'createdAt'>;

export interface SecretWriteOptions {
  /** Checks everything and changes nothing. */
  dryRun?: boolean | undefined;
}

/** The answer to a write of a secret. */
export interface WrittenSecret extends SecretSummary {
  /** Keys whose values are too short or too common to be masked. */
  unmasked: string[];
}

/**
 * Secrets in the database. Each version is sealed with a data key of its own, which is wrapped by the master key. Without
 * the master key, the database reveals paths and key names, but no value.
 */
export class SecretStore {
  readonly #insert;
  readonly #remove;
  readonly #prune;

  constructor(
    private readonly storage: Storage,
    private readonly keys: KeyRing,
    private readonly masking: Masking,
  ) {
    const columns = ['path', 'version', 'keys', 'sealed', 'wrapped_key', 'key_id', 'created_at'] as const;
    this.#insert = insertStatement(storage, 'secrets', columns);
    this.#remove = deleteStatement(storage, 'secrets', ['path']);
    this.#prune = storage.statement<{ path: string; version: number }>((db, { path, version }) =>
      db.deleteFrom('secrets').where('path', '=', path).where('version', '<=', version),
    );
  }

  /** Creates a secret, or a new version of an existing one. Durable when it resolves. */
  put(path: string, value: SecretValue, options: SecretWriteOptions = {}): Promise<WrittenSecret> {
    return this.#write(path, async () => value, options);
  }

  /**
   * Makes a new version of a secret from its newest one; no other version comes between. Durable when it resolves.
   * @throws Problem secret_not_found, and errors that `change` throws
   */
  update(
    path: string,
    change: (value: SecretValue) => SecretValue,
    options: SecretWriteOptions = {},
  ): Promise<WrittenSecret> {
    const next = async (newest: number): Promise<SecretValue> => {
      const row = newest === 0 ? undefined : await this.#find(path, newest);
      if (!row) throw await this.notFound([path], true);
      return change(this.#opened(row));
    };
    return this.#write(path, next, options);
  }

  list(): Promise<SecretSummary[]> {
    return this.#summaries();
  }

  /** Newest first; empty for a path that does not exist. */
  async versions(path: string): Promise<SecretVersion[]> {
    const rows = await this.storage.db
      .selectFrom('secrets')
      .select(['version', 'keys', 'created_at'])
      .where('path', '=', path)
      .orderBy('version', 'desc')
      .execute();
    return rows.map(({ version, keys, created_at }) => ({
      version,
      keys: JSON.parse(keys) as string[],
      createdAt: new Date(created_at).toISOString(),
    }));
  }

  /** Returns the decrypted values of the newest version; undefined when there is no such secret. */
  async find(path: string): Promise<SecretValue | undefined> {
    const row = await this.#find(path);
    return row && this.#opened(row);
  }

  /** Returns false when there is no such secret. */
  async delete(path: string, { dryRun = false }: SecretWriteOptions = {}): Promise<boolean> {
    if ((await this.#newestVersion(path)) === 0) return false;
    if (!dryRun) await this.storage.commit([bind(this.#remove, { path })]);
    return true;
  }

  /** Deletes the versions up to one. */
  async prune(path: string, version: number): Promise<void> {
    await this.storage.commit([bind(this.#prune, { path, version })]);
  }

  /** Returns the problem for secrets that are not there. @param mayNameOthers whether it may suggest the path of another secret */
  async notFound(tried: readonly string[], mayNameOthers: boolean): Promise<Problem> {
    const [path = ''] = tried;
    const paths = mayNameOthers ? (await this.#summaries()).map((summary) => summary.path) : [];
    const names = tried.map((each) => `\`${each}\``).join(' or ');
    return new Problem('secret_not_found', `There is no secret ${names}.`, {
      hints: [
        ...didYouMean(tried.at(-1) ?? path, paths),
        { text: 'Set it with {call}.', operation: 'write-secret', arguments: { path, value: { key: '…' } } },
      ],
    });
  }

  /** @param next returns the value of the version after `newest` */
  async #write(
    path: string,
    next: (newest: number) => Promise<SecretValue>,
    { dryRun = false }: SecretWriteOptions,
  ): Promise<WrittenSecret> {
    for (;;) {
      const newest = await this.#newestVersion(path);
      const value = await next(newest);
      requireStorable(path, value, { isNew: newest === 0 });
      const unmasked = Object.keys(value).filter((key) => !isMaskable(value[key] ?? ''));
      if (dryRun) return { ...(await this.#preview(path, newest + 1, value)), unmasked };
      try {
        await this.#insertVersion(path, newest + 1, value);
        return { ...((await this.#summaries(path))[0] as SecretSummary), unmasked };
      } catch (error) {
        // A concurrent writer made the same version: try the next one.
        if (!isConstraintViolation(error)) throw error;
      }
    }
  }

  async #insertVersion(path: string, version: number, value: SecretValue): Promise<void> {
    const dataKey = randomBytes(32);
    for (const text of Object.values(value)) this.masking.remember(text);
    const context = `${path}#${version}`;
    const row = {
      path,
      version,
      keys: JSON.stringify(Object.keys(value)),
      sealed: seal(dataKey, Buffer.from(JSON.stringify(value)), context),
      ...this.keys.wrap(dataKey, context),
      created_at: Date.now(),
    };
    await this.storage.commit([bind(this.#insert, row)]);
  }

  async #preview(path: string, version: number, value: SecretValue): Promise<SecretSummary> {
    const updatedAt = new Date().toISOString();
    const createdAt = (await this.#summaries(path))[0]?.createdAt ?? updatedAt;
    return { path, keys: Object.keys(value), version, createdAt, updatedAt };
  }

  async #newestVersion(path: string): Promise<number> {
    const row = await this.storage.db
      .selectFrom('secrets')
      .select((query) => query.fn.max('version').as('version'))
      .where('path', '=', path)
      .executeTakeFirst();
    return row?.version ?? 0;
  }

  async #summaries(path?: string): Promise<SecretSummary[]> {
    let query = this.storage.db
      .selectFrom('secrets')
      .select(['path', 'version', 'keys', 'created_at'])
      .orderBy('path')
      .orderBy('version');
    if (path !== undefined) query = query.where('path', '=', path);
    const byPath = new Map<string, SecretSummary>();
    for (const row of await query.execute()) {
      const at = new Date(row.created_at).toISOString();
      byPath.set(row.path, {
        path: row.path,
        keys: JSON.parse(row.keys) as string[],
        version: row.version,
        createdAt: byPath.get(row.path)?.createdAt ?? at,
        updatedAt: at,
      });
    }
    return [...byPath.values()];
  }

  /** @param version the newest when left out */
  #find(path: string, version?: number) {
    let query = this.storage.db.selectFrom('secrets').selectAll().where('path', '=', path);
    if (version !== undefined) query = query.where('version', '=', version);
    return query.orderBy('version', 'desc').limit(1).executeTakeFirst();
  }

  #opened(row: Omit<Tables['secrets'], 'id'>): SecretValue {
    const context = `${row.path}#${row.version}`;
    const dataKey = this.keys.unwrap(row, context);
    const value = JSON.parse(Buffer.from(unseal(dataKey, row.sealed, context)).toString()) as SecretValue;
    for (const text of Object.values(value)) this.masking.remember(text);
    return value;
  }
}

/** @throws Problem body_invalid */
function requireStorable(path: string, value: SecretValue, { isNew }: { isNew: boolean }): void {
  const errors: ProblemDetail[] = [];
  if (!isSecretPath(path)) {
    const message = 'takes letters, digits, `.`, `_`, `-`, with `/` between parts';
    errors.push({ pointer: '/path', message });
  }
  // Those of former versions can still be changed, so that they can be rotated.
  if (isNew && /^platform(?:$|[.-])/i.test(path)) {
    const message =
      'begins with `platform`, which is for the installation: its secrets are below `platform/`';
    errors.push({ pointer: '/path', message });
  }
  const entries = Object.entries(value);
  if (entries.length === 0) errors.push({ pointer: '/value', message: 'needs at least one key' });
  for (const [key, text] of entries) {
    if (typeof text !== 'string') errors.push({ pointer: `/value/${key}`, message: 'must be a string' });
  }
  if (errors.length > 0)
    throw new Problem('body_invalid', 'The secret cannot be stored as given', { errors });
}
