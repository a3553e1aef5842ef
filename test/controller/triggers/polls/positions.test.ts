import { expect, test } from 'vitest';
import { comparePositions } from '../../../../controller/triggers/polls/positions.js';
import { parseJsonText } from '../../../../schemas/json/json-text.js';
import type { Json } from '../../../../schemas/json/types.js';

test.each<[Json, Json]>([
  [9, 10],
  ['9', '10'],
  ['9', 10],
  [-1, '0'],
  ['9007199254740993', '9007199254740994'],
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z'],
  ['2026-01-01T01:00:00+02:00', '2026-01-01T00:00:00Z'],
  ['2026-01-01T00:00:00.000001Z', '2026-01-01T00:00:00.000002Z'],
  ['2026-01-01 09:00:00Z', '2026-01-01T10:00:00Z'],
  ['a', 'b'],
  ['Z', 'a'],
  [5, '2026-01-01T00:00:00Z'],
  ['2026-01-01T00:00:00Z', 'a'],
])('%j comes before %j, and not after it', (less, more) => {
  expect(comparePositions(less, more)).toBeLessThan(0);
  expect(comparePositions(more, less)).toBeGreaterThan(0);
});

test('equal places are equal, also of numbers that a double cannot hold', () => {
  const [long, next] = parseJsonText('[90071992547409930001, 90071992547409930002]') as [Json, Json];
  expect(comparePositions(long, long)).toBe(0);
  expect(comparePositions(long, next)).toBeLessThan(0);
  expect(comparePositions('007', 7)).toBe(0);
});
