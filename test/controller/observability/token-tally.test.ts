import { expect, test } from 'vitest';
import { TokenTally } from '../../../controller/observability/token-tally.js';

test('tokens are summed for each connection, and for all beyond a number of them together', () => {
  const tally = new TokenTally();
  for (let n = 0; n < 300; n++) tally.add(`c${n}`, { inputTokens: 2, outputTokens: 1 });
  tally.add('c0', { inputTokens: 3, outputTokens: 0 });
  const counts = tally.counts();
  expect(counts).toHaveLength(402);
  expect(counts.slice(0, 2)).toEqual([
    { connection: 'c0', kind: 'input', count: 5 },
    { connection: 'c0', kind: 'output', count: 1 },
  ]);
  expect(counts.slice(-2)).toEqual([
    { connection: '_other', kind: 'input', count: 200 },
    { connection: '_other', kind: 'output', count: 100 },
  ]);
});
