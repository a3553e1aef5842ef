import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually, WorkTree } from '../../../../controller/git/git-fixture.js';
import { cutAnswer, isPush } from '../../../../controller/git/git-http-server.js';
import { crm, entities } from './git-service.js';
import { RemoteService } from './remote-service.js';

const titled = { title: 'Customers' };

test('a write is at the remote when it is acknowledged', async () => {
  const { service, ...remote } = await start();
  const answer = await service.patch(`${entities}/connection/crm`, titled);
  expect(answer.json(), answer.body).toMatchObject({ change: 'updated', push: 'pushed' });
  expect(remote.head()).toBe(answer.json().commit);
});

test('a commit that another clone pushed meanwhile stays, and the write is merged onto it field by field', async () => {
  const { service, it } = await start();
  it.pushOther({ 'connections/crm.yaml': crm.replace('/crm', '/customers') });
  const answer = await service.patch(`${entities}/connection/crm`, titled);
  expect(answer.json(), answer.body).toMatchObject({ push: 'pushed', definition: titled });
  expect(it.subjects()).toEqual(['Update connection crm: title', 'by another', 'first']);
  expect(it.file('connections/crm.yaml')).toContain("baseUrl: 'http://127.0.0.1:1/customers'");
  expect(it.file('connections/crm.yaml')).toContain('title: Customers');
});

test('a write to a field that another clone has changed is a conflict with both values, and nothing is written', async () => {
  const { service, it } = await start();
  const theirs = it.pushOther({ 'connections/crm.yaml': crm.replace('/crm', '/theirs') });
  const answer = await service.patch(`${entities}/connection/crm`, {
    config: { baseUrl: 'http://127.0.0.1:1/ours' },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'merge_conflict']);
  expect(answer.json().errors).toMatchObject([
    {
      file: 'connections/crm.yaml',
      pointer: '/config/baseUrl',
      sides: {
        base: 'http://127.0.0.1:1/crm',
        ours: 'http://127.0.0.1:1/ours',
        theirs: 'http://127.0.0.1:1/theirs',
      },
    },
  ]);
  expect(it.remote.head('main')).toBe(theirs);
  expect(service.git('rev-parse', 'main')).toBe(theirs);
  const read = await service.call('GET', `${entities}/connection/crm`);
  expect(read.json().definition.config.baseUrl).toBe('http://127.0.0.1:1/theirs');
});

test('a write while the remote is unreachable is kept, reported as pending, and pushed once the remote is back', async () => {
  const { service, it } = await start();
  it.intercept = (_request, response) => {
    response.socket?.destroy();
    return true;
  };
  const answer = await service.patch(`${entities}/connection/crm`, titled);
  expect(answer.json(), answer.body).toMatchObject({ push: 'pending', definition: titled });
  const sync = await service.call('GET', '/api/v1/main/cicd/sync');
  expect(sync.json().push).toMatchObject({ pending: 1, nextRetryAt: expect.stringMatching(/Z$/) });
  it.intercept = undefined;
  await eventually(() => it.subjects().length === 2);
  expect(it.remote.head('main')).toBe(answer.json().commit);
});

test('a push whose connection breaks after the remote accepted it is made once, and acknowledged', async () => {
  const { service, it } = await start();
  let isCut = false;
  it.intercept = (request, response) => {
    if (isCut) return false;
    isCut = isPush(request);
    return cutAnswer(request, response);
  };
  const answer = await service.patch(`${entities}/connection/crm`, titled);
  expect(answer.statusCode, answer.body).toBe(200);
  await eventually(
    async () => (await service.call('GET', '/api/v1/main/cicd/sync')).json().push.pending === 0,
  );
  expect(it.subjects()).toEqual(['Update connection crm: title', 'first']);
});

