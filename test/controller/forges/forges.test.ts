import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type CommitStatus,
  openForge,
  openStatusOutbox,
  openStatusSink,
} from '../../../controller/forges/index.js';
import type { Problem } from '../../../controller/problems/index.js';
import { defaultSettings } from '../../../controller/settings/index.js';
import { openSqliteStorage } from '../../../controller/storage/index.js';
import { eventually, temporaryFolder } from '../repository/git-fixture.js';
import { type ForgeFailure, type ForgeServer, serveForge } from './forge-server.js';

const REVISION = 'b'.repeat(40);
const vault = { read: async (): Promise<Record<string, string>> => ({ token: 's3cret' }) };

describe.each(['github', 'gitea'] as const)('%s', (type) => {
  const scheme = type === 'github' ? 'Bearer' : 'token';

  test('is told the status of a commit, with the token and a link', async () => {
    const { forge, server, base } = await open(type);
    await forge.setStatus(status('success', 'x'.repeat(200)));
    expect(server.calls).toEqual([
      {
        method: 'POST',
        path: `${base}/statuses/${REVISION}`,
        authorization: `${scheme} s3cret`,
        accept: expect.stringContaining('json'),
        body: {
          state: 'success',
          description: `${'x'.repeat(139)}…`,
          context: 'svc',
          target_url: 'https://svc.example.com/api/v1/main/cicd/sync',
        },
      },
    ]);
  });

  test('opens a pull request once, finds it, and closes it', async () => {
    const { forge, server } = await open(type);
    const request = { head: 'proposals/1', base: 'main', title: 'Change', body: 'Why' };
    expect(await forge.findPullRequest('proposals/1', 'main')).toBeUndefined();
    const opened = await forge.openPullRequest(request);
    expect(opened).toMatchObject({ number: 1, state: 'open', head: 'proposals/1', base: 'main' });
    expect((await forge.openPullRequest(request)).number).toBe(1);
    expect(server.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
    await forge.closePullRequest(1);
    expect((await forge.getPullRequest(1))?.state).toBe('closed');
    expect(await forge.findPullRequest('proposals/1', 'main')).toBeUndefined();
    expect(await forge.getPullRequest(7)).toBeUndefined();
  });

  test('merges a pull request at the head that was looked at', async () => {
    const { forge } = await open(type);
    const request = { head: 'proposals/1', base: 'main', title: 'Change', body: 'Why' };
    const { number, headRevision } = await forge.openPullRequest(request);
    const stale = await forge.mergePullRequest(number, { title: 'Change', expectedHead: REVISION });
    expect(stale).toMatchObject({ merged: false, reason: 'moved' });
    const merged = await forge.mergePullRequest(number, { title: 'Change', expectedHead: headRevision });
    expect(merged).toEqual({ merged: true, revision: 'c'.repeat(40) });
    expect((await forge.getPullRequest(number))?.state).toBe('merged');
  });

  test('says when a pull request cannot be merged', async () => {
    const { forge, server } = await open(type);
    const request = { head: 'proposals/2', base: 'main', title: 'Change', body: '' };
    const { number, headRevision } = await forge.openPullRequest(request);
    server.conflicting.add('proposals/2');
    const result = await forge.mergePullRequest(number, { title: 'Change', expectedHead: headRevision });
    expect(result).toMatchObject({ merged: false, reason: 'conflict' });
  });

  test.each([
    [500, 'forge_failed'],
    [429, 'forge_failed'],
    [401, 'forge_refused'],
    [422, 'forge_refused'],
  ])('that answers %d is a %s with its own words and no token', async (answer, code) => {
    const { forge, server } = await open(type);
    server.failures.push(answer);
    const failure = await forge.setStatus(status()).catch((cause: unknown) => cause);
    expect(failure).toMatchObject({ code, message: expect.stringContaining('Bad times') });
    expect(String(failure)).not.toContain('s3cret');
  });
});

test.each([
  ['github', 'https://github.com/ops/config.git', 'https://api.github.com/repos/ops/config'],
  ['github', 'git@github.example.com:ops/config.git', 'https://github.example.com/api/v3/repos/ops/config'],
  ['gitea', 'ssh://git@codeberg.org/ops/config', 'https://codeberg.org/api/v1/repos/ops/config'],
  ['gitea', 'http://git.example.com:3000/ops/config/', 'http://git.example.com:3000/api/v1/repos/ops/config'],
] as const)('a %s at %s is found at %s', (Type, Remote, location) => {
  expect(openForge(settingsWith({ Remote, Forge: { Type } }), vault)?.location).toBe(location);
});

test('a remote that does not tell where the forge is, is settings_invalid; without a type there is none', () => {
  expect(() => openForge(settingsWith({ Remote: '/srv/x.git', Forge: { Type: 'gitea' } }), vault)).toThrow(
    expect.objectContaining({ code: 'settings_invalid' }),
  );
  expect(openForge(settingsWith({ Remote: 'https://github.com/ops/config' }), vault)).toBeUndefined();
});

test('`Git.StatusUrl` is where statuses go, whatever the forge', async () => {
  const server = await serveForge('gitea');
  const StatusUrl = `${server.origin}/api/v1/repos/ops/config/statuses/{sha}?branch={branch}`;
  const settings = settingsWith({ StatusUrl, Credentials: { Token: 'from-remote' } });
  await openStatusSink(settings, vault, undefined)?.setStatus({ ...status(), branch: 'feature/x' });
  expect(server.calls[0]).toMatchObject({
    path: `/api/v1/repos/ops/config/statuses/${REVISION}`,
    authorization: 'Bearer from-remote',
  });
});

test.each<[string, ForgeFailure, (seconds: number) => boolean]>([
  ['says in seconds', { status: 429, headers: { 'retry-after': '90' } }, (seconds) => seconds === 90],
  [
    'says as a date',
    { status: 503, headers: { 'retry-after': new Date(Date.now() + 600_000).toUTCString() } },
    (seconds) => seconds > 300 && seconds <= 600,
  ],
  [
    'says as GitHub does for its rate limit',
    {
      status: 403,
      headers: {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': `${Math.ceil(Date.now() / 1_000) + 600}`,
      },
    },
    (seconds) => seconds > 300 && seconds <= 601,
  ],
])('a forge that is to be left alone for a time, as it %s, is no refusal', async (_, failure, isRight) => {
  const { forge, server } = await open('github');
  server.failures.push(failure);
  const problem = await forge.setStatus(status()).catch((cause: unknown) => cause);
  expect(problem).toMatchObject({ code: 'forge_failed', retryAfter: expect.any(Number) });
  expect((problem as Problem).retryAfter).toSatisfy(isRight);
});

test.each(['soon', '-5', '1e9', ''])('a `Retry-After` of %j means nothing', async (text) => {
  const { forge, server } = await open('gitea');
  server.failures.push({ status: 429, headers: { 'retry-after': text } });
  const problem = await forge.setStatus(status()).catch((cause: unknown) => cause);
  expect(problem).toMatchObject({ code: 'forge_failed', retryAfter: undefined });
});

test('a forge that repeats the token in its answer does not bring it into a message', async () => {
  const { forge, server } = await open('gitea');
  server.failures.push({ status: 401, message: 'token s3cret is not known' });
  const problem = await forge.setStatus(status()).catch((cause: unknown) => cause);
  expect(problem).toMatchObject({ code: 'forge_refused', message: expect.stringContaining('is not known') });
  expect(String(problem)).not.toContain('s3cret');
});

describe('the outbox of statuses', () => {
  test('waits as long as the forge says, with all it has to tell, and goes on where a connection is refused', async () => {
    const { outbox, report, server, problems } = await openOutbox();
    server.failures.push({ status: 429, headers: { 'retry-after': '3600' } });
    await report(status());
    await eventually(() => problems.length === 1);
    await report({ ...status(), revision: 'd'.repeat(40) });
    await outbox.close();
    expect(server.calls).toHaveLength(1);

    const away = await openOutbox({ origin: 'http://127.0.0.1:1' });
    await away.report(status());
    await eventually(() => away.problems.length >= 3);
    expect(away.failures).not.toContain(true);
  });

  test.each([401, 404, 422])(
    'gives up at once on %d, and says so until something is taken',
    async (refusal) => {
      const { outbox, report, server, failures } = await openOutbox();
      server.failures.push(refusal);
      await report(status());
      await eventually(() => failures.length === 1);
      expect(outbox.trouble).toMatchObject({ isFinal: true, problem: { code: 'forge_refused' } });
      await report({ ...status(), revision: 'd'.repeat(40) });
      await eventually(() => outbox.trouble === undefined);
      expect([server.calls.length, failures]).toEqual([2, [true]]);
    },
  );

  test('tries again until the forge takes it', async () => {
    const { report, server, failures } = await openOutbox();
    server.failures.push(500, 503);
    await report(status());
    await eventually(() => server.calls.length === 3);
    expect(failures).toEqual([false, false]);
  });

  test('does not tell what was told', async () => {
    const { report, server } = await openOutbox();
    await report(status());
    await eventually(() => server.calls.length === 1);
    await report(status());
    await report({ ...status(), revision: 'd'.repeat(40) });
    await eventually(() => server.calls.length === 2);
    expect(server.calls.map(({ path }) => path.slice(-1))).toEqual(['b', 'd']);
  });

  test('tells only the newest word on a commit', async () => {
    const { report, server } = await openOutbox();
    await report(status('pending', 'not yet'));
    await report(status('success', 'done'));
    await eventually(() => server.calls.length === 1);
    expect(server.calls[0]?.body['state']).toBe('success');
  });

  test('tells after a restart what was noted right before a crash', async () => {
    const file = `${temporaryFolder()}/svc.db`;
    const server = await serveForge('github');
    const first = await openOutbox({ file, server });
    await first.note(status());
    await first.close();
    await openOutbox({ file, server });
    await eventually(() => server.calls.length === 1);
  });

  test('goes on after a restart', async () => {
    const file = `${temporaryFolder()}/svc.db`;
    const server = await serveForge('github');
    server.failures.push(500);
    const first = await openOutbox({ file, server, retryMs: 60_000 });
    await first.report(status());
    await eventually(() => first.failures.length === 1);
    await first.report(status('failure', 'worse'));
    await first.close();
    await openOutbox({ file, server });
    await eventually(() => server.calls.some(({ body }) => body['state'] === 'failure'));
  });
});

function status(state: CommitStatus['state'] = 'success', description = '3 entities'): CommitStatus {
  return { revision: REVISION, branch: 'main', state, description };
}

function settingsWith(git: object) {
  return {
    Git: { ...defaultSettings.Git, ...git },
    Server: { ...defaultSettings.Server, BaseUrl: 'https://svc.example.com' },
  };
}

async function open(Type: 'github' | 'gitea') {
  const server = await serveForge(Type);
  const Url = server.origin + (Type === 'gitea' ? '/api/v1' : '');
  const settings = settingsWith({ Forge: { Type, Url, Repository: 'ops/config', Secret: 'git/forge' } });
  const forge = openForge(settings, vault);
  if (!forge) throw new Error('there is a forge');
  return { server, forge, base: `${Type === 'gitea' ? '/api/v1' : ''}/repos/ops/config` };
}

async function openOutbox({
  file = `${temporaryFolder()}/svc.db`,
  server,
  origin,
  retryMs = 1,
}: {
  file?: string;
  server?: ForgeServer;
  /** Where statuses go in place of the server. */
  origin?: string;
  retryMs?: number;
} = {}) {
  const forge = server ?? (await serveForge('github'));
  const storage = await openSqliteStorage(file);
  const failures: boolean[] = [];
  const problems: unknown[] = [];
  const settings = settingsWith({ StatusUrl: `${origin ?? forge.origin}/repos/ops/config/statuses/{sha}` });
  const sink = openStatusSink(settings, vault, undefined);
  if (!sink) throw new Error('there is a sink');
  const outbox = openStatusOutbox({
    storage,
    sink,
    onFailure: (_status, problem, isFinal) => {
      problems.push(problem);
      failures.push(isFinal);
    },
    retryDelay: () => retryMs,
  });
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await outbox.close();
    await storage.close();
  };
  onTestFinished(close);
  const note = (one: CommitStatus) => storage.commit({ collect: () => outbox.writes([one]) });
  const report = async (one: CommitStatus) => {
    await note(one);
    outbox.wake();
  };
  return { outbox, note, report, server: forge, failures, problems, close };
}
