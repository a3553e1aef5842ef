import dns from 'node:dns';
import { expect, test } from 'vitest';

test('replaces a function of a module of Node', () => {
  Object.assign(dns, { lookup: function leftLookup() {} });
  expect(dns.lookup.name).toBe('leftLookup');
});
