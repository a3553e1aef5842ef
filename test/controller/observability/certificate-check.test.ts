import { expect, test } from 'vitest';
import { certificateCheck } from '../../../controller/observability/index.js';

const day = 24 * 3_600_000;

test.each([
  ['in a month', 30, undefined, 'ok', /is valid until/],
  ['in ten days', 10.5, undefined, 'warn', /: 10 days$/],
  ['tomorrow', 1.5, undefined, 'warn', /: 1 day$/],
  ['in the past', -1, undefined, 'fail', /expired at/],
  ['in a month, with new files that cannot be used', 30, 'no key', 'warn', /cannot be used: no key/],
  ['in the past, with new files that cannot be used', -1, 'no key', 'fail', /cannot be used: no key/],
] as const)('a certificate that ends %s', async (_when, days, refused, status, detail) => {
  const expiresAt = Date.now() + days * day;
  const outcome = await certificateCheck(() => ({ names: 'DNS:a.test', expiresAt, refused })).run();
  expect(outcome.status).toBe(status);
  expect(outcome.detail).toMatch(detail);
  expect(outcome.hint !== undefined).toBe(status !== 'ok');
});
