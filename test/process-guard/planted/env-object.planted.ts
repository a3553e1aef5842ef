import { expect, test } from 'vitest';

test('puts a copy in the place of the environment', () => {
  process.env = { ...process.env, LEFT_IN_COPY: 'yes' };
  expect(process.env['LEFT_IN_COPY']).toBe('yes');
});
