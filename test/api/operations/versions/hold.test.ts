import { expect, test } from 'vitest';
import { eventually } from '../../../controller/git/git-fixture.js';
import { crm, entities, GitService } from '../entities/writes/git-service.js';
import { RemoteService } from '../entities/writes/remote-service.js';

const bad = { config: { baseUrl: 'http://127.0.0.1:1/bad' } };
const closed =
  'while read old new ref; do case $ref in refs/heads/main) echo "main is closed" >&2; exit 1;; esac; done';
const revert = '/api/v1/main/versions/connection/crm/revert';

test('without `hold`, a revert made while the remote is unreachable gives way to pushed commits: it becomes a proposal', async () => {
  const it = await reverted();
  it.pushOther({ 'connections/crm.yaml': crm.replace('/crm', '/worse') });
  await it.back();
  await eventually(async () => (await it.proposals()).length === 1);
  expect(await it.served()).toBe('http://127.0.0.1:1/worse');
});

test('with `hold`, a revert is put on top of commits pushed to the same field meanwhile, also after a restart', async () => {
  const it = await reverted({ hold: true });
  expect((await it.push()).holds).toMatchObject([
    {
      type: 'connection',
      name: 'crm',
      commitHash: it.service.git('rev-parse', 'main'),
      author: 'initial-admin (api-key)',
    },
  ]);
  await it.restart();
  it.pushOther({ 'connections/crm.yaml': `${crm.replace('/crm', '/worse')}title: Theirs\n` });
  await it.back();
  await eventually(async () => (await it.push()).pending === 0);
  expect(it.subjects()[0]).toMatch(/^Revert connection crm to/);
  expect(it.subjects()[1]).toBe('by another');
  expect(it.file('connections/crm.yaml')).toBe(crm);
  expect(await it.served()).toBe('http://127.0.0.1:1/crm');
  expect(await it.push()).toMatchObject({ holds: [], lastError: null });
  expect(await it.proposals()).toEqual([]);
  expect(it.faults()).toBe('');
});

test('with `hold`, a revert follows a file that was moved meanwhile', async () => {
  const it = await reverted({ hold: true });
  it.other.git('pull', '--quiet', '--rebase', 'origin', 'main');
  it.other.git('mv', 'connections/crm.yaml', 'moved.yaml');
  it.other.commit({ 'moved.yaml': `${crm.replace('/crm', '/worse')}title: Theirs\n` }, 'move it');
  it.other.git('push', '--quiet', 'origin', 'HEAD:main');
  await it.back();
  await eventually(async () => (await it.push()).pending === 0);
  expect(it.remote.git('ls-tree', '-r', '--name-only', 'main').split('\n')).toEqual([
    'flows/greet.yaml',
    'moved.yaml',
  ]);
  expect(it.file('moved.yaml')).toBe(crm);
  expect(await it.served()).toBe('http://127.0.0.1:1/crm');
});

test('with `hold`, a declined revert stays on the branch, is proposed once, and is pushed when the remote accepts it', async () => {
  const it = await reverted({ hold: true });
  await it.service.patch(`${entities}/connection/crm?message=another`, { title: 'Other' });
  it.hook(closed);
  await it.back();
  const titles = async () => (await it.proposals()).map(({ title }) => title).sort();
  await eventually(async () => (await titles()).length === 2);
  expect(await titles()).toEqual([expect.stringMatching(/^Revert connection crm/), 'another']);
  expect(await it.push()).toMatchObject({ pending: 1, holds: [{ name: 'crm' }] });
  expect((await it.push()).lastError).toContain('main is closed');
  expect(await it.served()).toBe('http://127.0.0.1:1/crm');
  const next = await it.service.patch(`${entities}/connection/crm?message=next`, { title: 'Next' });
  expect([next.statusCode, next.json().proposal?.title], next.body).toEqual([202, 'next']);
  it.pushOtherPastHook({ 'connections/crm.yaml': crm.replace('/crm', '/worse') });
  await it.sync();
  expect(await it.served()).toBe('http://127.0.0.1:1/crm');
  await it.restart();
  await it.sync();
  expect(await titles()).toEqual([expect.stringMatching(/^Revert connection crm/), 'another', 'next']);
  it.hook(undefined);
  await it.sync();
  await eventually(async () => (await it.push()).pending === 0);
  expect(it.file('connections/crm.yaml')).toBe(crm);
  expect((await it.push()).holds).toEqual([]);
  expect(it.faults()).toBe('');
});

