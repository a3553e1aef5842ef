import { expect, test } from 'vitest';
import { BackgroundPasses } from '../../../controller/storage/background-passes.js';
import { eventually } from '../../eventually.js';

test('steps go on after an error, and none begins after the stop', async () => {
  const errors: unknown[] = [];
  let steps = 0;
  const passes = new BackgroundPasses({
    async step() {
      steps++;
      if (steps === 2) throw new Error('full disk');
      return steps < 4;
    },
    firstMs: 0,
    pauseMs: 1,
    report: (error) => errors.push(error),
  });
  passes.start();
  await eventually(() => steps > 5);
  await passes.stop();
  const stopped = steps;
  await new Promise((resolve) => setImmediate(resolve));
  expect([steps, errors]).toEqual([stopped, [new Error('full disk')]]);
});
