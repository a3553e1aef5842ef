import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ArgumentCheck } from '../../../../controller/json-schema/index.js';
import { parseJsonText, toJsonText } from '../../../../schemas/json/json-text.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { type EngineName, findMysql, findPostgres, TestDatabase } from './databases.js';

const [hasPostgres, hasMysql] = await Promise.all([findPostgres(), findMysql()]);
const engines: EngineName[] = [
  'sqlite',
  ...(hasPostgres ? (['postgres'] as const) : []),
  ...(hasMysql ? (['mysql'] as const) : []),
];
const counting = 'with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c';
// Servers of MySQL end recursions by themselves.
const endless = (engine: EngineName) =>
  engine === 'mysql' ? 'select benchmark(1000000000000, md5(1))' : counting;
const hostile = `x'; drop table tea; --`;

describe.each(engines)('%s', (engine) => {
  const database = new TestDatabase(engine);
  const json = engine === 'postgres' ? 'jsonb' : 'json';
  const text = engine === 'mysql' ? 'varchar(200)' : 'text';
  const odd = engine === 'mysql' ? '`odd "name`' : '"odd ""name"';

  beforeAll(() =>
    database.open(
      'create table maker (id integer primary key, name text not null)',
      `create table tea (id integer primary key, name ${text} not null unique, price numeric(8,2), sold boolean,
        maker integer references maker(id), notes ${json}, double_price numeric generated always as (price * 2) stored)`,
      `create table ${odd} (a ${text}, b integer, primary key (a, b))`,
      'create view cheap as select id, name from tea where price < 5',
      `insert into maker values (1, 'Ada')`,
    ),
  );
  afterAll(() => database.close());

  describe('actions', () => {
    test('bind values, whatever they hold, and give rows as JSON', async () => {
      const sql = 'select :text as text, 9007199254740993 as big, :none as none, :text as again';
      await expect(database.rows(sql, { text: hostile, none: null })).resolves.toEqual([
        { text: hostile, big: '9007199254740993', none: null, again: hostile },
      ]);
    });

    test('keep the digits of numbers in columns of JSON', async () => {
      const notes = parseJsonText('{"id": [7615917337495251231]}');
      const sql = "insert into tea (id, name, notes) values (900, 'exact', :notes)";
      await database.run('execute', { sql, parameters: { notes } });
      const rows = await database.rows('select notes from tea where id = 900');
      await database.run('execute', { sql: 'delete from tea where id = 900' });
      expect(toJsonText(rows)).toBe('[{"notes":{"id":[7615917337495251231]}}]');
    });

    test('take what looks like a parameter in strings, names and comments for what it is', async () => {
      const sql = `select ':a' as "x:y", /* :b */ :c as c -- :d`;
      await expect(database.rows(sql, { c: 'v' })).resolves.toEqual([{ 'x:y': ':a', c: 'v' }]);
    });

    test.each([
      ['delete from maker', 'authorization'],
      ['select 1; delete from maker', 'validation'],
      ['commit', 'validation'],
      ['select nothing_like_it', 'validation'],
      [`select 1 where 'a' = :missing`, 'validation'],
    ])('query refuses %s', async (sql, kind) => {
      await expect(database.run('query', { sql })).rejects.toMatchObject({ kind });
      await expect(database.rows('select count(*) as n from maker')).resolves.toEqual([{ n: 1 }]);
    });

    test('describe an input that does not fit, which calls refuse in words', () => {
      const { query } = database.connector.actions;
      const faults = new ArgumentCheck(query?.input as JsonObject).values({ sql: 5 }, '`shop.query`');
      expect(faults).toMatchObject([{ rule: 'argument-wrong', pointer: '/sql' }]);
    });

    test('a transaction that fails leaves nothing behind', async () => {
      const statements = [
        { sql: `insert into maker values (2, 'Bo')` },
        { sql: 'insert into maker values (2, null)' },
      ];
      await expect(database.run('transaction', { statements })).rejects.toMatchObject({ kind: 'validation' });
      await expect(database.rows('select id from maker')).resolves.toEqual([{ id: 1 }]);
    });

    test.skipIf(engine === 'mysql')(
      'a transaction whose commit fails leaves nothing behind, and the next ones work',
      async () => {
        const own = new TestDatabase(engine);
        await own.open(
          'create table maker (id integer primary key)',
          'create table late (maker integer references maker(id) deferrable initially deferred)',
          'insert into maker values (1)',
        );
        onTestFinished(() => own.close());
        const insert = (maker: number) => ({ statements: [{ sql: `insert into late values (${maker})` }] });
        for (let attempt = 0; attempt < 3; attempt++) {
          await expect(own.run('transaction', insert(99))).rejects.toMatchObject({ kind: 'validation' });
        }
        await own.run('transaction', insert(1));
        await expect(own.rows('select maker from late')).resolves.toEqual([{ maker: 1 }]);
      },
    );

    test('say that there are more rows, and refuse too many bytes', async () => {
      const numbers = 'with recursive c(x) as (select 1 union all select x + 1 from c) select x from c';
      await expect(database.run('query', { sql: numbers, limit: 3 })).resolves.toMatchObject({
        rows: [{ x: 1 }, { x: 2 }, { x: 3 }],
        truncated: true,
      });
      await expect(database.run('query', { sql: numbers }, { maxBytes: 20 })).rejects.toMatchObject({
        status: 413,
      });
    });

    test('stop a statement at its time-out and when its caller has gone', async () => {
      await expect(
        database.run('query', { sql: endless(engine) }, { statementTimeout: 0.1 }),
      ).rejects.toMatchObject({
        kind: 'timeout',
      });
      const abort = new AbortController();
      const asked = database.run('query', { sql: endless(engine) }, {}, abort);
      abort.abort(new Error('gone'));
      await expect(asked).rejects.toThrow('gone');
      await expect(database.rows('select 1 as one')).resolves.toEqual([{ one: 1 }]);
    });

    test('nothing is written through a connection that is read only', async () => {
      const sql = `insert into maker values (3, 'Cy')`;
      await expect(database.run('execute', { sql }, { readOnly: true })).rejects.toMatchObject({
        status: 403,
      });
    });
  });

  describe('entities', () => {
    test('tables and views are types, with schemas of the catalog', async () => {
      const types = await database.entities.types(database.context());
      expect(types.map(({ name }) => name)).toEqual(['cheap', 'maker', 'odd "name', 'tea']);
      const tea = types.find(({ name }) => name === 'tea');
      expect(tea).toMatchObject({ key: ['id'], capabilities: { read: true, create: true } });
      expect(tea?.schema).toMatchObject({
        properties: {
          name: { type: 'string' },
          double_price: { readOnly: true },
          sold: { type: ['boolean', 'null'] },
        },
      });
      expect(types[0]).toMatchObject({ key: [], capabilities: { read: false, create: false } });
      const some = await database.entities.types(database.context({ tables: ['tea'] }));
      expect(some.map(({ name }) => name)).toEqual(['tea']);
    });

    test('are created, read, changed and deleted, each change to the version that was read', async () => {
      const { entities } = database;
      const context = database.context();
      const definition = {
        id: 10,
        name: hostile,
        price: 4.5,
        sold: false,
        maker: 1,
        notes: { a: 1, b: [true] },
      };
      const made = await entities.create(context, 'tea', definition);
      expect(made).toMatchObject({
        name: '10',
        definition: { name: hostile, sold: false, notes: { a: 1, b: [true] } },
        references: [{ type: 'maker', name: '1', pointer: '/maker' }],
      });
      await expect(entities.read(context, 'tea', '10')).resolves.toEqual(made);
      const merge = { definition: { sold: true, notes: { a: null } }, mode: 'merge' } as const;
      const changed = await entities.update(context, 'tea', '10', { ...merge, ifMatch: [made.etag] });
      expect(changed.definition).toMatchObject({ sold: true, notes: { b: [true] }, name: hostile });
      const late = entities.update(context, 'tea', '10', { ...merge, ifMatch: [made.etag] });
      await expect(late).rejects.toMatchObject({ code: 'version_conflict' });
      await expect(entities.delete(context, 'tea', '10', [made.etag])).rejects.toMatchObject({
        code: 'version_conflict',
      });
      await entities.delete(context, 'tea', '10', [changed.etag]);
      await expect(entities.read(context, 'tea', '10')).rejects.toMatchObject({ code: 'entity_not_found' });
    });

    test('of a key of several columns have a name that holds them all', async () => {
      const { entities } = database;
      const made = await entities.create(database.context(), 'odd "name', { a: 'x,%"', b: 2 });
      expect(made.name).toBe('x%2C%25",2');
      await expect(entities.read(database.context(), 'odd "name', 'x%2C%25",2')).resolves.toEqual(made);
    });

    test.each([
      ['tea', { id: 1 }, 'entity_invalid'],
      ['tea', { id: 1, name: 'a', colour: 'red' }, 'entity_invalid'],
      ['tea', { id: 1, name: 'a', double_price: 3 }, 'entity_invalid'],
      ['tea', { id: 1, name: 'a', maker: 99 }, 'entity_invalid'],
      ['maker', { id: 1, name: 'a' }, 'name_taken'],
      ['cheap', { id: 1, name: 'a' }, 'entity_read_only'],
      ['maker"; drop table tea; --', {}, 'entity_type_unknown'],
    ])('in %s a new %j is %s', async (type, definition, code) => {
      await expect(database.entities.create(database.context(), type, definition)).rejects.toMatchObject({
        code,
      });
    });

    test.each(['999', 'nothing', `1' or '1'='1`, '1,2'])('%s is no row', async (name) => {
      const found = database.entities.read(database.context(), 'maker', name);
      await expect(found).rejects.toMatchObject({ code: 'entity_not_found' });
    });

    test('that others refer to stay', async () => {
      const { entities } = database;
      await entities.create(database.context(), 'tea', { id: 11, name: 'kept', maker: 1 });
      await expect(entities.delete(database.context(), 'maker', '1')).rejects.toMatchObject({
        code: 'entity_in_use',
      });
      await entities.delete(database.context(), 'tea', '11');
    });

    describe('in lists', () => {
      const all = Array.from({ length: 23 }, (_, id) => ({
        id: 100 + id,
        name: `${id % 2 ? 'Black' : 'Green'} ${id}`,
        price: id % 5 === 0 ? null : id % 4,
      }));
      beforeAll(async () => {
        for (const row of all) await database.entities.create(database.context(), 'tea', row);
      });

      async function pages(order: string[], filter: string[] = []): Promise<number[]> {
        const found: number[] = [];
        let cursor: string | undefined;
        do {
          const query = { filter, order, limit: 4, ...(cursor === undefined ? {} : { cursor }) };
          const page = await database.entities.list(database.context(), 'tea', query);
          found.push(...page.items.map(({ definition }) => Number(definition['id'])));
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined);
        return found;
      }

      test.each([[['price']], [['-price']], [['-price', 'name']], [[]]])(
        'every row comes once over all pages, by %j',
        async (order) => {
          const ids = await pages(order);
          expect([...ids].sort()).toEqual(all.map(({ id }) => id));
          if (order.length > 0) {
            const nulls = ids.map((id) => all.find((row) => row.id === id)?.price === null);
            expect(nulls.indexOf(true)).toBe(nulls.filter((isNull) => !isNull).length);
          }
        },
      );

      test('filters hold together', async () => {
        const expected = all.filter(
          ({ name, price }) => name.startsWith('Black') && price !== null && price >= 1,
        );
        await expect(pages(['id'], ['name^=Black', 'price>=1'])).resolves.toEqual(
          expected.map(({ id }) => id),
        );
        await expect(pages(['id'], ['price is null'])).resolves.toHaveLength(5);
        await expect(pages(['id'], [`name=' or 1=1 --`])).resolves.toEqual([]);
      });

      test.each([
        [['nonsense'], []],
        [['name" = 1 --=2'], []],
        [['price>much'], []],
        [[], ['name; drop table tea']],
        [[], ['notes']],
      ])('filter %j and order %j are refused', async (filter, order) => {
        await expect(pages(order, filter)).rejects.toMatchObject({ code: 'request_invalid' });
      });
    });
  });
});

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  const database = new TestDatabase('postgres');
  beforeAll(() => database.open('create table tea (id integer primary key)'));
  afterAll(() => database.close());

  test.each([
    `do $$ begin perform set_config('default_transaction_read_only', 'off', false); commit; insert into tea values (1); end $$`,
    `select set_config('transaction_read_only', 'off', true), 1`,
    'with made as (insert into tea values (2) returning id) select id from made',
    'explain analyze insert into tea values (3)',
  ])('query cannot write by %s', async (sql) => {
    await expect(database.run('query', { sql })).rejects.toThrow();
    await expect(database.rows('select * from tea')).resolves.toEqual([]);
  });

  test('the session of a caller leaves nothing for the next one, and soon no lock', async () => {
    const one = { pool: 1 };
    await database.run(
      'query',
      { sql: `select pg_advisory_lock(42), set_config('svc.x', 'mine', false)` },
      one,
    );
    const held = await database.run(
      'query',
      { sql: `select current_setting('svc.x', true) as x, pg_advisory_unlock(42) as held` },
      one,
    );
    expect(held).toMatchObject({ rows: [{ x: expect.not.stringContaining('mine'), held: false }] });
    await database.run('query', { sql: 'select pg_advisory_lock(43)' }, one);
    await expect
      .poll(() =>
        database.rows(`select count(*) as n from pg_locks where locktype = 'advisory' and objid = 43`),
      )
      .toEqual([{ n: 0 }]);
  });

  test('a setting that a query leaves does not let the next one write', async () => {
    const one = { pool: 1 };
    const sql = `select set_config('default_transaction_read_only', 'off', false)`;
    await database.run('query', { sql }, one);
    const write = 'with made as (insert into tea values (2) returning id) select id from made';
    await expect(database.run('query', { sql: write }, one)).rejects.toMatchObject({ kind: 'authorization' });
  });
});

