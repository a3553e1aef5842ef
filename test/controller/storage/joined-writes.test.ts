import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  bind,
  insertStatement,
  joinNextCommit,
  openSqliteStorage,
  withJoinedWrites,
} from '../../../controller/storage/index.js';
import { temporaryFolder } from '../git/git-fixture.js';

const names = ['a', 'b', 'c', 'd', 'joined'];

async function open() {
  const storage = withJoinedWrites(await openSqliteStorage(join(temporaryFolder(), 'svc.db')));
  onTestFinished(() => storage.close());
  const insert = insertStatement(storage, 'installation', ['name', 'value']);
  const write = (name: string, value: string) => bind(insert, { name, value });
  const read = async () => {
    const rows = await storage.db
      .selectFrom('installation')
      .selectAll()
      .where('name', 'in', names)
      .orderBy('name')
      .execute();
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  };
  return { storage, write, read };
}

test('the next transaction holds the writes too, with what it reads', async () => {
  const { storage, write, read } = await open();
  await storage.commit([write('a', '1')]);
  const sum = {
    getReadSet: () => ({
      locks: [],
      reads: [{ sql: "select value from installation where name in ('a', 'c') order by name", values: [] }],
    }),
    collect: ([rows = []]: readonly (readonly Readonly<Record<string, unknown>>[])[]) => [
      write('b', `after ${rows.map(({ value }) => value).join()}`),
    ],
  };
  await joinNextCommit([write('joined', 'yes')], async (arm) => {
    await storage.commit([write('c', 'before it is armed')]);
    arm();
    await storage.commit(sum);
    await storage.commit([write('d', 'alone')]);
  });
  expect(await read()).toEqual({
    a: '1',
    b: 'after 1,before it is armed',
    c: 'before it is armed',
    d: 'alone',
    joined: 'yes',
  });
});

test('a transaction that fails writes neither', async () => {
  const { storage, write, read } = await open();
  await storage.commit([write('a', '1')]);
  const twice = joinNextCommit([write('joined', 'yes')], async (arm) => {
    arm();
    await storage.commit([write('a', '2')]);
  });
  await expect(twice).rejects.toThrow();
  expect(await read()).toEqual({ a: '1' });
});
