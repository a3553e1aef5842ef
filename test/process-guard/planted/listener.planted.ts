import { expect, test } from 'vitest';

test('adds a listener', () => {
  process.on('SIGUSR2', function leftListener() {});
  expect(process.listenerCount('SIGUSR2')).toBe(1);
});
