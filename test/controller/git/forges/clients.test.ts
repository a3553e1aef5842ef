import { describe, expect, test } from 'vitest';
import { type CommitStatus, openForge, openStatusSink } from '../../../../controller/git/forges/index.js';
import type { Problem } from '../../../../controller/problems/index.js';
import { defaultSettings } from '../../../../controller/settings/index.js';
import { type ForgeFailure, type ForgeServerType, openPullFrom, places, serveForge } from './forge-server.js';

const REVISION = 'b'.repeat(40);
const readSecret = async (): Promise<Record<string, string>> => ({ token: 's3cret' });

const types = ['github', 'gitea', 'gitlab', 'bitbucket'] as const;

describe.each(types)('%s', (type) => {
  const scheme = type === 'gitea' ? 'token' : 'Bearer';

  test('receives the status of a commit, with the token and a link', async () => {
    const { forge, server, base } = await open(type);
    await forge.setStatus(status('success', 'x'.repeat(200)));
    const description = `${'x'.repeat(139)}…`;
    const url = 'https://svc.example.com/api/v1/main/cicd/sync';
    const bodies = {
      github: { state: 'success', description, context: 'svc', target_url: url },
      gitea: { state: 'success', description, context: 'svc', target_url: url },
      gitlab: { state: 'success', description, name: 'svc', target_url: url },
      bitbucket: { state: 'SUCCESSFUL', description, key: 'svc', name: 'svc', url },
    };
    const path =
      type === 'bitbucket' ? `${base}/commit/${REVISION}/statuses/build` : `${base}/statuses/${REVISION}`;
    expect(server.calls).toEqual([
      {
        method: 'POST',
        path,
        authorization: `${scheme} s3cret`,
        accept: expect.stringContaining('json'),
        body: bodies[type],
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

  test('lists open pull requests over pages, and says which come from a fork', async () => {
    const { forge, server } = await open(type);
    for (let number = 1; number <= 103; number++) openPullFrom(server, `change-${number}`);
    Object.assign(server.pulls[1]?.head ?? {}, { repo: { id: 2 } });
    Object.assign(server.pulls[2] ?? {}, { state: 'closed' });
    for (const pull of server.pulls) pull.base.repo = { id: 1 };
    for (const pull of server.pulls) pull.head.repo ??= { id: 1 };
    const { items, isCut } = await forge.listOpenPullRequests();
    expect(isCut).toBe(false);
    expect(items).toHaveLength(102);
    expect(items.filter(({ isFork }) => isFork).map(({ head }) => head)).toEqual(['change-2']);
  });

  test('makes a comment, finds it by its mark behind many others, and changes it', async () => {
    const { forge, server } = await open(type);
    openPullFrom(server, 'change');
    for (let id = 1; id <= 205; id++) server.comments.push({ id, pull: 1, body: `Comment ${id}` });
    expect(await forge.findComment(1, '(the mark)')).toBeUndefined();
    await forge.createComment(1, 'One\n\n[//]: # (the mark)');
    const comment = await forge.findComment(1, '(the mark)');
    expect(comment?.body).toContain('One');
    await forge.updateComment(1, comment?.id ?? '', 'Two (the mark)');
    expect(server.comments.filter(({ body }) => body.includes('the mark'))).toMatchObject([
      { body: 'Two (the mark)' },
    ]);
  });

  test('with more comments than are searched refuses, so that no second one is made', async () => {
    const { forge, server } = await open(type);
    openPullFrom(server, 'change');
    for (let id = 1; id <= 2_100; id++) server.comments.push({ id, pull: 1, body: 'Spam' });
    const search = forge.findComment(1, '(the mark)');
    // Gitea sends all comments at once.
    if (type === 'gitea') expect(await search).toBeUndefined();
    else await expect(search).rejects.toMatchObject({ code: 'forge_refused' });
  });

  test('gives the changed files of a fork within limits', async () => {
    const { forge, server } = await open(type);
    openPullFrom(server, 'change');
    server.changes[1] = [
      { path: 'flows/new name.yaml', content: 'one', previous: 'flows/old.yaml' },
      { path: 'flows/gone.yaml', content: undefined },
      { path: 'src/main.ts', content: 'no' },
      { path: 'flows/large.yaml', content: 'x'.repeat(200) },
      { path: 'flows/third.yaml', content: 'three' },
    ];
    const pull = await forge.getPullRequest(1);
    if (!pull) throw new Error('there is one');
    const isWanted = (path: string) => path.startsWith('flows/');
    const changed = await forge.readChangedFiles(pull, { isWanted, maxFiles: 3, maxBytes: 100 });
    if (type === 'bitbucket') return expect(changed).toBeUndefined();
    expect(changed?.files.map(({ path, content }) => [path, content && String(content)])).toEqual([
      ['flows/old.yaml', undefined],
      ['flows/new name.yaml', 'one'],
      ['flows/gone.yaml', undefined],
    ]);
    expect(changed).toMatchObject({ unread: 2, isCut: false });
  });

  test('follows no redirect, so that the token reaches no other server', async () => {
    const { forge, server } = await open(type);
    const other = await serveForge(type);
    server.failures.push({ status: 302, headers: { location: `${other.apiUrl}/elsewhere` } });
    await expect(forge.listOpenPullRequests()).rejects.toMatchObject({ code: 'forge_refused' });
    expect(other.calls).toEqual([]);
  });

  test('reports if it protects a branch, whose name may have slashes', async () => {
    const { forge, server } = await open(type);
    Object.assign(server.heads, { main: REVISION, 'release/1': REVISION });
    server.protectedBranches.add('release/1');
    expect(await forge.isProtected('release/1')).toBe(true);
    expect(await forge.isProtected('main')).toBe(false);
    expect(await forge.isProtected('missing')).toBe(false);
    server.isAway = true;
    await expect(forge.isProtected('main')).rejects.toMatchObject({ code: 'forge_failed' });
  });

  test('says when a pull request cannot be merged', async () => {
    const { forge, server } = await open(type);
    const request = { head: 'proposals/2', base: 'main', title: 'Change', body: '' };
    const { number, headRevision } = await forge.openPullRequest(request);
    server.conflicting.add('proposals/2');
    const result = await forge.mergePullRequest(number, { title: 'Change', expectedHead: headRevision });
    expect(result).toMatchObject({ merged: false, reason: 'conflict' });
  });

  test('a ruleset of GitHub protects a branch if it stops direct pushes', async () => {
    const { forge, server } = await open('github');
    Object.assign(server.heads, { main: REVISION, next: REVISION });
    server.rules = { main: ['deletion', 'pull_request'], next: ['deletion', 'non_fast_forward'] };
    expect(await forge.isProtected('main')).toBe(true);
    expect(await forge.isProtected('next')).toBe(false);
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
  [
    'gitlab',
    'https://gitlab.com/group/sub/config.git',
    'https://gitlab.com/api/v4/projects/group%2Fsub%2Fconfig',
  ],
  ['bitbucket', 'git@bitbucket.org:ops/config.git', 'https://api.bitbucket.org/2.0/repositories/ops/config'],
  ['gitea', 'http://git.example.com:3000/ops/config/', 'http://git.example.com:3000/api/v1/repos/ops/config'],
] as const)('a %s at %s is found at %s', (Type, Remote, location) => {
  expect(openForge(settingsWith({ Remote, Forge: { Type } }), readSecret)?.location).toBe(location);
});

test('a remote without the address of a forge is settings_invalid; without a type there is no forge', () => {
  expect(() =>
    openForge(settingsWith({ Remote: '/srv/x.git', Forge: { Type: 'gitea' } }), readSecret),
  ).toThrow(expect.objectContaining({ code: 'settings_invalid' }));
  for (const [Type, Remote] of [
    ['github', 'https://github.com/group/sub/config'],
    ['bitbucket', 'https://bitbucket.example.com/scm/ops/config.git'],
  ])
    expect(() => openForge(settingsWith({ Remote, Forge: { Type } }), readSecret)).toThrow(
      expect.objectContaining({ code: 'settings_invalid' }),
    );
  expect(openForge(settingsWith({ Remote: 'https://github.com/ops/config' }), readSecret)).toBeUndefined();
});

test('`Git.StatusUrl` is where statuses go, whatever the forge', async () => {
  const server = await serveForge('gitea');
  const StatusUrl = `${server.origin}/api/v1/repos/ops/config/statuses/{sha}?branch={branch}`;
  const settings = settingsWith({ StatusUrl, Credentials: { Token: 'from-remote' } });
  await openStatusSink(settings, readSecret, undefined)?.setStatus({ ...status(), branch: 'feature/x' });
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

function status(state: CommitStatus['state'] = 'success', description = '3 entities'): CommitStatus {
  return { revision: REVISION, branch: 'main', state, description };
}

function settingsWith(git: object) {
  return {
    Git: { ...defaultSettings.Git, ...git },
    Server: { ...defaultSettings.Server, BaseUrl: 'https://svc.example.com' },
  };
}

async function open(Type: ForgeServerType) {
  const server = await serveForge(Type);
  const Url = server.apiUrl;
  const settings = settingsWith({ Forge: { Type, Url, Repository: 'ops/config', Secret: 'git/forge' } });
  const forge = openForge(settings, readSecret);
  if (!forge) throw new Error('there is a forge');
  return { server, forge, base: places[Type].api + places[Type].repository };
}
