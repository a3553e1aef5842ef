import { stat } from 'node:fs';
import { expect, test } from 'vitest';
import { isTurnOver, nextTurn, wholeTurn } from '../../../controller/concurrency/loop-turn.js';

/** Computes until the turn is over. */
function compute(): void {
  while (!isTurnOver());
}

test('computations get one turn each, in order, and requests are answered between any two of them', async () => {
  const seen: string[] = [];
  const computation = async (name: string): Promise<void> => {
    for (let turn = 0; turn < 3; turn++) {
      await nextTurn();
      seen.push(name);
      compute();
    }
  };
  let others = 0;
  const request = (): void => {
    others += 1;
    if (seen.length < 9) setImmediate(request);
  };
  setImmediate(request);
  await Promise.all(['a', 'b', 'c'].map(computation));
  expect(seen.join('')).toBe('abcabcabc');
  expect(others).toBeGreaterThanOrEqual(9);
});

test('all computations of one turn together have ten milliseconds', async () => {
  await nextTurn();
  compute();
  expect(isTurnOver()).toBe(true);
  await nextTurn();
  expect(isTurnOver()).toBe(false);
});

test('a short computation continues before those that compute for long', async () => {
  const seen: string[] = [];
  const computations = ['a', 'b', 'c'].map((name) => nextTurn(true).then(() => seen.push(name)));
  await Promise.all([...computations, nextTurn().then(() => seen.push('short'))]);
  expect(seen).toEqual(['short', 'a', 'b', 'c']);
});

test('many long computations and one other get every second turn each', async () => {
  let turns = 0;
  let isDone = false;
  const long = async (): Promise<void> => {
    while (!isDone) {
      await nextTurn(true);
      turns += 1;
      compute();
    }
  };
  const all = Array.from({ length: 50 }, long);
  for (let turn = 0; turn < 10; turn++) {
    await nextTurn();
    compute();
  }
  isDone = true;
  // Turns are counted by their time, which a busy machine lengthens for one or the other.
  expect(turns).toBeGreaterThanOrEqual(5);
  expect(turns).toBeLessThanOrEqual(15);
  await Promise.all(all);
});

test('short computations share a turn', async () => {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(Array.from({ length: 1_000 }, () => nextTurn()));
  isDone = true;
  expect(turns).toBeLessThan(100);
});

test('a whole turn lets timers pass also where it begins while a request is read', async () => {
  let isPassed = false;
  await new Promise<void>((resolve) => {
    stat('.', () => {
      setTimeout(() => {
        isPassed = true;
      }, 1);
      // The timer is due when the turn begins.
      for (const end = performance.now() + 3; performance.now() < end; );
      void wholeTurn().then(resolve);
    });
  });
  expect(isPassed).toBe(true);
});
