import { expect, test } from 'vitest';

test('sets a variable', () => {
  process.env['LEFT_VARIABLE'] = 'left';
  expect(process.env['LEFT_VARIABLE']).toBe('left');
});
