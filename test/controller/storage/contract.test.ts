import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bind,
  insertStatement,
  isConstraintViolation,
  openSqliteStorage,
  type Storage,
  type Tables,
  upsertStatement,
} from '../../../controller/storage/index.js';
import { openPostgresStorage } from '../../../controller/storage/postgres/postgres-storage.js';
import { getUrl, hasServer, newDatabase } from './engines.js';

const isHere = await hasServer();
const folder = mkdtempSync(join(tmpdir(), 'svc-contract-'));
const engines = [
  { name: 'SQLite', open: () => openSqliteStorage(join(folder, 'svc.db')) },
  {
    name: 'PostgreSQL',
    open: async () => openPostgresStorage({ url: getUrl(await newDatabase()), node: 'a', version: '1.0.0' }),
  },
].filter(({ name }) => isHere || name === 'SQLite');

const opened: Storage[] = [];

describe.each(engines)('storage in $name', ({ open }) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await open();
    opened.push(storage);
  });

  const document = () => insertStatement(storage, 'closures', ['id', 'content']);
  const commit = (...rows: { id: string; content: string }[]) =>
    storage.commit(rows.map((row) => bind(document(), row)));
  const contents = async (...ids: string[]) => {
    const rows = storage.db.selectFrom('closures').selectAll().where('id', 'in', ids).orderBy('id');
    return (await rows.execute()).map(({ content }) => content);
  };

  test('any text is read as it was written', async () => {
    // SQLite's binding ends a text at NUL.
    const nul = storage.server ? ['a\0b\0', '\0'] : [];
    const texts = [...nul, 'ünï 😀', '', '\u0001\t\n', '{"a":"\\u0000"}', "it's \\ 100% _", '\u{10ffff}'];
    await commit(...texts.map((content, index) => ({ id: `text ${index}`, content })));
    expect(await contents(...texts.map((_, index) => `text ${index}`))).toEqual(texts);
  });

  test('bytes and large numbers are read as they were written', async () => {
    const sealed = Uint8Array.from([0, 1, 255, 92]);
    const columns = ['path', 'version', 'keys', 'sealed', 'wrapped_key', 'key_id', 'created_at'] as const;
    const insert = insertStatement(storage, 'secrets', columns);
    const row = { path: 'p', version: 1, keys: '[]', sealed, wrapped_key: new Uint8Array(), key_id: null };
    await storage.commit([bind(insert, { ...row, created_at: Number.MAX_SAFE_INTEGER })]);
    const read = await storage.db.selectFrom('secrets').selectAll().executeTakeFirstOrThrow();
    expect([...read.sealed, '|', ...read.wrapped_key]).toEqual([...sealed, '|']);
    expect(read).toMatchObject({ version: 1, created_at: Number.MAX_SAFE_INTEGER, key_id: null });
    const count = storage.db.selectFrom('secrets').select(({ fn }) => fn.countAll().as('n'));
    expect(await count.executeTakeFirst()).toEqual({ n: 1 });
  });

  test('a list without items matches no row, and its opposite all', async () => {
    await commit({ id: 'in', content: 'x' });
    const rows = storage.db.selectFrom('closures').select('id');
    expect(await rows.where('id', 'in', []).execute()).toEqual([]);
    expect(await rows.where('id', 'not in', []).where('id', '=', 'in').execute()).toEqual([{ id: 'in' }]);
  });

  test('texts sort by their bytes', async () => {
    const ids = ['sort B', 'sort a', 'sort Z', 'sort ä', 'sort _', 'sort 😀'];
    await commit(...ids.map((id) => ({ id, content: id })));
    expect(await contents(...ids)).toEqual(['sort B', 'sort Z', 'sort _', 'sort a', 'sort ä', 'sort 😀']);
  });

  test('statements of a unit see the effects of those before it', async () => {
    const put = upsertStatement(storage, 'closures', ['id'], ['content']);
    await storage.commit([
      bind(put, { id: 'seen', content: '1' }),
      bind(put, { id: 'seen', content: '2' }),
      { sql: `delete from closures where content = '2'`, values: [] },
      bind(document(), { id: 'seen', content: '3' }),
    ]);
    expect(await contents('seen')).toEqual(['3']);
  });

  test('units that break a constraint fail alone, in whatever place, and the others are written', async () => {
    await commit({ id: 'taken', content: '0' });
    const results = await Promise.allSettled([
      commit({ id: 'taken', content: '1' }),
      commit({ id: 'u1', content: '1' }),
      commit({ id: 'u2', content: '2' }, { id: 'taken', content: '2' }),
      commit({ id: 'u1', content: 'again' }),
      commit({ id: 'u3', content: '3' }),
    ]);
    expect(results.map(({ status }) => status[0]).join('')).toBe('rfrrf');
    for (const result of results)
      if (result.status === 'rejected') expect(isConstraintViolation(result.reason)).toBe(true);
    expect(await contents('taken', 'u1', 'u2', 'u3')).toEqual(['0', '1', '3']);
  });

  test('a unit whose statement is wrong is refused with storage_failed, and the next one is written', async () => {
    const wrong = storage.commit([{ sql: 'insert into no_such_table values (1)', values: [] }]);
    const right = commit({ id: 'right', content: 'x' });
    await expect(wrong).rejects.toMatchObject({ code: 'storage_failed' });
    await right;
    expect(await contents('right')).toEqual(['x']);
  });

  test('rows are streamed, and a reader may stop', async () => {
    await commit(...Array.from({ length: 250 }, (_, index) => ({ id: `row ${index}`, content: 'stream' })));
    const rows = storage.db.selectFrom('closures').select('id').where('content', '=', 'stream');
    const read: string[] = [];
    for await (const { id } of rows.stream(100)) read.push(id);
    expect(new Set(read).size).toBe(250);
    for await (const { id } of rows.stream(100)) {
      expect(id).toContain('row');
      break;
    }
    expect(await contents('row 1')).toEqual(['stream']);
  });

  test('a snapshot does not see later writes', async () => {
    await storage.snapshot(async (db) => {
      await commit({ id: 'later', content: 'x' });
      const rows = db.selectFrom('closures').select('id').where('id', '=', 'later');
      expect(await rows.execute()).toEqual([]);
      for await (const row of rows.stream(10)) expect.fail(row.id);
    });
    expect(await contents('later')).toEqual(['x']);
  });

  test('writes of one turn are written in one transaction', async () => {
    const before = storage.counts();
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => commit({ id: `turn ${index}`, content: 'x' })),
    );
    const { transactions, writes } = storage.counts();
    expect([transactions - before.transactions, writes - before.writes]).toEqual([1, 50]);
    expect(storage.refusal()).toBeUndefined();
  });
});

