import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codeHash, engineVersion, stampFile } from '../../../controller/start/engine-version.js';

test('the version of the engine stays until what it is given is another', () => {
  expect(engineVersion({ size: 1 })).toBe(engineVersion({ size: 1 }));
  expect(engineVersion({ size: 1 })).not.toBe(engineVersion({ size: 2 }));
});

test('the sources have no stamp, so that a change in them counts at once', () => {
  expect(existsSync(stampFile)).toBe(false);
  expect(codeHash()).toMatch(/^[0-9a-f]{64}$/);
});
