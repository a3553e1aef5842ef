import { describe, expect, test } from 'vitest';
import { hasServer, newDatabase } from '../../controller/storage/engines.js';
import { eventually } from '../../eventually.js';
import { Installation } from './installation.js';

describe.skipIf(!(await hasServer()))('a second node', () => {
  test.each([
    ['Git off', { SVC_Git__Enabled: 'false' }, '`Git.Enabled: false`'],
    [
      'an overlay',
      { SVC_LocalOverlay__Enabled: 'true', SVC_LocalOverlay__Directory: '.' },
      '`LocalOverlay.Enabled: true`',
    ],
  ])('does not start with %s, and names the setting', async (_name, env, named) => {
    const it = new Installation(await newDatabase(), {});
    const leader = await (await it.start()).leads;
    await expect(it.start(env)).rejects.toMatchObject({
      code: 'one_node_only',
      message: expect.stringContaining(named),
    });
    await eventually(async () => (await fetch(`${leader.url}/readyz`)).status === 200);
  });
});
