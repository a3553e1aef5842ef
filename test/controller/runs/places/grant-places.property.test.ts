import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Claim, grantPlaces } from '../../../../controller/runs/places/grant-places.js';

const claims: fc.Arbitrary<Claim[]> = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    claim: fc.constant('claim'),
    isHeld: fc.boolean(),
    isReturning: fc.boolean(),
    askedAt: fc.integer({ min: 0, max: 20 }),
    maxRuns: fc.constant(3),
  }),
  { selector: ({ id }) => id, maxLength: 12 },
);

test('places are granted up to the limit, to those that asked first, and none is left free while a run waits', () => {
  fc.assert(
    fc.property(claims, (all) => {
      const granted = grantPlaces(all);
      const held = all.filter(({ isHeld }) => isHeld).length;
      const waiting = all.filter(({ isHeld }) => !isHeld);
      expect(granted).toHaveLength(Math.max(0, Math.min(waiting.length, 3 - held)));
      const left = waiting.filter((claim) => !granted.includes(claim));
      for (const first of granted)
        for (const later of left) {
          expect(first.isReturning || !later.isReturning).toBe(true);
          if (first.isReturning === later.isReturning) expect(first.askedAt <= later.askedAt).toBe(true);
        }
      // Granted again with what was granted before, nothing changes.
      const ids = new Set(granted.map(({ id }) => id));
      expect(
        grantPlaces(all.map((claim) => ({ ...claim, isHeld: claim.isHeld || ids.has(claim.id) }))),
      ).toEqual([]);
    }),
  );
});

test('a run whose version of the flow has a lower limit waits for it, and holds up those behind it', () => {
  const claim = (id: string, more: Partial<Claim>): Claim => ({
    id,
    claim: id,
    isHeld: false,
    isReturning: false,
    askedAt: Number(id),
    maxRuns: 2,
    ...more,
  });
  const waiting = [claim('2', { maxRuns: 1 }), claim('3', {})];
  expect(grantPlaces([claim('1', { isHeld: true }), ...waiting])).toEqual([]);
  expect(grantPlaces(waiting).map(({ id }) => id)).toEqual(['2', '3']);
});
