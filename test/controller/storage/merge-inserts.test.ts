import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InsertMerger } from '../../../controller/storage/postgres/merge-inserts.js';

const types = new Map([
  [
    'alpha',
    new Map([
      ['id', 'text'],
      ['n', 'bigint'],
    ]),
  ],
  ['beta', new Map([['id', 'text']])],
]);
const insertA = 'insert into "alpha" ("id", "n") values ($1, $2)';
const insertB = 'insert into "beta" ("id") values ($1) on conflict do nothing';
const updateA = 'update "alpha" set "n" = $1 where "id" = $2';
const readsA = 'insert into "beta" ("id") values ((select max(id) from alpha))';

test('inserts of one table become one statement, also around writes of other tables', () => {
  const merged = new InsertMerger(types).merged([
    { sql: insertA, values: ['x', 1] },
    { sql: insertB, values: ['p'] },
    { sql: insertA, values: ['y', 2] },
    { sql: insertB, values: ['q'] },
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

test('no write comes before or after another one that names its table', () => {
  const write = fc.oneof(
    fc.record({ sql: fc.constant(insertA), values: fc.tuple(fc.string(), fc.integer()) }),
    fc.record({ sql: fc.constant(insertB), values: fc.tuple(fc.string()) }),
    fc.record({ sql: fc.constant(updateA), values: fc.tuple(fc.integer(), fc.string()) }),
    fc.record({ sql: fc.constant(readsA), values: fc.constant([]) }),
  );
  fc.assert(
    fc.property(fc.array(write, { maxLength: 30 }), (writes) => {
      const merged = new InsertMerger(types).merged(writes);
      // For each table: the rows and statements that concern it, in their order.
      for (const table of ['alpha', 'beta']) expect(stepsOf(merged, table)).toEqual(stepsOf(writes, table));
    }),
  );
});

function stepsOf(writes: readonly { sql: string; values: readonly unknown[] }[], table: string): unknown[] {
  const name = new RegExp(`\\b${table}\\b`);
  return writes
    .filter(({ sql }) => name.test(sql))
    .flatMap(({ sql, values }) => {
      const into = sql.slice(0, sql.indexOf('('));
      if (!sql.includes('unnest')) return [[into, ...values]];
      const [first] = values as unknown[][];
      return (first ?? []).map((_, row) => [into, ...(values as unknown[][]).map((column) => column[row])]);
    });
}
