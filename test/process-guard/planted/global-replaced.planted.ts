import { expect, test, vi } from 'vitest';

test('replaces a global', () => {
  vi.stubGlobal('fetch', function leftFetch() {});
  expect(fetch.name).toBe('leftFetch');
});
