import { expect, test } from 'vitest';
import { Semaphore } from '../../../controller/concurrency/turns.js';

test('never more operations run at a time than there are places, and all of them end', async () => {
  const semaphore = new Semaphore(3);
  let running = 0;
  let max = 0;
  const ended = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      semaphore.run(async () => {
        running++;
        max = Math.max(max, running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        return index;
      }),
    ),
  );
  expect(max).toBe(3);
  expect(ended).toEqual(Array.from({ length: 40 }, (_, index) => index));
  expect(semaphore.hasFreePlace).toBe(true);
});

test('an operation that fails gives its place to the one that waits longest', async () => {
  const semaphore = new Semaphore(1);
  const order: string[] = [];
  const failed = semaphore.run(() => Promise.reject(new Error('no')));
  const waiting = ['second', 'third'].map((name) => semaphore.run(async () => order.push(name)));
  expect(semaphore.waiting).toBe(2);
  await expect(failed).rejects.toThrow('no');
  await Promise.all(waiting);
  expect(order).toEqual(['second', 'third']);
});

test('a caller whose signal aborts leaves the queue and takes no place', async () => {
  const semaphore = new Semaphore(1);
  await semaphore.acquire();
  const abort = new AbortController();
  const left = semaphore.run(async () => 'never', abort.signal);
  const stayed = semaphore.run(async () => 'then');
  abort.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  semaphore.release();
  expect(await stayed).toBe('then');
  await expect(semaphore.acquire(abort.signal)).rejects.toThrow('gone');
});