test('a write that the remote declines becomes a proposal, and the local branch does not stay ahead', async () => {
  const { service, it } = await start();
  it.hook(
    'while read old new ref; do case $ref in refs/heads/main) echo "main is protected" >&2; exit 1;; esac; done',
  );
  const answer = await service.patch(`${entities}/connection/crm`, titled);
  expect(answer.statusCode, answer.body).toBe(202);
  const { proposal, notice } = answer.json();
  expect(notice).toContain('declined the commit');
  expect(it.remote.head(proposal.branch)).toBe(service.git('rev-parse', proposal.branch));
  expect(service.git('rev-parse', 'main')).toBe(it.remote.head('main'));
  expect(it.subjects()).toEqual(['first']);
  const read = await service.call('GET', `${entities}/connection/crm`);
  expect(read.json().definition.title).toBeUndefined();
});

test('a proposal that is merged at the remote becomes merged in the service too', async () => {
  const { service, it } = await start();
  const { proposal } = (await service.patch(`${entities}/connection/crm?propose=true`, titled)).json();
  it.other.git('pull', '--quiet', 'origin', 'main');
  it.other.git('fetch', '--quiet', 'origin', proposal.branch);
  it.other.git('merge', '--quiet', '--no-ff', '-m', 'Merge it', 'FETCH_HEAD');
  it.other.git('push', '--quiet', 'origin', 'HEAD:main', `:${proposal.branch}`);
  await service.service.controller.reconciler.request('main');
  await eventually(async () => {
    const read = await service.call('GET', `/api/v1/platform/proposals/${proposal.id}`);
    return read.json().state === 'merged';
  });
  expect((await service.call('GET', `${entities}/connection/crm`)).json().definition).toMatchObject(titled);
});

test('local commits made with Git are rebased with their file modes, and symbolic links are kept', async () => {
  const { service, it } = await start();
  const here = new WorkTree(join(it.folder, 'here'));
  it.other.git('clone', '--quiet', service.gitDir, here.dir);
  here.write({ 'scripts/deploy.sh': 'exit 0\n', 'connections/crm.yaml': `${crm}title: By hand\n` });
  chmodSync(join(here.dir, 'scripts/deploy.sh'), 0o755);
  chmodSync(join(here.dir, 'flows/greet.yaml'), 0o755);
  here.commit({}, 'with modes');
  here.git('push', '--quiet', 'origin', 'HEAD:main');
  it.pushOther({ 'connections/crm.yaml': crm.replace('/crm', '/theirs'), 'tool.sh': 'x' });
  await it.sync();
  await eventually(() => it.subjects().includes('with modes'));
  const modes = it.remote.git('ls-tree', '-r', '--format=%(objectmode) %(path)', 'main').split('\n');
  expect(modes).toEqual([
    '100644 connections/crm.yaml',
    '100755 flows/greet.yaml',
    '100755 scripts/deploy.sh',
    '100644 tool.sh',
  ]);
  expect(it.file('connections/crm.yaml')).toBe(`${crm.replace('/crm', '/theirs')}title: By hand\n`);

  here.git('fetch', '--quiet', it.remote.dir, 'main');
  here.git('reset', '--quiet', '--hard', 'FETCH_HEAD');
  symlinkSync('crm.yaml', join(here.dir, 'connections/link.yaml'));
  here.commit({}, 'with a link');
  here.git('push', '--quiet', '--force', 'origin', 'HEAD:main');
  it.pushOther({ 'tool.sh': 'y' });
  await it.sync();
  const { branch } = await eventually(async () => {
    const { items } = (await service.call('GET', '/api/v1/platform/proposals')).json();
    return items[0] as { branch: string } | undefined;
  });
  expect(service.git('ls-tree', '--format=%(objectmode)', branch, 'connections/link.yaml')).toBe('120000');
  expect(it.subjects()).not.toContain('with a link');
});

test('a write keeps the mode of the file it edits', async () => {
  const { service, it } = await start();
  it.other.git('update-index', '--chmod=+x', 'connections/crm.yaml');
  it.other.git('commit', '--quiet', '-m', 'executable');
  it.other.git('push', '--quiet', 'origin', 'HEAD:main');
  await it.sync();
  await service.patch(`${entities}/connection/crm`, titled);
  expect(it.remote.git('ls-tree', '--format=%(objectmode)', 'main', 'connections/crm.yaml')).toBe('100755');
});

async function start() {
  const it = await RemoteService.start();
  return { it, service: it.service, head: () => it.remote.head('main') };
}
