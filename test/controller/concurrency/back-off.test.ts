import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pauseAfter } from '../../../controller/concurrency/back-off.js';
import { about } from '../../../controller/concurrency/long-timer.js';

const figures = fc.record({
  firstMs: fc.integer({ min: 1, max: 60_000 }),
  maxMs: fc.integer({ min: 60_000, max: 86_400_000 }),
  factor: fc.double({ min: 1, max: 10, noNaN: true }),
  spread: fc.double({ min: 0, max: 1, noNaN: true }),
});
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const failures = fc.integer({ min: 1, max: 1_000_000 });

describe('the pause after a failure', () => {
  test('is never longer than the longest, and never shorter than what is not left to chance', () => {
    fc.assert(
      fc.property(failures, figures, chance, (n, backOff, luck) => {
        const pause = pauseAfter(n, backOff, () => luck);
        const whole = pauseAfter(n, { ...backOff, spread: 0 });
        expect(Number.isSafeInteger(pause)).toBe(true);
        expect(pause).toBeLessThanOrEqual(backOff.maxMs);
        expect(pause).toBeLessThanOrEqual(whole);
        expect(pause).toBeGreaterThanOrEqual(Math.floor(whole * (1 - backOff.spread)) - 1);
      }),
    );
  });

  test('grows with the failures, with the same luck', () => {
    fc.assert(
      fc.property(failures, failures, figures, chance, (one, other, backOff, luck) => {
        const [few, many] = [Math.min(one, other), Math.max(one, other)];
        expect(pauseAfter(few, backOff, () => luck)).toBeLessThanOrEqual(
          pauseAfter(many, backOff, () => luck),
        );
      }),
    );
  });

  test('doubles from the first to the longest, half of it by chance, unless said otherwise', () => {
    const backOff = { firstMs: 1_000, maxMs: 5_000 };
    const pauses = (luck: number) => [1, 2, 3, 4, 5].map((n) => pauseAfter(n, backOff, () => luck));
    expect(pauses(0)).toEqual([500, 1_000, 2_000, 2_500, 2_500]);
    expect(pauses(0.5)).toEqual([750, 1_500, 3_000, 3_750, 3_750]);
    expect(pauseAfter(3, { ...backOff, maxMs: 100_000, factor: 4, spread: 0 })).toBe(16_000);
  });
});

test('what is done every so often is done about as often', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 86_400_000 }), chance, (ms, luck) => {
      const next = about(ms, 0.1, () => luck);
      expect(next).toBeGreaterThanOrEqual(Math.floor(ms * 0.9));
      expect(next).toBeLessThanOrEqual(Math.ceil(ms * 1.1));
    }),
  );
  expect([0, 0.5, 1].map((luck) => about(1_000, 0.1, () => luck))).toEqual([900, 1_000, 1_100]);
});
