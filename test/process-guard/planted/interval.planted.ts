import { expect, test } from 'vitest';

test('starts an interval that does not keep the process alive', () => {
  expect(
    setInterval(() => {}, 7_654_321)
      .unref()
      .hasRef(),
  ).toBe(false);
});
