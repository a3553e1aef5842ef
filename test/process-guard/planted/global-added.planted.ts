import { expect, test } from 'vitest';

test('adds a global', () => {
  Object.assign(globalThis, { leftGlobal: 'left' });
  expect(globalThis).toHaveProperty('leftGlobal');
});
