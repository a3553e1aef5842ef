import { expect, test } from 'vitest';

test('changes the umask', () => {
  process.umask(0o123);
  expect(process.umask()).toBe(0o123);
});
