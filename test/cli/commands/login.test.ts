import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createApiKey } from '../../../controller/security/identity/index.js';
import { serveFolder } from '../serve-folder.js';
import { greet, svc, temporaryFolder } from '../test-io.js';

let url: string;
let key: string;
/** A folder without an installation, so that only the stored configuration leads to the server. */
let folder: string;

beforeEach(async () => {
  const served = temporaryFolder({ 'flows/greet.yaml': greet });
  url = await serveFolder(served);
  key = JSON.parse(readFileSync(join(served, '.svc/initial-admin.json'), 'utf8')).apiKey;
  folder = temporaryFolder();
});

const stored = async () => JSON.parse((await svc(folder, ['config', 'list', '--json'])).stdout);

it('stores a key that the server accepts, and later commands use it', async () => {
  const { exitCode, stdout, stderr } = await svc(folder, ['login', url], { stdin: `${key}\n` });
  expect([exitCode, stdout]).toEqual([0, '']);
  expect(stderr).toBe(`Signed in to ${url} as api-key:initial-admin, admin\n`);
  const run = await svc(folder, ['run-flow', 'greet', '-p', 'name=Ada']);
  expect(JSON.parse(run.stdout)).toMatchObject({ message: 'Hello, Ada' });
});

it('a key that the server refuses is not stored', async () => {
  const { exitCode, stderr } = await svc(folder, ['login', url], { stdin: createApiKey('live') });
  expect([exitCode, stderr]).toEqual([4, expect.stringContaining('unauthenticated')]);
  expect(await stored()).toMatchObject({ servers: [] });
});

it('a second server needs a name, and is in use from then on', async () => {
  await svc(folder, ['config', 'set', 'server', 'https://svc.example.com']);
  expect(await svc(folder, ['login', url], { stdin: key })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--name <name>'),
  });
  const answer = await svc(folder, ['login', url, '--name', 'here', '--json'], { stdin: key });
  expect(JSON.parse(answer.stdout)).toMatchObject({ server: url, name: 'here', role: 'admin' });
  expect(await stored()).toMatchObject({ server: url, current: 'here' });
  expect((await svc(folder, ['login', 'here'], { stdin: key })).exitCode).toBe(0);
  expect((await svc(folder, ['status', '--server', 'here'])).stdout).toContain(`server: ${url}`);
});

it('the key of one server is not sent to another', async () => {
  await svc(folder, ['config', 'set', 'server', 'https://svc.example.com']);
  await svc(folder, ['config', 'set', 'api-key', '-'], { stdin: key });
  expect(await svc(folder, ['status', '--server', url])).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('unauthenticated'),
  });
});

it('a key with a wrong checksum, no key and no server are wrong usage', async () => {
  expect(await svc(folder, ['login', url], { stdin: `${key}x` })).toMatchObject({ exitCode: 2 });
  expect(await svc(folder, ['login', url])).toMatchObject({ exitCode: 2 });
  expect(await svc(folder, ['login'], { stdin: key })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('svc login https://svc.example.com'),
  });
});
