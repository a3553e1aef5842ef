import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

test('replaces what `require` gives', () => {
  const require = createRequire(import.meta.url);
  const loaded = require.cache[require.resolve('undici')];
  Object.assign(loaded ?? {}, { exports: 'left' });
  expect(require('undici')).toBe('left');
});
