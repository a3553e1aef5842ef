import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { findMysql, TestDatabase } from './databases.js';

const hasMysql = await findMysql();

describe.skipIf(!hasMysql)('MySQL', () => {
  const database = new TestDatabase('mysql');
  const context = () => database.context();

  beforeAll(() =>
    database.open(
      `create table every (
        id integer unsigned auto_increment primary key, tiny tinyint, flag boolean, big bigint, huge bigint unsigned,
        exact decimal(30, 10), rough float, wide double, day date, clock time(3), moment timestamp(6) null,
        local datetime(3), born year, text_ text, data blob, fixed binary(3), doc json, size enum('s', 'it''s') ,
        bits bit(12), parts set('a', 'b'), shape point)`,
      'create table coded (code varchar(36) default (uuid()) primary key, n integer)',
      'create table counted (a integer not null, n integer auto_increment, primary key (a, n), key (n)) engine=MyISAM',
    ),
  );
  afterAll(() => database.close());

  const full = {
    tiny: -128,
    flag: true,
    big: '-9223372036854775808',
    huge: '18446744073709551615',
    exact: '12345678901234567890.0123456789',
    rough: 0.1,
    wide: 1e300,
    day: '2026-02-28',
    clock: '-12:30:00.025',
    moment: '2026-03-01T11:00:00.123456Z',
    local: '2026-03-01T12:00:00.250',
    born: 1999,
    text_: `'"\\ü🍵\u0000`,
    data: Buffer.from([0, 255, 254]).toString('base64'),
    fixed: Buffer.from([1, 0, 2]).toString('base64'),
    doc: { a: [1, 'ü', null], b: 1.5 },
    size: "it's",
    bits: 4095,
    parts: 'a,b',
  };

  test('a row keeps each value, whatever its type', async () => {
    const made = await database.entities.create(context(), 'every', full);
    expect(made).toMatchObject({ name: '1', definition: { ...full, id: 1, shape: null } });
    const again = await database.entities.create(context(), 'every', { moment: '2026-03-01T12:00:00+01:00' });
    expect(again.definition).toMatchObject({ moment: '2026-03-01T11:00:00Z' });
    expect(again.name).toBe('2');
    const [row] = (await database.rows('select * from every where id = 1')) as JsonObject[];
    expect(row).toMatchObject(full);
  });

  test('types are described as the database has them', async () => {
    const every = (await database.entities.types(context())).find(({ name }) => name === 'every');
    expect(every?.schema).toMatchObject({
      properties: {
        flag: { type: ['boolean', 'null'] },
        size: { enum: ['s', "it's", null] },
        data: { contentEncoding: 'base64' },
        id: { description: expect.stringContaining('the database has a default') },
      },
    });
  });

  test.each(['1x', ' 1', '1.0', '1e0', "1' or '1'='1"])('%s is not the row 1', async (name) => {
    await expect(database.entities.read(context(), 'every', name)).rejects.toMatchObject({
      code: 'entity_not_found',
    });
    await expect(database.entities.delete(context(), 'every', name)).rejects.toThrow();
    await expect(database.rows('select count(*) > 0 as some from every')).resolves.toEqual([{ some: 1 }]);
  });

  test('a key that the database makes otherwise than by counting must be written', async () => {
    const { entities } = database;
    await expect(entities.create(context(), 'coded', { n: 1 })).rejects.toMatchObject({
      code: 'entity_invalid',
      errors: [{ pointer: '/code' }],
    });
    expect(await database.rows('select * from coded')).toEqual([]);
    expect(await entities.create(context(), 'coded', { code: 'a,b', n: 1 })).toMatchObject({ name: 'a%2Cb' });
    expect(await entities.create(context(), 'counted', { a: 7 })).toMatchObject({ name: '7,1' });
  });

  test('values are bound by name, as often as the statement uses them', async () => {
    const sql = `select :b as b1, :a as a, :b as b2, ':a # -- /*' as t, "it\\"s :a" as u # :c
      -- :d
      /* :e */ limit :n`;
    expect(await database.rows(sql, { a: 1, b: "x' or '1", n: 5 })).toEqual([
      { b1: "x' or '1", a: 1, b2: "x' or '1", t: ':a # -- /*', u: 'it"s :a' },
    ]);
    const typed = 'select :whole + 0 as w, :text as t, :json as j, :bytes = 0x00ff as y, :no as n';
    const parameters = {
      whole: 9_007_199_254_740_991,
      text: 'ü🍵',
      json: { a: 1 },
      bytes: { base64: 'AP8=' },
      no: null,
    };
    expect(await database.rows(typed, parameters)).toEqual([
      { w: 9_007_199_254_740_991, t: 'ü🍵', j: '{"a":1}', y: 1, n: null },
    ]);
  });

  test.each([
    ['select ?', 'validation'],
    ['select 1 /*! into outfile "/tmp/svc" */', 'validation'],
    ['select 1 /*M!100100 + 1 */', 'validation'],
    ['select 1; select 2', 'validation'],
    ['prepare s from "commit"', 'validation'],
    ['execute immediate "commit"', 'validation'],
    ['set autocommit = 1', 'validation'],
    ['lock tables every write', 'validation'],
    ['use mysql', 'validation'],
    ["load data local infile '/etc/passwd' into table coded", 'authorization'],
    ['create table more (a int)', 'authorization'],
    ['insert into coded values (1, 1)', 'authorization'],
  ])('query refuses %s', async (sql, kind) => {
    await expect(database.run('query', { sql })).rejects.toMatchObject({ kind });
  });

  test('a file of this machine is not read for the server', async () => {
    const sql = "load data local infile '/etc/passwd' into table coded";
    await expect(database.run('execute', { sql })).rejects.toThrow();
    expect(await database.rows('select count(*) as n from coded where n is null')).toEqual([{ n: 0 }]);
  });

  test('the session of a caller leaves nothing for the next one', async () => {
    const one = { pool: 1 };
    await database.run('execute', { sql: 'create temporary table mine (a int)' }, one);
    await database.run('query', { sql: 'select @mine := 1, get_lock("svc-test-lock", 0)' }, one);
    const sql = 'select @mine as mine, is_used_lock("svc-test-lock") as locked, @@autocommit as auto';
    const { rows } = (await database.run('query', { sql }, one)) as JsonObject;
    expect(rows).toEqual([{ mine: null, locked: null, auto: 0 }]);
    await expect(database.run('query', { sql: 'select * from mine' }, one)).rejects.toThrow("doesn't exist");
  });

  test('a statement that follows an implicit commit is still part of a transaction', async () => {
    const statements = [
      { sql: 'create table late (a int primary key)' },
      { sql: 'insert into late values (1)' },
      { sql: 'insert into late values (1)' },
    ];
    await expect(database.run('transaction', { statements })).rejects.toMatchObject({ status: 409 });
    expect(await database.rows('select * from late')).toEqual([]);
  });

  test('stopped statements end at the server too', async () => {
    const sql = 'select benchmark(1000000000000, md5(1)) as stopped_by_svc';
    const running = () =>
      database.rows(
        `select count(*) as n from information_schema.processlist where info like 'select benchmark%'`,
      );
    await expect(database.run('query', { sql }, { statementTimeout: 0.2 })).rejects.toMatchObject({
      kind: 'timeout',
    });
    const abort = new AbortController();
    const asked = database.run('query', { sql }, {}, abort);
    await expect.poll(running, { timeout: 20_000 }).toEqual([{ n: 1 }]);
    abort.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
    await expect.poll(running, { timeout: 20_000 }).toEqual([{ n: 0 }]);
  });

  test('one row beyond the bytes ends the answer', async () => {
    const sql = `select repeat('x', 8000000) as x`;
    await expect(database.run('query', { sql })).rejects.toMatchObject({ status: 413 });
    expect(await database.rows('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test.each([
    [{ database: 'svc_no_such_database' }, 'configuration'],
    [{ user: 'svc_no_such_user', password: 'wrong' }, 'authentication'],
    [{ ssl: 'require' }, 'configuration'],
  ] as const)('a connection with %j fails', async (more, kind) => {
    await expect(database.run('query', { sql: 'select 1' }, more)).rejects.toMatchObject({ kind });
  });
});
