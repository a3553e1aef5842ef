import { expect, test } from 'vitest';

test('removes a variable', () => {
  delete process.env['NODE_ENV'];
  expect(process.env['NODE_ENV']).toBeUndefined();
});
