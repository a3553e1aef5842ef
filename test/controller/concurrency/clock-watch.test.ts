import { expect, onTestFinished, test } from 'vitest';
import { ClockWatch } from '../../../controller/concurrency/clock-watch.js';

function watch() {
  const jumps: number[] = [];
  const at = { wall: 1_000_000, passed: 0 };
  const watched = new ClockWatch((byMs) => jumps.push(byMs), {
    wall: () => at.wall,
    passed: () => at.passed,
  });
  onTestFinished(() => watched.stop());
  const pass = (ms: number, wallMs = ms) => {
    at.passed += ms;
    at.wall += wallMs;
    watched.look();
  };
  return { jumps, pass };
}

test('time that passes and a clock that is adjusted slowly are no jumps', () => {
  const { jumps, pass } = watch();
  for (let look = 0; look < 1_000; look++) pass(5_000, 5_002.5);
  expect(jumps).toEqual([]);
});

test('a clock that is set back, and then right again, jumps twice', () => {
  const { jumps, pass } = watch();
  pass(5_000);
  pass(5_000, 5_000 - 3_600_000);
  pass(5_000);
  pass(5_000, 5_000 + 3_600_000);
  expect(jumps).toEqual([-3_600_000, 3_600_000]);
});

test('a machine that was suspended has lost the time', () => {
  const { jumps, pass } = watch();
  pass(5_000, 65_000);
  expect(jumps).toEqual([60_000]);
});
