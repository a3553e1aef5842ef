import { expect, test, vi } from 'vitest';
import { part } from './part.js';

vi.mock('./part.js', () => ({ part: 'left' }));

test('replaces a module', () => {
  expect(part).toBe('left');
});
