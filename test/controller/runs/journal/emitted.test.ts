import { expect, test } from 'vitest';
import { Recorded } from '../../../../controller/runs/journal/journal-entry.js';

test('an event that a former version sent is no output of its task on a replay, and one of this version is', () => {
  const event = { specversion: '1.0', id: '1', source: '/s', type: 'a' };
  const { emitted } = Recorded.of([
    { t: 'emit', seq: 1, at: 0, key: '/do/0/former', event },
    { t: 'emit', seq: 2, at: 0, key: '/do/1/now', event, isOutput: true },
  ]);
  expect([emitted.has('/do/0/former'), emitted.get('/do/0/former')]).toEqual([true, undefined]);
  expect(emitted.get('/do/1/now')).toEqual(event);
});
