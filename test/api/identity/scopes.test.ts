import { expect, test } from 'vitest';
import { startWithHidden, walk } from './hidden-walk.js';

test('the key of an administrator with scopes sees nothing outside of them, over any read', async () => {
  const { git, headers, own, runs } = await startWithHidden({}, (service) =>
    service.service.key('refunder', 'admin', { scopes: { flows: ['refund-*'], branches: ['main'] } }),
  );
  expect(await walk(git, headers, own, runs)).toEqual([]);
});
