import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  bind,
  insertStatement,
  openSqlite,
  openSqliteStorage,
  type Storage,
} from '../../../controller/storage/index.js';
import { openPostgresStorage } from '../../../controller/storage/postgres/postgres-storage.js';
import { getUrl, hasServer, newDatabase } from './engines.js';
import { collectNow, whileCollecting } from './forced-collections.js';

const isHere = await hasServer();
const folder = mkdtempSync(join(tmpdir(), 'svc-many-'));
let files = 0;
const engines = [
  { name: 'SQLite', open: () => openSqliteStorage(join(folder, `${++files}.db`)) },
  {
    name: 'PostgreSQL',
    open: async () => openPostgresStorage({ url: getUrl(await newDatabase()), node: 'a', version: '1.0.0' }),
  },
].filter(({ name }) => isHere || name === 'SQLite');

/** More than svc reads or writes at a time. */
const many = 5_000;
const getId = (index: number) => `row ${String(index).padStart(6, '0')}`;
const ids = Array.from({ length: many }, (_, index) => getId(index));

async function fill(storage: Storage): Promise<void> {
  const insert = insertStatement(storage, 'closures', ['id', 'content']);
  await storage.commit(ids.map((id) => bind(insert, { id, content: `content of ${id}` })));
}

afterAll(() => rmSync(folder, { recursive: true }));

describe.each(engines)('while garbage is collected, $name', ({ name, open }) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await open();
    await fill(storage);
  });
  afterAll(() => storage.close());

  const rows = (db: Storage['db']) => db.selectFrom('closures').select('id').orderBy('id');

  async function read(db: Storage['db']): Promise<string[]> {
    const found: string[] = [];
    for await (const { id } of rows(db).stream(500)) {
      found.push(id);
      if (found.length % 500 === 0) await collectNow();
    }
    return found;
  }

  test('streams all rows', async () => {
    expect(await read(storage.db)).toEqual(ids);
  });

  test('streams all rows of a snapshot', async () => {
    expect(await storage.snapshot(read)).toEqual(ids);
  });

  test('writes while it streams', async () => {
    const insert = insertStatement(storage, 'closures', ['id', 'content']);
    const others = Array.from({ length: 20 }, (_, index) => `other ${index}`);
    const found = await storage.snapshot(async (db) => {
      const [all] = await Promise.all([
        read(db),
        ...others.map((id) => storage.commit([bind(insert, { id, content: 'x' })])),
      ]);
      return all;
    });
    expect(found).toEqual(ids);
    await storage.commit([{ sql: `delete from closures where id like 'other%'`, values: [] }]);
  });

  test('takes the rows of an attached file', async () => {
    const path = join(folder, `${++files}.db`);
    const staged = openSqlite(path);
    onTestFinished(() => staged.close());
    staged.exec(
      'create table closures (id text primary key, content text not null, touched_at bigint); begin',
    );
    const insert = staged.prepare('insert into closures (id, content) values (?, ?)');
    for (const id of ids) insert.run(`staged ${id}`, 'x');
    staged.exec('commit');
    await whileCollecting(() =>
      storage.attached(path, ['closures'], async (schemas) => {
        const { rows } = await sql<{
          n: number;
        }>`select count(*) as n from ${sql.raw(schemas.staged)}.closures`.execute(storage.db);
        expect(rows).toEqual([{ n: many }]);
      }),
    );
  });

  test('goes on, or ends with a problem, when it is closed between two rows', async () => {
    const other = await open();
    await fill(other);
    const stream = rows(other.db).stream(500);
    await stream.next();
    const closing = other.close();
    const outcome = await (async () => {
      let read = 1;
      for await (const _ of stream) if (++read % 1_000 === 0) await collectNow();
      return read;
    })().catch((error) => error);
    if (name === 'SQLite') expect(outcome).toMatchObject({ code: 'shutting_down' });
    else expect(outcome).toBe(many);
    await closing;
    await expect(rows(other.db).execute()).rejects.toThrow(/closed|destroyed/);
  });

  test('goes on when the schema changes between two rows, or refuses the change', async () => {
    const stream = rows(storage.db).stream(500);
    await stream.next();
    const change = 'alter table closures add column later text';
    const changed = storage.commit([{ sql: change, values: [] }]).catch((error) => error);
    let read = 1;
    for await (const _ of stream) if (++read % 1_000 === 0) await collectNow();
    expect(read).toBe(many);
    // PostgreSQL makes the change wait for the reader.
    expect([undefined, 'storage_failed']).toContain((await changed)?.code);
  });
});

test('a statement of a file can be used when only the statement is held', async () => {
  const path = join(folder, `${++files}.db`);
  const statement = openSqlite(path).prepare('select 1 as one');
  await collectNow();
  expect(statement.all()).toMatchObject([{ one: 1 }]);
});

test('rows that a reader leaves lock nothing', () => {
  const database = openSqlite(':memory:');
  database.exec('create table t (a); insert into t values (1), (2), (3)');
  for (const row of database.iterate('select a from t')) {
    expect(row).toMatchObject({ a: 1 });
    break;
  }
  database.exec('drop table t');
  database.close();
});

test('rows of a closed file end with an error that says so, and a reader may stop', () => {
  const database = openSqlite(':memory:');
  const numbers =
    'with recursive n(i) as (select 1 union all select i + 1 from n where i < 9) select i from n';
  const [first, second] = [database.iterate(numbers), database.iterate(numbers)];
  first.next();
  second.next();
  database.close();
  expect(() => first.next()).toThrow('The database was closed while its rows were read');
  expect(first.next()).toMatchObject({ done: true });
  expect(second.return?.()).toMatchObject({ done: true });
});
