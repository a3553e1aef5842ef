import { expect, test } from 'vitest';
import { RunTally } from '../../../controller/observability/index.js';

const main = new Set(['main']);

test('runs are counted by flow, branch and status, with their durations', () => {
  const tally = new RunTally();
  tally.add({ flow: 'ship', branch: 'main', status: 'completed' }, 50);
  tally.add({ flow: 'ship', branch: 'main', status: 'faulted' }, 5_000);
  expect(tally.figures(main)).toEqual([
    {
      flow: 'ship',
      branch: 'main',
      ended: { completed: 1, faulted: 1 },
      seconds: 5.05,
      within: [1, 1, 2, 2, 2, 2],
    },
  ]);
});

test('flows beyond the limit are counted together', () => {
  const tally = new RunTally(2);
  for (let at = 0; at < 1_000; at++) {
    tally.add({ flow: `f${at}`, branch: 'main', status: 'completed' }, 1);
  }
  const figures = tally.figures(main);
  expect(figures.map(({ flow, branch }) => [flow, branch])).toEqual([
    ['f0', 'main'],
    ['f1', 'main'],
    ['_other', '_other'],
  ]);
  expect(figures[2]?.ended).toEqual({ completed: 998 });
});

test('the runs of a deleted branch are dropped', () => {
  const tally = new RunTally();
  for (const branch of ['main', 'gone']) tally.add({ flow: 'ship', branch, status: 'completed' }, 1);
  expect(tally.figures(main).map(({ branch }) => branch)).toEqual(['main']);
});