test('with `hold`, a revert stays while the branch is missing at the remote, and is pushed when the branch is back', async () => {
  const it = await reverted({ hold: true });
  const tip = it.remote.head('main');
  it.remote.git('branch', 'spare', 'main');
  it.remote.git('update-ref', '-d', 'refs/heads/main');
  await it.back();
  await eventually(async () => (await it.push()).lastError?.includes('no longer has the branch'));
  expect(await it.push()).toMatchObject({ pending: 1, holds: [{ name: 'crm' }] });
  expect(await it.served()).toBe('http://127.0.0.1:1/crm');
  it.remote.git('update-ref', 'refs/heads/main', tip);
  await it.sync();
  await eventually(async () => (await it.push()).pending === 0);
  expect(it.file('connections/crm.yaml')).toBe(crm);
});

test('a held revert is released with `hold: false`, and gives way to pushed commits again', async () => {
  const it = await reverted({ hold: true });
  it.hook(closed);
  await it.back();
  await eventually(async () => (await it.push()).lastError?.includes('main is closed'));
  const released = await it.service.call('POST', revert, { commitHash: 'HEAD', hold: false });
  expect([released.statusCode, released.json().change], released.body).toEqual([200, 'unchanged']);
  await eventually(async () => (await it.push()).pending === 0);
  expect((await it.push()).holds).toEqual([]);
  await eventually(async () => (await it.served()) === 'http://127.0.0.1:1/bad');
  // By then, the commits that left the branch are processed.
  await eventually(() => it.service.git('for-each-ref', 'refs/strays') === '');
  expect((await it.proposals()).length).toBe(1);
});

test('a revert that already waits for the remote is held when it is repeated with `hold`', async () => {
  const it = await reverted();
  const again = await it.service.call('POST', revert, { commitHash: 'HEAD', hold: true });
  expect([again.statusCode, again.json().change], again.body).toEqual([200, 'unchanged']);
  expect((await it.push()).holds).toMatchObject([{ name: 'crm' }]);
  it.pushOther({ 'connections/crm.yaml': crm.replace('/crm', '/worse') });
  await it.back();
  await eventually(async () => (await it.push()).pending === 0);
  expect(it.file('connections/crm.yaml')).toBe(crm);
});

test('a revert that is proposed is not held', async () => {
  const it = await RemoteService.start();
  const answer = await it.service.call('POST', `${revert}?propose=true`, { commitHash: 'HEAD', hold: true });
  expect([answer.statusCode, answer.json().errors], answer.body).toEqual([
    422,
    [expect.objectContaining({ pointer: '/hold' })],
  ]);
});

/** Pushes a bad change, and reverts it while the remote is unreachable. */
async function reverted(how: { hold?: boolean } = {}) {
  const env = { SVC_Limits__RequestsPerMinute: '1000000' };
  const it = await RemoteService.start(env);
  await it.service.patch(`${entities}/connection/crm?message=bad`, bad);
  it.away();
  const answer = await it.service.call('POST', revert, { commitHash: 'HEAD~1', ...how });
  expect(answer.json(), answer.body).toMatchObject({ change: 'updated', push: 'pending' });
  const served = async (): Promise<string> =>
    (await it.service.call('GET', `${entities}/connection/crm`)).json().definition?.config.baseUrl;
  const proposals = async () => {
    const { items } = (await it.service.call('GET', '/api/v1/platform/proposals?state=open')).json();
    return items as { branch: string; title: string }[];
  };
  const restart = async () => {
    await it.service.service.stop();
    it.service = await GitService.open(it.folder, env);
  };
  const pushOtherPastHook = (files: Record<string, string>) => {
    it.hook(undefined);
    it.pushOther(files);
    it.hook(closed);
  };
  return Object.assign(it, { served, proposals, restart, pushOtherPastHook });
}
