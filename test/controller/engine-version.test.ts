import { expect, test } from 'vitest';
import { engineVersion } from '../../controller/engine-version.js';

test('the version of the engine stays until what it is given is another', () => {
  expect(engineVersion({ size: 1 })).toBe(engineVersion({ size: 1 }));
  expect(engineVersion({ size: 1 })).not.toBe(engineVersion({ size: 2 }));
});
