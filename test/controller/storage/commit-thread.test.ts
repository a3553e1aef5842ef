import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { bind, insertStatement, openSqliteStorage, type Storage } from '../../../controller/storage/index.js';
import { CommitWorker } from '../../../controller/storage/sqlite/commit-worker.js';
import { openSqlite } from '../../../controller/storage/sqlite/sqlite-engine.js';
import { WriteLoad } from '../../../controller/storage/sqlite/write-load.js';
import { patience } from '../../eventually.js';

let path: string;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-thread-'));
  path = join(folder, 'svc.db');
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

async function open(writesIn?: 'thread'): Promise<Storage> {
  const storage = await openSqliteStorage(path, { writesIn });
  onTestFinished(() => storage.close());
  return storage;
}

const insertInto = (storage: Storage) => insertStatement(storage, 'closures', ['id', 'content']);
const idsOf = async (storage: Storage) =>
  (await storage.db.selectFrom('closures').select('id').orderBy('id').execute()).map(({ id }) => id);

test('units that come during a transaction of the thread share the next one, in their order', async () => {
  const storage = await open('thread');
  const insert = insertInto(storage);
  const put = (id: string) => storage.commit([bind(insert, { id, content: randomBytes(9).toString('hex') })]);
  const first = put('a');
  await new Promise((resolve) => setImmediate(resolve));
  const before = storage.counts().transactions;
  const next = [put('b'), put('c'), put('d')];
  await Promise.all([first, ...next]);
  expect(storage.counts().transactions - before).toBe(2);
  expect(await idsOf(storage)).toEqual(['a', 'b', 'c', 'd']);
});

test('what waits when the storage closes is written', async () => {
  const storage = await openSqliteStorage(path, { writesIn: 'thread' });
  const insert = insertInto(storage);
  const written = ['a', 'b'].map((id) => storage.commit([bind(insert, { id, content: 'x' })]));
  await new Promise((resolve) => setImmediate(resolve));
  written.push(storage.commit([bind(insert, { id: 'c', content: 'x' })]));
  await storage.close();
  await Promise.all(written);
  expect(await idsOf(await open())).toEqual(['a', 'b', 'c']);
});

test('an attached file can be read by writes, and later writes go to the thread again', async () => {
  const storage = await open('thread');
  const other = openSqlite(join(path, '..', 'other.db'));
  other.exec(`create table closures (id text, content text); insert into closures values ('staged', 'x')`);
  other.close();
  const insert = insertInto(storage);
  await storage.commit([bind(insert, { id: 'before', content: 'x' })]);
  await storage.attached(join(path, '..', 'other.db'), ['closures'], ({ main, staged }) =>
    storage.commit([
      {
        sql: `insert into ${main}.closures (id, content) select id, content from ${staged}.closures`,
        values: [],
      },
    ]),
  );
  await storage.commit([bind(insert, { id: 'later', content: 'x' })]);
  expect(await idsOf(storage)).toEqual(['before', 'later', 'staged']);
});

/** A thread that ends in place of an answer: before it writes a job, or after. */
const endingThread = (when: 'before' | 'after') => (_program: string, options: WorkerOptions) =>
  new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
    parentPort.on('message', ({ statements, writes }) => {
      if ('${when}' === 'before') process.exit();
      const database = new (require('@photostructure/sqlite').DatabaseSync)(workerData.path);
      database.exec('pragma busy_timeout = 5000');
      database.prepare(statements[0].sql).run(...writes.slice(1, 1 + statements[0].places));
      database.close();
      process.exit();
    });
    parentPort.postMessage('ready');`,
    { ...options, eval: true },
  );

test.each(['before', 'after'] as const)(
  'a thread that ends %s it has written leaves no doubt about the transaction',
  async (when) => {
    const storage = await open();
    const here = openSqlite(path);
    onTestFinished(() => here.close());
    const worker = await CommitWorker.start(path, here, endingThread(when));
    const error = await worker.write([[bind(insertInto(storage), { id: 'a', content: 'x' })]]);
    expect(worker.hasEnded).toBe(true);
    expect(error === undefined).toBe(when === 'after');
    expect(await idsOf(storage)).toEqual(when === 'after' ? ['a'] : []);
  },
);

test('a service that writes much gets a thread, and none of its writes is lost on the way', async () => {
  const storage = await open();
  const insert = insertInto(storage);
  const large = 'x'.repeat(200_000);
  const deadline = performance.now() + patience;
  let count = 0;
  for (let isInThread = false; !isInThread; ) {
    expect(performance.now()).toBeLessThan(deadline);
    const written = storage.commit([bind(insert, { id: `${count++}`, content: large })]);
    await new Promise((resolve) => setImmediate(resolve));
    const before = storage.counts().transactions;
    await written;
    // In its own thread the service makes the whole transaction in one turn.
    isInThread = storage.counts().transactions > before;
  }
  expect((await idsOf(storage)).length).toBe(count);
});

test('two seconds with much writing are heavy, one is not, nor are two with a pause between', () => {
  const heavyAt = (...seconds: number[]): boolean[] => {
    const load = new WriteLoad();
    return seconds.map((second) => {
      let isHeavy = false;
      for (let part = 0; part < 10; part++) {
        const begun = second * 1_000 + part * 100;
        isHeavy = load.isHeavy(begun, begun + 30) || isHeavy;
      }
      return isHeavy;
    });
  };
  expect(heavyAt(1)).toEqual([false]);
  expect(heavyAt(1, 2, 3)).toEqual([false, true, true]);
  expect(heavyAt(1, 9)).toEqual([false, false]);
});
