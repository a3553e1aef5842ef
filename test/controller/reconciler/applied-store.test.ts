import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { HeldEntity } from '../../../controller/catalog/index.js';
import { DatabaseAppliedStore } from '../../../controller/reconciler/index.js';
import { getWrites, type Storage } from '../../../controller/storage/index.js';
import { temporaryFolder } from '../git/git-fixture.js';
import { openStorage } from '../storage/engines.js';

const HELD: HeldEntity = {
  kind: 'flow',
  name: 'a',
  path: 'flows/a.yaml',
  blobId: 'b',
  revision: 'r1',
  content: 'ünï\n',
  attachments: { body: { path: 'a.md', blobId: 'c', text: '# ünï' } },
};
const OTHER: HeldEntity = {
  kind: 'flow',
  name: 'b',
  path: 'b.yaml',
  blobId: 'd',
  revision: 'r1',
  content: 'x',
};

test.each(['main', 'feature/x', '../../etc/passwd', 'ü'.repeat(120), "'; drop table runs; --"])(
  'what is in service on branch %j survives a restart',
  async (branch) => {
    const path = join(temporaryFolder(), 'svc.db');
    const first = await openStorage(path);
    await new DatabaseAppliedStore(first).apply(branch, { revision: 'r2', entities: 3, held: [HELD, OTHER] });
    await first.close();
    const store = new DatabaseAppliedStore(await open(path));
    expect(await store.load(branch)).toEqual({
      revision: 'r2',
      entities: 3,
      confirmed: undefined,
      held: [HELD, OTHER],
    });
    expect(await store.branches()).toEqual([branch]);
    expect(await store.load('another')).toBeUndefined();
  },
);

test('what is held no more is forgotten, what is new is added, and what is the same is not written again', async () => {
  const storage = await open();
  const store = new DatabaseAppliedStore(storage);
  const writes = counting(storage);
  await store.apply('main', { revision: 'r1', entities: 2, held: [HELD, OTHER] });
  const first = writes();
  await store.apply('main', { revision: 'r2', entities: 2, held: [HELD, OTHER] });
  expect([first, writes()]).toEqual([4, 1]);
  const newer = { ...OTHER, name: 'c', revision: 'r2' };
  await store.apply('main', { revision: 'r3', entities: 2, held: [{ ...HELD, path: 'moved.yaml' }, newer] });
  const { held } = (await new DatabaseAppliedStore(storage).load('main')) ?? {};
  expect(held).toEqual([{ ...HELD, path: 'moved.yaml' }, newer]);
});

test('a store that has not loaded the branch takes away what another left', async () => {
  const storage = await open();
  await new DatabaseAppliedStore(storage).apply('main', { revision: 'r1', entities: 2, held: [HELD] });
  await new DatabaseAppliedStore(storage).apply('main', { revision: 'r2', entities: 2, held: [OTHER] });
  expect((await new DatabaseAppliedStore(storage).load('main'))?.held).toEqual([OTHER]);
});

test('a confirmation is kept until the next revision is applied', async () => {
  const storage = await open();
  const store = new DatabaseAppliedStore(storage);
  await store.apply('main', { revision: 'r1', entities: 2, held: [] });
  await store.confirm('main', 'r2');
  expect(await new DatabaseAppliedStore(storage).load('main')).toMatchObject({
    revision: 'r1',
    confirmed: 'r2',
  });
  await store.apply('main', { revision: 'r2', entities: 0, held: [] });
  expect(await store.load('main')).toMatchObject({ revision: 'r2', confirmed: undefined });
});

test('branches do not share, and one that is dropped leaves nothing', async () => {
  const storage = await open();
  const store = new DatabaseAppliedStore(storage);
  for (const branch of ['a', 'a/b']) await store.apply(branch, { revision: 'r1', entities: 1, held: [HELD] });
  await store.drop('a');
  expect(await store.load('a')).toBeUndefined();
  expect((await store.load('a/b'))?.held).toEqual([HELD]);
  const rows = await storage.db.selectFrom('held_entities').select('branch').execute();
  expect(rows).toEqual([{ branch: 'a/b' }]);
});

test('a write that fails takes all of its transaction with it', async () => {
  const storage = await open();
  const store = new DatabaseAppliedStore(storage);
  await store.apply('main', { revision: 'r1', entities: 1, held: [] });
  const bad = [{ sql: 'insert into no_such_table values (1)', values: [] }];
  await expect(store.apply('main', { revision: 'r2', entities: 1, held: [HELD] }, bad)).rejects.toMatchObject(
    { code: 'storage_failed' },
  );
  expect(await new DatabaseAppliedStore(storage).load('main')).toMatchObject({ revision: 'r1', held: [] });
});

test('a database that cannot be read is a storage_failed', async () => {
  const storage = await openStorage(':memory:');
  await storage.close();
  await expect(new DatabaseAppliedStore(storage).load('main')).rejects.toMatchObject({
    code: 'storage_failed',
  });
});

async function open(path = ':memory:'): Promise<Storage> {
  const storage = await openStorage(path);
  onTestFinished(() => storage.close());
  return storage;
}

/** How many writes there were since the last call. */
function counting(storage: Storage): () => number {
  let count = 0;
  const commit = storage.commit.bind(storage);
  storage.commit = (unit) =>
    commit({
      collect: () => {
        const writes = getWrites(unit);
        count += writes.length;
        return writes;
      },
    });
  return () => {
    const seen = count;
    count = 0;
    return seen;
  };
}
