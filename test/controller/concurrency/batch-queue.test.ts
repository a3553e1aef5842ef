import { expect, test } from 'vitest';
import { BatchQueue, type Queued } from '../../../controller/concurrency/batch-queue.js';

type Batch = readonly Queued<number, string>[];

function settle(batch: Batch): readonly [] {
  for (const { item, resolve } of batch) resolve(`did ${item}`);
  return [];
}

test('items that arrive while a batch is processed form the next one, in order and no larger than allowed', async () => {
  const batches: number[][] = [];
  const others: Promise<string>[] = [];
  let onIdle = () => {};
  const idle = new Promise<void>((resolve) => (onIdle = resolve));
  const queue = new BatchQueue<number, string>({
    max: 4,
    process: async (batch) => {
      if (batches.length === 0) others.push(...[1, 2, 3, 4, 5].map((item) => queue.add(item)));
      batches.push(batch.map(({ item }) => item));
      return settle(batch);
    },
    onIdle: () => onIdle(),
  });
  expect(await queue.add(0)).toBe('did 0');
  expect(await Promise.all(others)).toEqual([1, 2, 3, 4, 5].map((item) => `did ${item}`));
  await idle;
  expect(batches).toEqual([[0], [1, 2, 3, 4], [5]]);
});

test('items that are to be tried again come first in the next batch and know how often they were tried', async () => {
  const seen: [number, number][][] = [];
  const queue = new BatchQueue<number, string>({
    max: 3,
    process: async (batch) => {
      seen.push(batch.map(({ item, attempts }) => [item, attempts]));
      if (seen.length > 1) return settle(batch);
      settle(batch.slice(0, 1));
      return batch.slice(1);
    },
  });
  await Promise.all([1, 2, 3, 4].map((item) => queue.add(item)));
  expect(seen).toEqual([
    [
      [1, 0],
      [2, 0],
      [3, 0],
    ],
    [
      [2, 1],
      [3, 1],
      [4, 0],
    ],
  ]);
});

test('a batch whose processing fails fails its items alone', async () => {
  let isFirst = true;
  const queue = new BatchQueue<number, string>({
    max: 1,
    process: async (batch) => {
      if (!isFirst) return settle(batch);
      isFirst = false;
      throw new Error('disk full');
    },
  });
  const [failed, done] = await Promise.allSettled([queue.add(1), queue.add(2)]);
  expect(failed).toMatchObject({ status: 'rejected', reason: new Error('disk full') });
  expect(done).toEqual({ status: 'fulfilled', value: 'did 2' });
});
