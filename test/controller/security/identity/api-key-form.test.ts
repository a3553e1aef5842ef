import { expect, test } from 'vitest';
import {
  createApiKey,
  isWellFormedApiKey,
} from '../../../../controller/security/identity/credentials/credential-index.js';

test('a key has its checksum behind a line of its own, and keys of before have none', () => {
  const key = createApiKey('live');
  expect(key).toMatch(/^svc_live_[0-9A-Za-z]{30}_[0-9A-Za-z]{6}$/);
  const former = key.replace(/_([0-9A-Za-z]{6})$/, '$1');
  expect([isWellFormedApiKey(key), isWellFormedApiKey(former)]).toEqual([true, true]);
  const other = key.endsWith('A') ? 'B' : 'A';
  expect(isWellFormedApiKey(key.slice(0, -1) + other)).toBe(false);
});
