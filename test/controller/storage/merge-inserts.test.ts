import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { InsertMerger } from '../../../controller/storage/postgres/merge-inserts.js';
import { hasServer, testServer } from './engines.js';

const types = new Map([
  [
    'alpha',
    new Map([
      ['id', 'text'],
      ['n', 'bigint'],
    ]),
  ],
  [
    'beta',
    new Map([
      ['id', 'text'],
      ['seen', 'bigint'],
    ]),
  ],
]);
const insertA = 'insert into "alpha" ("id", "n") values ($1, $2)';
const onceA = `${insertA} on conflict do nothing`;
const putA = `${insertA} on conflict ("id") do update set "n" = "excluded"."n"`;
const updateA = 'update "alpha" set "n" = $1 where "id" = $2';
const addA = 'update "alpha" set "n" = "n" * 2 + $1 where "id" = $2';
const readsA = 'insert into "beta" ("id", "seen") values ($1, (select sum(n) from alpha))';
const clearA = 'delete from alpha where n > $1';

test('inserts of one table become one statement, also around writes of other tables', () => {
  const merged = new InsertMerger(types).merged([
    { sql: insertA, values: ['x', 1] },
    { sql: 'insert into "beta" ("id") values ($1) on conflict do nothing', values: ['p'] },
    { sql: insertA, values: ['y', 2] },
    { sql: 'insert into "beta" ("id") values ($1) on conflict do nothing', values: ['q'] },
  ]);
  expect(merged).toEqual([
    {
      sql: 'insert into "alpha" ("id", "n") select * from unnest($1::text[], $2::bigint[])',
      values: [
        ['x', 'y'],
        [1, 2],
      ],
    },
    {
      sql: 'insert into "beta" ("id") select * from unnest($1::text[]) on conflict do nothing',
      values: [['p', 'q']],
    },
  ]);
});

test('inserts that read a value become one statement, which reads it once', () => {
  const merged = new InsertMerger(types).merged([
    { sql: readsA, values: ['p'] },
    { sql: readsA, values: ['q'] },
  ]);
  expect(merged).toEqual([
    {
      sql: 'insert into "beta" ("id", "seen") select *, (select sum(n) from alpha) from unnest($1::text[])',
      values: [['p', 'q']],
    },
  ]);
});

test('inserts that replace a row become one statement, which replaces each row once', () => {
  const merged = new InsertMerger(types).merged([
    { sql: putA, values: ['x', 1] },
    { sql: putA, values: ['y', 2] },
    { sql: putA, values: ['x', 3] },
  ]);
  expect(merged.map(({ values }) => values)).toEqual([
    [
      ['x', 'y'],
      [1, 2],
    ],
    ['x', 3],
  ]);
});

const id = fc.constantFrom('a', 'b', 'c', 'd');
const n = fc.integer({ min: 0, max: 9 });
const write = fc.oneof(
  fc.record({ sql: fc.constantFrom(onceA, putA), values: fc.tuple(id, n) }),
  fc.record({ sql: fc.constantFrom(updateA, addA), values: fc.tuple(n, id) }),
  fc.record({ sql: fc.constant(readsA), values: fc.tuple(fc.uuid()) }),
  fc.record({ sql: fc.constant(clearA), values: fc.tuple(n) }),
);
const writes = fc.array(write, { maxLength: 30 });

test('what concerns one row keeps its order', () => {
  fc.assert(
    fc.property(writes, (given) => {
      const merged = new InsertMerger(types).merged(given);
      for (const row of ['a', 'b', 'c', 'd']) expect(getSteps(merged, row)).toEqual(getSteps(given, row));
    }),
  );
});

/** The statements that concern a row of `alpha`: those about it, and those about no single row of that table. */
function getSteps(given: readonly { sql: string; values: readonly unknown[] }[], row: string): unknown[] {
  return given
    .flatMap(({ sql, values }) => {
      const kind = sql.replace(/[( ]select.*| values.*| set.*/, '').trim();
      if (!sql.includes('unnest')) return [[kind, ...values]];
      const columns = values as unknown[][];
      return (columns[0] ?? []).map((_, at) => [kind, ...columns.map((column) => column[at])]);
    })
    .filter((step) => !String(step[0]).includes('"alpha"') || step.includes(row));
}

describe.skipIf(!(await hasServer()))('on a server', () => {
  test('merged writes leave the same rows', async () => {
    const client = new pg.Client(testServer);
    await client.connect();
    try {
      await client.query(
        'create temporary table alpha (id text primary key, n bigint); create temporary table beta (id text, seen bigint)',
      );
      const rowsAfter = async (list: readonly { sql: string; values: readonly unknown[] }[]) => {
        await client.query("truncate alpha, beta; insert into alpha values ('a', 1), ('b', 2)");
        for (const { sql, values } of list) await client.query(sql, [...values]);
        const rows = async (table: string) => (await client.query(`select * from ${table} order by id`)).rows;
        return { alpha: await rows('alpha'), beta: await rows('beta') };
      };
      const law = fc.asyncProperty(writes, async (given) => {
        const merged = new InsertMerger(types).merged(given);
        expect(await rowsAfter(merged)).toEqual(await rowsAfter(given));
      });
      await fc.assert(law, { numRuns: 60 });
    } finally {
      await client.end();
    }
  });
});