afterAll(async () => {
  await Promise.all(opened.map((storage) => storage.close()));
  rmSync(folder, { recursive: true });
});

describe.skipIf(!isHere)('the tables of both engines', () => {
  test('are the same, with the same columns, defaults, keys and indexes', async () => {
    const [sqlite, postgres] = (await Promise.all(engines.map(({ open }) => open()))) as [Storage, Storage];
    opened.push(sqlite, postgres);
    const { rows } = await sql<{ name: keyof Tables }>`select name from sqlite_schema
      where type = 'table' and name not like 'sqlite%' and name not like 'kysely%' order by name`.execute(
      sqlite.db,
    );
    const names = rows.map(({ name }) => name);
    const { rows: found } = await sql<{ name: string }>`select tablename as name from pg_tables
      where schemaname = 'public' and tablename not like 'kysely%' and tablename not in ('nodes', 'shared_texts', 'versions')`.execute(
      postgres.db,
    );
    expect(found.map(({ name }) => name).sort()).toEqual(names);
    for (const name of names) expect(await shape(postgres, name), name).toEqual(await shape(sqlite, name));
    expect(await indexes(postgres)).toEqual(await indexes(sqlite));
  });
});

async function shape(storage: Storage, table: keyof Tables) {
  const columns = await storage.columns(table);
  const kind = (type: string) => (/int/i.test(type) ? 'number' : /blob/i.test(type) ? 'bytes' : 'text');
  return columns
    .map(({ name, type, required, fallback }) => {
      // A key of SQLite that is a single column may be null by its definition alone.
      return { name, type: kind(type), fallback, required: isKey(storage, table, name) || required === 1 };
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}

function isKey(_storage: Storage, _table: string, name: string): boolean {
  return ['id', 'name', 'digest', 'branch', 'reader', 'seq', 'ordinal'].includes(name);
}

/** The names of the indexes that migrations make. */
async function indexes(storage: Storage): Promise<string[]> {
  const query = storage.server
    ? sql<{ name: string }>`select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid
        join pg_namespace n on n.oid = i.relnamespace
        where n.nspname = 'public' and not exists (select 1 from pg_constraint c where c.conindid = i.oid)`
    : sql<{ name: string }>`select name from sqlite_schema where type = 'index' and sql is not null`;
  return (await query.execute(storage.db)).rows.map(({ name }) => name).sort();
}
