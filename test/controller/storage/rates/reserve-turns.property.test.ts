import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noTurns, reserveTurns } from '../../../../controller/storage/rates/reserve-turns.js';

/** Nodes ask for turns at times, and use each at a moment of its own within its time. */
const scenarios = fc.record({
  requests: fc.integer({ min: 1, max: 12 }),
  burst: fc.integer({ min: 1, max: 12 }),
  asks: fc.array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 700 }),
      count: fc.integer({ min: 1, max: 8 }),
      validMs: fc.constantFrom(50, 300, 1_000),
      late: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }),
    }),
    { minLength: 1, maxLength: 40 },
  ),
});
const periodMs = 1_000;

test('no period has more turns than its requests, and no moment more than the burst, whenever nodes use them', () => {
  fc.assert(
    fc.property(scenarios, ({ requests, burst: wholeBurst, asks }) => {
      const burst = Math.min(wholeBurst, requests);
      const used: number[] = [];
      let state = noTurns;
      let now = 1_000_000;
      for (const { afterMs, count, validMs, late } of asks) {
        now += afterMs;
        const reserved = reserveTurns(state, { requests, periodMs, burst }, { now, count, validMs });
        state = reserved.state;
        expect(reserved.turns.length).toBeLessThanOrEqual(count);
        for (const [index, { from, until }] of reserved.turns.entries()) {
          expect(from).toBeGreaterThanOrEqual(now);
          used.push(from + (until - from) * (late[index] ?? 0));
        }
      }
      used.sort((a, b) => a - b);
      const spreadMs = periodMs / requests;
      for (const [index, at] of used.entries()) {
        const next = used[index + requests] ?? Number.POSITIVE_INFINITY;
        expect(next - at).toBeGreaterThan(periodMs - 1e-6);
        for (let more = 1; index + more < used.length && more <= 2 * requests; more++)
          expect((used[index + more] ?? 0) - at).toBeGreaterThan((more - burst + 1) * spreadMs - 1e-6);
      }
    }),
    { numRuns: 300 },
  );
});

test('turns that are used at once come as often as the limit allows, but for the time in which they are valid', () => {
  const pace = { requests: 10, periodMs, burst: 10 };
  let state = noTurns;
  let turns = 0;
  let now = 0;
  while (now < 60_000) {
    const reserved = reserveTurns(state, pace, { now, count: 10, validMs: 50 });
    state = reserved.state;
    turns += reserved.turns.length;
    now = Math.max(now + 1, reserved.nextAt);
  }
  // Each of the 60 periods is longer by the 50 ms in which another node could have used the turns.
  expect(turns).toBeGreaterThanOrEqual(560);
  expect(turns).toBeLessThanOrEqual(620);
});

test('a state of a limit of a day has few times, however many turns it counts', () => {
  const pace = { requests: 10_000, periodMs: 86_400_000, burst: 10_000 };
  let state = noTurns;
  for (let now = 0; now < 86_400_000; now += 8_640)
    state = reserveTurns(state, pace, { now, count: 1, validMs: 50 }).state;
  expect(state.sent.reduce((sum, [, turns]) => sum + turns, 0)).toBe(10_000);
  expect(state.sent.length).toBeLessThanOrEqual(1_001);
});
