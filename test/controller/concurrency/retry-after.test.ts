import { expect, test } from 'vitest';
import { parseRetryAfter } from '../../../controller/concurrency/retry-after.js';

const now = Date.parse('Wed, 21 Oct 2015 07:28:00 GMT');

test.each([
  ['120', 120],
  [' 1 ', 1],
  ['Wed, 21 Oct 2015 07:28:30 GMT', 30],
  ['Wednesday, 21-Oct-15 07:29:00 GMT', 60],
  ['Wed Oct 21 07:28:05 2015 GMT', 5],
])('`Retry-After: %s` asks for %s seconds', (header, seconds) => {
  expect(parseRetryAfter(header, now)).toBe(seconds);
});

test.each([
  null,
  undefined,
  '',
  '0',
  '-5',
  '1.5',
  'soon',
  '2015-10-21T07:29:00Z',
  'Wed, 21 Oct 2015 07:27:00 GMT',
  'Wed, 99 Oct 2015 99:99:99 GMT',
  '9'.repeat(12),
  '9'.repeat(400),
])('`Retry-After: %s` asks for no pause', (header) => {
  expect(parseRetryAfter(header, now)).toBeUndefined();
});
