import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';

test('changes the working folder', () => {
  process.chdir(tmpdir());
  expect(process.cwd()).not.toBe(import.meta.dirname);
});
