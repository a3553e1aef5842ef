import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { serveForge } from '../controller/git/forges/forge-server.js';
import { temporaryFolder, WorkTree } from '../controller/git/git-fixture.js';
import { type GitHttpServerOptions, serveGit } from '../controller/git/git-http-server.js';
import { patience, eventually as until } from '../eventually.js';
import { ServiceProcess } from './service-process.js';

const TOKEN = 'the-t0ken';
const SECRET = 'It is a Secret';
const AUTHORIZATION = `Basic ${Buffer.from(`svc:${TOKEN}`).toString('base64')}`;

interface SyncStatus {
  appliedRevision: string | null;
  lastError: string | null;
  conditions: { type: string; status: string }[];
}

test('a push with a signed webhook is applied, and the forge gets a commit status', async () => {
  const { service, work, forge } = await start();
  const times: number[] = [];
  for (const region of ['north', 'south', 'east', 'west', 'centre']) {
    const commit = work.commit({ 'environments/production.yaml': environment(region) });
    const before = performance.now();
    await push(work);
    await until(async () => (await status(service)).appliedRevision === commit);
    times.push(Math.round(performance.now() - before));
    const entity = await service.request('/api/v1/main/entities/platform/environment/production');
    expect(await entity.json()).toMatchObject({ definition: { variables: { region } }, revision: commit });
    await until(() => forge.calls.some(({ path }) => path.endsWith(commit)));
  }
  console.log(`from the start of the push to applied, with the push itself: ${times.join(', ')} ms`);
  expect(forge.calls.findLast(({ path }) => path.includes('/statuses/'))).toMatchObject({
    authorization: `token ${TOKEN}`,
    body: { state: 'success', context: 'svc', description: '1 entity is in service.' },
  });
  const broken = work.commit({
    'environments/other.yaml': 'kind: environment\nname: other\nvariablez: {}\n',
  });
  await push(work);
  await until(() =>
    forge.calls.some(({ path, body }) => path.endsWith(broken) && body['state'] === 'failure'),
  );
});

test('a remote that hangs, refuses, fails, sends garbage or disconnects changes nothing, and its new commits are applied when it recovers', async () => {
  const { service, work, serving, origin } = await start();
  const first = work.head();
  await until(async () => (await status(service)).appliedRevision === first);
  const faults: Record<string, (request: IncomingMessage, response: ServerResponse) => boolean> = {
    'sent nothing': () => true,
    credentials: (_, response) => answer(response, 401, 'no'),
    'answered 500': (_, response) => answer(response, 500, 'no'),
    'not a Git server': (_, response) => answer(response, 200, '<h1>Welcome</h1>'),
  };
  for (const [text, fault] of Object.entries(faults)) {
    const serviceBefore = (await status(service)).appliedRevision;
    const commit = work.commit({ 'environments/production.yaml': environment(`after ${text}`) });
    const guard = serving.intercept;
    serving.intercept = fault;
    // Through its path, without the server.
    await push(work, origin);
    await service.request('/api/v1/main/cicd/sync', { method: 'POST' });
    await until(async () => (await status(service)).lastError?.includes(text) === true);
    const { appliedRevision, conditions, lastError } = await status(service);
    expect(appliedRevision).toBe(serviceBefore);
    expect(conditions).toContainEqual(expect.objectContaining({ type: 'Ready', status: 'True' }));
    expect(lastError).not.toContain(TOKEN);
    if (guard) serving.intercept = guard;
    await service.request('/api/v1/main/cicd/sync', { method: 'POST' });
    await until(async () => (await status(service)).appliedRevision === commit);
  }
  const commit = work.commit({ 'environments/production.yaml': environment('after a cut pack') });
  serving.cutPack = 30;
  await push(work, origin);
  await service.request('/api/v1/main/cicd/sync', { method: 'POST' });
  await until(async () => (await status(service)).lastError !== null);
  serving.cutPack = 0;
  await service.request('/api/v1/main/cicd/sync', { method: 'POST' });
  await until(async () => (await status(service)).appliedRevision === commit);
});

