import { expect, test } from 'vitest';

test('starts a timer', () => {
  expect(setTimeout(() => {}, 1_234_567).hasRef()).toBe(true);
});
