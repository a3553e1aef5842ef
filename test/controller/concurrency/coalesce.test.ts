import { expect, test } from 'vitest';
import { coalesce } from '../../../controller/concurrency/turns.js';

test('calls during a run share one run after it', async () => {
  const { call, runs, finish } = slow();
  const answers = [call(), call(), call()];
  expect(runs()).toBe(1);
  finish();
  expect(await answers[0]).toBe(1);
  await Promise.resolve();
  finish();
  expect(await Promise.all(answers)).toEqual([1, 2, 2]);
});

test('a run that fails fails its own callers alone', async () => {
  const { call, finish } = slow();
  const first = call();
  const second = call();
  finish(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await Promise.resolve();
  finish();
  expect(await second).toBe(2);
});

/** Runs that end when the test says so. */
function slow() {
  let runs = 0;
  let finish: (failure?: Error) => void = () => {};
  const call = coalesce(() => {
    const run = ++runs;
    return new Promise<number>((resolve, reject) => {
      finish = (failure) => (failure ? reject(failure) : resolve(run));
    });
  });
  return { call, runs: () => runs, finish: (failure?: Error) => finish(failure) };
}
