import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  bind,
  claimDataDirectory,
  isConstraintViolation,
  openSqliteStorage,
  type Storage,
} from '../../../controller/storage/index.js';
import { getTurns } from '../../turns-of.js';

let directory: string;
let storage: Storage;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'svc-storage-'));
  storage = await openSqliteStorage(join(directory, 'svc.db'));
});

afterEach(async () => {
  await storage.close();
  rmSync(directory, { recursive: true });
});

function insertClosure() {
  return storage.statement<{ id: string; content: string }>((db, p) =>
    db.insertInto('closures').values({ id: p.id, content: p.content }),
  );
}

const write = (id: string) => storage.commit([bind(insertClosure(), { id, content: '' })]);

async function writeInTwoTurns(first: string, second: string): Promise<void> {
  const written = write(first);
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([written, write(second)]);
}

async function getTransactions(work: () => Promise<unknown>): Promise<number> {
  const before = storage.counts().transactions;
  await work();
  return storage.counts().transactions - before;
}

describe('group commit', () => {
  test('a committed unit is read back after the file is opened again', async () => {
    const insert = insertClosure();
    await storage.commit({ collect: () => [bind(insert, { id: 'a', content: 'x' })] });
    const second = await openSqliteStorage(join(directory, 'svc.db'));
    const rows = second.db.selectFrom('closures').select(['id', 'content']);
    expect(await rows.execute()).toEqual([{ id: 'a', content: 'x' }]);
    await second.close();
  });

  test('a unit is asked for its writes when the turn ends, not when it is handed in', async () => {
    const insert = insertClosure();
    let content = 'early';
    const committed = storage.commit({ collect: () => [bind(insert, { id: 'a', content })] });
    content = 'late';
    await committed;
    expect((await storage.db.selectFrom('closures').selectAll().executeTakeFirst())?.content).toBe('late');
  });

  test('while several write, units of the next turns join the transaction', async () => {
    expect(await getTransactions(() => Promise.all(['a', 'b', 'c'].map(write)))).toBe(1);
    expect(await getTransactions(() => writeInTwoTurns('d', 'e'))).toBe(1);
  });

  test('many writes, and large ones, are several transactions, each in a turn of its own', async () => {
    const insert = insertClosure();
    const units = (count: number, unit: number, content: string) =>
      Array.from({ length: count }, (_, n) => () => {
        const writes = Array.from({ length: unit }, (_, index) =>
          bind(insert, { id: `${count} ${n} ${index}`, content }),
        );
        return storage.commit(writes);
      });
    const few = units(5, 100, '');
    const many = units(50, 100, '');
    const large = units(3, 1, 'x'.repeat(1_100_000));
    expect(await getTransactions(() => Promise.all(few.map((unit) => unit())))).toBe(1);
    let turns = 0;
    expect(
      await getTransactions(async () => {
        turns = await getTurns(() => Promise.all(many.map((unit) => unit())));
      }),
    ).toBe(5);
    expect(turns).toBeGreaterThanOrEqual(5);
    expect(await getTransactions(() => Promise.all(large.map((unit) => unit())))).toBe(3);
    const { count } = await storage.db
      .selectFrom('closures')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(500 + 5_000 + 3);
  });

  test('a caller alone waits for no other turn', async () => {
    expect(await getTransactions(() => writeInTwoTurns('a', 'b'))).toBe(2);
  });

  test('a unit that breaks a constraint fails alone and leaves none of its writes', async () => {
    const insert = insertClosure();
    const results = await Promise.allSettled([
      storage.commit({ collect: () => [bind(insert, { id: 'a', content: '1' })] }),
      storage.commit({
        collect: () => [bind(insert, { id: 'b', content: '2' }), bind(insert, { id: 'a', content: '2' })],
      }),
      storage.commit({ collect: () => [bind(insert, { id: 'c', content: '3' })] }),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(isConstraintViolation((results[1] as PromiseRejectedResult).reason)).toBe(true);
    const rows = await storage.db.selectFrom('closures').select('id').orderBy('id').execute();
    expect(rows.map((row) => row.id)).toEqual(['a', 'c']);
  });
});

describe('data directory', () => {
  test('a second claim is refused until the first is released', () => {
    const path = join(directory, 'data');
    const first = claimDataDirectory(path);
    expect(() => claimDataDirectory(path)).toThrow(
      expect.objectContaining({ code: 'data_directory_in_use' }),
    );
    first.release();
    claimDataDirectory(path).release();
  });
});
