import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { svc, temporaryFolder } from '../test-io.js';

describe('svc config', () => {
  it('set stores a value in a file that only its owner can read', async () => {
    const folder = temporaryFolder();
    expect((await svc(folder, ['config', 'set', 'server', 'http://a.example'])).exitCode).toBe(0);
    await svc(folder, ['config', 'set', 'api-key', 'svc_live_0123456789abcdef']);
    expect((await svc(folder, ['config', 'get', 'server'])).stdout).toBe('http://a.example\n');
    expect(statSync(join(folder, '.config-home/svc/config.json')).mode & 0o777).toBe(0o600);
  });

  it('list masks the key, and shows the environment instead of the file', async () => {
    const folder = temporaryFolder();
    await svc(folder, ['config', 'set', 'api-key', 'svc_live_0123456789abcdef']);
    const { stdout } = await svc(folder, ['config', 'list', '--json'], {
      env: { SVC_SERVER: 'http://b.example' },
    });
    expect(JSON.parse(stdout)).toEqual({ server: 'http://b.example', 'api-key': 'svc_live_012…' });
  });

  it.each([
    [['config', 'set', 'sever', 'x'], 'Did you mean `server`?'],
    [['config', 'set', 'server'], 'svc config set <key> <value>'],
    [['config', 'drop', 'server'], 'svc config list'],
    [['config', 'get'], 'svc config get <key>'],
  ])('%j is wrong usage, and the message shows the right usage', async (argv, hint) => {
    const { exitCode, stderr } = await svc(temporaryFolder(), argv);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(hint);
  });
});
