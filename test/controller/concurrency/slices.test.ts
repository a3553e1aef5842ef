import { expect, test } from 'vitest';
import { Slices } from '../../../controller/concurrency/slices.js';

test('computations share the event loop: one of them works in each turn, in the order of their calls', async () => {
  const slices = new Slices();
  const worked: string[] = [];
  let turn = 0;
  let isDone = false;
  const count = () => {
    turn++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const compute = async (name: string) => {
    await slices.begin();
    for (let slice = 0; slice < 3; slice++) {
      worked.push(`${name} ${turn}`);
      await slices.next();
    }
  };
  await Promise.all(['a', 'b', 'c'].map(compute));
  isDone = true;
  const names = worked.map((entry) => entry[0]);
  expect(names.slice(3).join('')).toBe('abcabc');
  const turns = worked.slice(3).map((entry) => entry.slice(2));
  expect(new Set(turns).size).toBe(turns.length);
});

test('a computation alone begins at once', async () => {
  const slices = new Slices();
  let began = false;
  void slices.begin().then(() => {
    began = true;
  });
  await Promise.resolve();
  expect(began).toBe(true);
});