describe('a file', () => {
  const database = new TestDatabase('sqlite');
  afterAll(() => database.close());
  const outside = join(database.folder, '..', `outside-${process.pid}.db`);

  test.each(['../outside.db', '/etc/passwd', 'link.db', outside])(
    '%s outside of the folder is not opened',
    async (file) => {
      if (file === 'link.db') symlinkSync('/etc/passwd', join(database.folder, 'link.db'));
      const asked = database.run('query', { sql: 'select 1' }, { file });
      await expect(asked).rejects.toMatchObject({ kind: 'configuration' });
      expect(existsSync(outside)).toBe(false);
    },
  );

  test('that is no database, and one that is not there, are told as such', async () => {
    writeFileSync(
      join(database.folder, 'text.db'),
      'no database, but text that is long enough to be looked at'.repeat(90),
    );
    for (const file of ['text.db', 'none.db']) {
      const asked = database.run('query', { sql: 'select * from sqlite_schema' }, { file, create: false });
      await expect(asked).rejects.toMatchObject({ kind: 'configuration' });
    }
  });

  test.each([
    `with a as (select 1) select * from pragma_table_info('x')`,
    `select load_extension('evil')`,
    `insert into pragma_user_version values (1)`,
  ])('is not left by %s', async (sql) => {
    await expect(database.run('execute', { sql })).rejects.toThrow();
  });
});
