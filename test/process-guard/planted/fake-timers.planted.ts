import { expect, test, vi } from 'vitest';

test('leaves fake timers on', () => {
  vi.useFakeTimers();
  expect(vi.isFakeTimers()).toBe(true);
});
