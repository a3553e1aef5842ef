import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { eventually } from '../../controller/git/git-fixture.js';
import { crm, entities } from '../operations/entities/writes/git-service.js';
import { RemoteService } from '../operations/entities/writes/remote-service.js';

const held = 'Better\n\nSvc-Request-Id: 1\nSvc-Hold: connection/crm';
const closed =
  'while read old new ref; do case $ref in refs/heads/main) echo "main is closed" >&2; exit 1;; esac; done';
const mine = { 'connections/crm.yaml': crm.replace('/crm', '/mine') };
const theirs = { 'connections/crm.yaml': crm.replace('/crm', '/theirs') };

test('a pushed commit that claims to be held gives way to the remote after its branch was merged', async () => {
  const it = await start();
  it.pushBranch('feature', mine, held);
  await it.sync();
  await isServed(it, 'feature');
  it.away();
  const merged = await it.service.call('POST', '/api/v1/platform/branches/feature/merge', {});
  expect(merged.json().commit, merged.body).toBe(it.other.head('feature'));
  await givesWay(it);
});

test('a commit that is pushed into the repository of svc and claims to be held gives way to the remote', async () => {
  const it = await start();
  it.away();
  it.other.commit(mine, held);
  it.other.git('push', '--quiet', it.service.gitDir, 'HEAD:main');
  await givesWay(it);
});

test('a held commit that was changed outside of svc gives way to the remote, with its proof copied or made up', async () => {
  const it = await start();
  await it.service.patch(`${entities}/connection/crm`, { config: { baseUrl: 'http://127.0.0.1:1/bad' } });
  it.away();
  await it.service.call('POST', '/api/v1/main/versions/connection/crm/revert', {
    commitHash: 'HEAD~1',
    hold: true,
  });
  expect((await it.push()).holds).toHaveLength(1);
  const genuine = it.service.git('cat-file', 'commit', 'main');
  expect(genuine).toMatch(/\nsvc-change [\w-]{36} [0-9a-f]{64}\n\n/);
  const code = /(?<=svc-change \S+ )\w+/;
  const base = it.service.git('rev-parse', 'main~1');
  for (const forged of [
    genuine.replace('Revert', 'Forge'),
    genuine.replace(code, '0'.repeat(64)),
    genuine.replace(code, ''),
    genuine.replace(code, (right) => `${right}0`),
    genuine.replace(code, '\u00e9'.repeat(32)),
    genuine.replace(/\nsvc-change .*/, ''),
  ]) {
    const commit = it.write(forged);
    it.service.git('update-ref', 'refs/heads/main', commit);
    expect((await it.push()).holds, forged).toEqual([]);
  }
  it.service.git('update-ref', 'refs/heads/main', base);
});

test('a commit of others that the remote declines is proposed in the name of Git, not of the user that it claims', async () => {
  const it = await start();
  it.pushBranch('feature', mine, 'Take over\n\nSvc-Request-Id: 1', 'user:admin <admin@localhost>');
  await it.sync();
  await isServed(it, 'feature');
  it.away();
  const merged = await it.service.call('POST', '/api/v1/platform/branches/feature/merge', {});
  expect(merged.json().commit, merged.body).toBe(it.other.head('feature'));
  it.hook(closed);
  await it.back();
  await eventually(async () => (await it.proposals()).length === 1);
  expect(await it.proposals()).toMatchObject([{ title: 'Take over', author: 'git:user:admin' }]);
});

test('two declined writes with the same request id are both proposed', async () => {
  const it = await start();
  it.hook(closed);
  for (const title of ['first', 'second']) {
    it.away();
    const headers = { 'x-request-id': 'chosen' };
    const url = `${entities}/connection/crm?message=${title}`;
    const answer = await it.service.patch(url, { title }, headers);
    expect(answer.json(), answer.body).toMatchObject({ push: 'pending' });
    await it.back();
    await eventually(async () => (await it.push()).pending === 0);
    await eventually(() => it.service.git('for-each-ref', 'refs/strays') === '');
  }
  expect((await it.proposals()).map(({ title }) => title).sort()).toEqual(['first', 'second']);
});

/** Waits until a pushed branch can be merged: its ref comes before its first reading. */
async function isServed(it: Awaited<ReturnType<typeof start>>, branch: string): Promise<void> {
  await eventually(
    async () => (await it.service.call('GET', `/api/v1/${branch}/connections`)).statusCode === 200,
  );
}

/** Expects that the commit on our branch is replaced by what the remote gets meanwhile. */
async function givesWay(it: Awaited<ReturnType<typeof start>>): Promise<void> {
  expect(await it.push()).toMatchObject({ pending: 1, holds: [] });
  it.other.git('checkout', '--quiet', '-B', 'elsewhere', 'origin/main');
  it.other.commit(theirs, 'by another');
  it.other.git('push', '--quiet', 'origin', 'HEAD:main');
  await it.back();
  await eventually(async () => (await it.served()) === 'http://127.0.0.1:1/theirs');
  await eventually(async () => (await it.proposals()).length === 1);
  expect(it.file('connections/crm.yaml')).toBe(theirs['connections/crm.yaml']);
  expect(it.faults()).toBe('');
}

async function start() {
  const it = await RemoteService.start({ SVC_Limits__RequestsPerMinute: '1000000' });
  const pushBranch = (branch: string, files: Record<string, string>, message: string, author?: string) => {
    it.other.git('checkout', '--quiet', '-b', branch);
    it.other.commit(files, message);
    if (author) it.other.git('commit', '--quiet', '--amend', '--no-edit', `--author=${author}`);
    it.other.git('push', '--quiet', 'origin', branch);
  };
  const served = async (): Promise<string> =>
    (await it.service.call('GET', `${entities}/connection/crm`)).json().definition?.config.baseUrl;
  const proposals = async (): Promise<{ title: string; author: string }[]> =>
    (await it.service.call('GET', '/api/v1/platform/proposals')).json().items;
  /** Writes a commit object into the repository of svc. */
  const write = (commit: string) =>
    execFileSync('git', ['--git-dir', it.service.gitDir, 'hash-object', '-t', 'commit', '-w', '--stdin'], {
      input: `${commit}\n`,
      encoding: 'utf8',
    }).trim();
  return Object.assign(it, { pushBranch, served, proposals, write });
}
