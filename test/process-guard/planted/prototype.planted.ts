import { expect, test } from 'vitest';

test('adds a method to all arrays', () => {
  Object.defineProperty(Array.prototype, 'leftMethod', { value: () => 'left', configurable: true });
  expect([]).toHaveProperty('leftMethod');
});
