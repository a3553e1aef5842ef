import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startService } from '../../../cli/client/local/start-service.js';
import { loadSettings } from '../../../controller/settings/index.js';
import { getUrl, hasServer, newDatabase } from '../../controller/storage/engines.js';
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
    const dir = join(it.folder, 'second');
    mkdirSync(dir);
    const shared = {
      SVC_Git__Remote: join(it.folder, 'remote.git'),
      SVC_Database__Url: getUrl(it.database),
      SVC_Secrets__MasterKeyFile: join(it.folder, 'key'),
      SVC_Server__Port: '0',
    };
    const stopping = new AbortController();
    onTestFinished(() => stopping.abort());
    const standby = {
      signal: stopping.signal,
      joins: true,
      begins() {},
      waits() {},
      replaced() {},
      joined() {
        stopping.abort();
      },
    };
    const settings = loadSettings({ dir, env: { ...shared, ...env } });
    const second = startService(settings, pino({ level: 'silent' }), { standby });
    await expect(second).rejects.toMatchObject({
      code: 'one_node_only',
      message: expect.stringContaining(named),
    });
    await eventually(async () => (await fetch(`${leader.url}/readyz`)).status === 200);
  });
});