test('a webhook without a valid signature has no effect, and no token is visible anywhere', async () => {
  const { service, work } = await start();
  const deliver = (headers: Record<string, string>) =>
    fetch(`${service.url}/api/v1/platform/git/sync`, { method: 'POST', body: '{}', headers });
  const headers = { 'content-type': 'application/json', 'x-github-event': 'push' };
  const refused = await deliver({ ...headers, 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` });
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ code: 'signature_invalid' });
  const config = readFileSync(service.file('.svc', 'repository.git', 'config'), 'utf8');
  expect(config).not.toContain(TOKEN);
  const commandLines = listCommandLines();
  expect(commandLines).toContain('node');
  expect(commandLines).not.toContain(TOKEN);
  expect(work.head()).toMatch(/^[0-9a-f]{40}$/);
});

/** The command lines of all processes of this machine, which any of its users can read. */
function listCommandLines(): string {
  // Small systems have no `ps`.
  if (!existsSync('/proc/self/cmdline')) return execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.map((id) => readIfThere(`/proc/${id}/cmdline`)).join('\n');
}

/** A process may have ended since it was listed. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** A bare repository behind `git http-backend` with Basic auth, a work tree that pushes to it, and svc that follows it. */
async function start() {
  const folder = temporaryFolder();
  const bare = WorkTree.create(join(folder, 'config.git'), '--bare');
  const serving: GitHttpServerOptions = { intercept: demandPassword };
  const server = await serveGit(folder, serving);
  const forge = await serveForge('gitea');
  const work = WorkTree.create(join(folder, 'work'));
  work.commit({ 'environments/production.yaml': environment('start') });
  work.git('remote', 'add', 'origin', `${server.origin.replace('//', `//svc:${TOKEN}@`)}/config.git`);
  await push(work);
  const service = new ServiceProcess();
  onTestFinished(() => service.dispose());
  const settings = {
    Git: {
      Remote: `${server.origin}/config.git`,
      PollInterval: 86_400,
      Timeout: 1,
      Credentials: { Username: 'svc', Token: TOKEN },
      WebhookSecrets: [SECRET],
      Forge: { Type: 'gitea', Url: `${forge.origin}/api/v1`, Repository: 'ops/config' },
    },
  };
  writeFileSync(service.file('svc.yaml'), JSON.stringify(settings));
  await service.start();
  installHook(bare.dir, service.url);
  return { service, work, serving, forge, origin: bare.dir };
}

/** Asynchronous, unlike `work.git`, which would block the server in this process. */
async function push(work: WorkTree, remote = 'origin'): Promise<void> {
  await execa('git', ['push', '--quiet', remote, 'main'], { cwd: work.dir, timeout: patience });
}

/** Pushes, then sends a signed delivery without waiting for it, as a forge does. */
function installHook(bare: string, url: string): void {
  const hook = join(bare, 'hooks', 'post-receive');
  mkdirSync(join(bare, 'hooks'), { recursive: true });
  writeFileSync(
    hook,
    `#!${process.execPath}
const { createHmac, randomUUID } = require('node:crypto');
const [before, after, ref] = require('node:fs').readFileSync(0, 'utf8').trim().split(' ');
const body = JSON.stringify({ ref, before, after, repository: { full_name: 'ops/config' } });
const signature = createHmac('sha256', ${JSON.stringify(SECRET)}).update(body).digest('hex');
fetch(${JSON.stringify(`${url}/api/v1/platform/git/sync`)}, { method: 'POST', body, headers: {
  'content-type': 'application/json', 'x-github-event': 'push', 'x-github-delivery': randomUUID(),
  'x-hub-signature-256': 'sha256=' + signature,
} }).then((response) => process.exit(response.status === 202 ? 0 : 1));
`,
  );
  chmodSync(hook, 0o755);
}

function demandPassword(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.headers.authorization === AUTHORIZATION) return false;
  response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
  return true;
}

function answer(response: ServerResponse, code: number, text: string): boolean {
  response.writeHead(code, { 'content-type': 'text/html' }).end(text);
  return true;
}

function environment(region: string): string {
  return `kind: environment\nname: production\nvariables:\n  region: ${region}\n`;
}

async function status(service: ServiceProcess): Promise<SyncStatus> {
  return (await (await service.request('/api/v1/main/cicd/sync')).json()) as SyncStatus;
}
