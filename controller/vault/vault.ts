import { randomBytes } from 'node:crypto';
import { nearest, Problem, type ProblemDetail } from '../problems/index.js';
import { bind, isConstraintViolation, type Storage, type Tables } from '../storage/index.js';
import type {
  SecretManner,
  SecretSummary,
  SecretValue,
  SecretVersion,
  Vault,
  WrittenSecret,
} from './contract.js';
import { isMaskable } from './forms.js';
import { type KeyRing, retiredName } from './key-ring.js';
import { Masking } from './masking.js';
import { Rotation } from './rotation.js';
import { seal, unseal } from './seal.js';
import { openSealing } from './sealing.js';

type Row = Omit<Tables['secrets'], 'id'>;

const pathShape = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?(\/[a-z0-9]([a-z0-9._-]*[a-z0-9])?)*$/i;

/**
 * Secrets over the database: each version sealed with a data key of its own, the data key wrapped by the master key.
 * A database without the master key tells paths and key names, never a value.
 * @throws Problem settings_invalid when the master key is not that of the database
 */
export async function openVault(storage: Storage, keys: KeyRing): Promise<Vault> {
  const masking = new Masking();
  for (const row of await retiredKeys(storage)) keys.takeRetired(row);
  const sealing = await openSealing(storage, keys, masking);
  const rotation = new Rotation(storage, keys);
  const insert = storage.statement<{
    path: string;
    version: number;
    keys: string;
    sealed: Uint8Array;
    wrapped_key: Uint8Array;
    key_id: string;
    created_at: number;
  }>((db, p) =>
    db.insertInto('secrets').values({
      path: p.path,
      version: p.version,
      keys: p.keys,
      sealed: p.sealed,
      wrapped_key: p.wrapped_key,
      key_id: p.key_id,
      created_at: p.created_at,
    }),
  );
  const remove = storage.statement<{ path: string }>((db, p) =>
    db.deleteFrom('secrets').where('path', '=', p.path),
  );

  async function newestVersion(path: string): Promise<number> {
    const row = await storage.db
      .selectFrom('secrets')
      .select((query) => query.fn.max('version').as('version'))
      .where('path', '=', path)
      .executeTakeFirst();
    return row?.version ?? 0;
  }

  /** @param next what the version after this one holds */
  async function write(
    path: string,
    next: (newest: number) => Promise<SecretValue>,
    { dryRun = false }: SecretManner = {},
  ): Promise<WrittenSecret> {
    for (;;) {
      const newest = await newestVersion(path);
      const value = await next(newest);
      check(path, value);
      const version = newest + 1;
      if (dryRun) return wouldBe(path, version, value);
      const dataKey = randomBytes(32);
      for (const text of Object.values(value)) masking.remember(text);
      const context = `${path}#${version}`;
      const write = bind(insert, {
        path,
        version,
        keys: JSON.stringify(Object.keys(value)),
        sealed: seal(dataKey, Buffer.from(JSON.stringify(value)), context),
        ...keys.wrap(dataKey, context),
        created_at: Date.now(),
      });
      try {
        await storage.commit({ collect: () => [write] });
        return { ...((await summaries(path))[0] as SecretSummary), unmasked: unmaskedOf(value) };
      } catch (error) {
        // Somebody else made this version in the same moment: ours is the next.
        if (!isConstraintViolation(error)) throw error;
      }
    }
  }

  async function wouldBe(path: string, version: number, value: SecretValue): Promise<WrittenSecret> {
    const updatedAt = new Date().toISOString();
    const createdAt = (await summaries(path))[0]?.createdAt ?? updatedAt;
    return { path, keys: Object.keys(value), version, createdAt, updatedAt, unmasked: unmaskedOf(value) };
  }

  async function summaries(path?: string): Promise<SecretSummary[]> {
    let query = storage.db
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

  async function versions(path: string): Promise<SecretVersion[]> {
    const rows = await storage.db
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

  async function rotateMasterKey(): Promise<number> {
    if (!keys.isOwn)
      throw new Problem(
        'master_key_configured',
        'The master key is in the settings, where svc does not write',
      );
    return rotation.start();
  }

  /** @param version the newest when left out */
  async function find(path: string, version?: number) {
    let query = storage.db.selectFrom('secrets').selectAll().where('path', '=', path);
    if (version !== undefined) query = query.where('version', '=', version);
    return query.orderBy('version', 'desc').limit(1).executeTakeFirst();
  }

  async function read(path: string, prefix?: string): Promise<SecretValue> {
    const row =
      (prefix ? await find(`${prefix.replace(/\/$/, '')}/${path}`) : undefined) ?? (await find(path));
    if (!row) throw await unknownSecret(path);
    return opened(row);
  }

  function opened(row: Row): SecretValue {
    const context = `${row.path}#${row.version}`;
    const dataKey = keys.unwrap(row, context);
    const value = JSON.parse(Buffer.from(unseal(dataKey, row.sealed, context)).toString()) as SecretValue;
    for (const text of Object.values(value)) masking.remember(text);
    return value;
  }

  async function unknownSecret(path: string): Promise<Problem> {
    const near = nearest(
      path,
      (await summaries()).map((summary) => summary.path),
    );
    return new Problem('secret_not_found', `There is no secret \`${path}\`.`, {
      hints: [
        ...(near ? [`Did you mean \`${near}\`?`] : []),
        `Set it with \`POST /api/v1/platform/entities/platform/secret\` and \`{"path": "${path}", "value": {…}}\`.`,
      ],
    });
  }

  return {
    ...sealing,
    conceal: (secret) => masking.remember(secret),
    put: (path, value, manner) => write(path, async () => value, manner),
    update: (path, change, manner) =>
      write(
        path,
        async (newest) => {
          const row = newest === 0 ? undefined : await find(path, newest);
          if (!row) throw await unknownSecret(path);
          return change(opened(row));
        },
        manner,
      ),
    read,
    versions,
    rotateMasterKey,
    takeUpRotation: () => rotation.takeUp(),
    beforeForgettingKey: (work) => rotation.beforeForgetting(work),
    whileKeysStay: (work) => rotation.whileKeysStay(work),
    sign: (text) => keys.sign(text),
    verify: (text, signature) => keys.verify(text, signature),
    rewrap(row, context) {
      try {
        const dataKey = keys.unwrap(row, context);
        return row.key_id === keys.currentId ? row : keys.wrap(dataKey, context);
      } catch {
        return undefined;
      }
    },
    masterKeyState: (keyId) => keys.stateOf(keyId),
    masterKey: () => ({ keyId: keys.currentId, rotating: rotation.isUnderWay, own: keys.isOwn }),
    list: () => summaries(),
    async delete(path) {
      if ((await newestVersion(path)) === 0) return false;
      await storage.commit({ collect: () => [bind(remove, { path })] });
      return true;
    },
  };
}

function retiredKeys(storage: Storage) {
  return storage.db.selectFrom('data_keys').selectAll().where('name', 'like', `${retiredName}%`).execute();
}

function unmaskedOf(value: SecretValue): string[] {
  return Object.keys(value).filter((key) => !isMaskable(value[key] ?? ''));
}

function check(path: string, value: SecretValue): void {
  const errors: ProblemDetail[] = [];
  if (path.length > 255 || !pathShape.test(path)) {
    errors.push({
      pointer: '/path',
      message: 'takes letters, digits, `.`, `_`, `-`, with `/` between parts',
    });
  }
  const entries = Object.entries(value);
  if (entries.length === 0) errors.push({ pointer: '/value', message: 'needs at least one key' });
  for (const [key, text] of entries) {
    if (typeof text !== 'string') errors.push({ pointer: `/value/${key}`, message: 'must be a string' });
  }
  if (errors.length > 0)
    throw new Problem('body_invalid', 'The secret cannot be stored as given', { errors });
}
