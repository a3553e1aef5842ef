import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApiKey } from '../../../controller/security/identity/index.js';
import { svc, temporaryFolder } from '../test-io.js';

const file = '.config-home/svc/config.json';

describe('svc config', () => {
  it('set stores a value in a file that only its owner can read', async () => {
    const folder = temporaryFolder();
    const key = createApiKey('live');
    expect((await svc(folder, ['config', 'set', 'server', 'http://a.example/'])).exitCode).toBe(0);
    await svc(folder, ['config', 'set', 'api-key', key]);
    expect((await svc(folder, ['config', 'get', 'server'])).stdout).toBe('http://a.example\n');
    expect((await svc(folder, ['config', 'get', 'api-key'])).stdout).toBe(`${key}\n`);
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  });

  it('set api-key - reads the key from standard input', async () => {
    const folder = temporaryFolder();
    const key = createApiKey('live');
    const { exitCode, stdout, stderr } = await svc(folder, ['config', 'set', 'api-key', '-'], {
      stdin: `${key}\n`,
    });
    expect([exitCode, stdout]).toEqual([0, '']);
    expect(stderr).not.toContain(key);
    expect(readFileSync(join(folder, file), 'utf8')).toContain(key);
    expect(await svc(folder, ['config', 'set', 'api-key', '-'])).toMatchObject({ exitCode: 2 });
  });

  it('a key with a typing error is refused, and is neither stored nor shown', async () => {
    const folder = temporaryFolder();
    const key = createApiKey('live');
    const mistyped = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
    const { exitCode, stderr } = await svc(folder, ['config', 'set', 'api-key', mistyped]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('checksum is wrong')]);
    expect(stderr).not.toContain(mistyped);
    expect((await svc(folder, ['config', 'get', 'api-key'])).exitCode).toBe(1);
  });

  it('list masks the key, and shows the environment instead of the file', async () => {
    const folder = temporaryFolder();
    const key = createApiKey('live');
    await svc(folder, ['config', 'set', 'api-key', key]);
    const { stdout } = await svc(folder, ['config', 'list', '--json'], {
      env: { SVC_SERVER: 'http://b.example' },
    });
    expect(JSON.parse(stdout)).toEqual({
      server: 'http://b.example',
      'api-key': `${key.slice(0, 12)}…`,
      current: 'default',
      servers: [{ name: 'default', 'api-key': `${key.slice(0, 12)}…` }],
    });
    expect(stdout).not.toContain(key);
  });

  it('servers have names, and `use` chooses one', async () => {
    const folder = temporaryFolder();
    await svc(folder, ['config', 'set', 'server', 'production', 'https://svc.example.com']);
    await svc(folder, ['config', 'set', 'server', 'staging', 'https://staging.example.com']);
    const key = createApiKey('live');
    await svc(folder, ['config', 'set', 'api-key', 'staging', '-'], { stdin: key });
    expect((await svc(folder, ['config', 'get', 'server'])).stdout).toBe('https://svc.example.com\n');
    expect((await svc(folder, ['config', 'use', 'staging'])).exitCode).toBe(0);
    const { stdout } = await svc(folder, ['config', 'list']);
    expect(stdout).toBe(
      `server = https://staging.example.com\napi-key = ${key.slice(0, 12)}…\n\n` +
        `production  https://svc.example.com  -  -\n* staging  https://staging.example.com  ${key.slice(0, 12)}…  -\n`,
    );
    expect(await svc(folder, ['config', 'use', 'stagin'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Did you mean `staging`?'),
    });
    expect((await svc(folder, ['complete', '--', 'login', ''])).stdout).toBe('production\nstaging\n');
  });

  it('a key is discarded when the address of its server changes', async () => {
    const folder = temporaryFolder();
    await svc(folder, ['config', 'set', 'server', 'https://svc.example.com']);
    await svc(folder, ['config', 'set', 'api-key', createApiKey('live')]);
    await svc(folder, ['config', 'set', 'server', 'https://svc.example.com/']);
    expect((await svc(folder, ['config', 'get', 'api-key'])).exitCode).toBe(0);
    const { stderr } = await svc(folder, ['config', 'set', 'server', 'https://other.example.com']);
    expect(stderr).toContain('is discarded');
    expect((await svc(folder, ['config', 'get', 'api-key'])).exitCode).toBe(1);
  });

  it('warns about a key for a server that is reached without encryption', async () => {
    const folder = temporaryFolder();
    await svc(folder, ['config', 'set', 'api-key', createApiKey('live')]);
    expect((await svc(folder, ['config', 'set', 'server', 'http://127.0.0.1:7420'])).stderr).not.toContain(
      'warning',
    );
    await svc(folder, ['config', 'set', 'server', 'http://svc.example.com']);
    expect((await svc(folder, ['config', 'set', 'api-key', createApiKey('live')])).stderr).toContain(
      'unencrypted',
    );
  });

  it('reads a file of a version without named servers', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, '.config-home/svc'), { recursive: true });
    writeFileSync(join(folder, file), '{"server":"http://old.example","branch":"main"}');
    expect((await svc(folder, ['config', 'list'])).stdout).toBe(
      'server = http://old.example\nbranch = main\n',
    );
  });

  it.each([
    [['config', 'set', 'sever', 'x'], 'Did you mean `server`?'],
    [['config', 'set', 'server'], 'svc config set <key> [server] <value>'],
    [['config', 'set', 'server', 'ftp://x'], 'Give it as http://host:port'],
    [['config', 'set', 'server', 'https://ada:pw@x'], 'svc login'],
    [['config', 'set', 'server', 'Prod!', 'https://x'], 'small letters'],
    [['config', 'set', 'branch', 'nowhere', 'main'], 'svc config set server nowhere <address>'],
    [['config', 'drop', 'server'], 'svc config list'],
    [['config', 'use'], 'svc config use <server>'],
    [['config', 'get'], 'svc config get <key>'],
  ])('%j is wrong usage, and the message shows the right usage', async (argv, hint) => {
    const { exitCode, stderr } = await svc(temporaryFolder(), argv);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(hint);
  });
});
