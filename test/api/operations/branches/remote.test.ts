import { expect, test } from 'vitest';
import { eventually } from '../../../controller/git/git-fixture.js';
import { crm, entities } from '../entities/writes/git-service.js';
import { RemoteService } from '../entities/writes/remote-service.js';

const branches = '/api/v1/platform/branches';
const feature = encodeURIComponent('feature/x');

test('branches are created, merged and deleted at the remote too', async () => {
  const it = await RemoteService.start();
  const { service } = it;
  await eventually(async () => (await service.call('GET', `${entities}/connection/crm`)).statusCode === 200);
  const made = await service.call('POST', branches, { name: 'feature/x' });
  expect(made.statusCode, made.body).toBe(201);
  expect(it.remote.head('feature/x')).toBe(made.json().revision);
  await service.patch(`/api/v1/${feature}/entities/platform/connection/crm`, { title: 'CRM' });
  const theirs = it.pushOther({ 'connections/crm.yaml': crm.replace('/crm', '/theirs') });
  const merged = await service.call('POST', `${branches}/${feature}/merge`, {});
  expect(merged.statusCode, merged.body).toBe(200);
  expect(it.remote.head('main')).toBe(merged.json().commit);
  expect(it.remote.git('log', '--format=%H', 'main').split('\n')).toContain(theirs);
  expect(it.file('connections/crm.yaml')).toContain('title: CRM');
  expect(it.file('connections/crm.yaml')).toContain('/theirs');
  expect((await service.call('DELETE', `${branches}/${feature}`)).statusCode).toBe(200);
  expect(it.remote.git('branch', '--list', 'feature/x')).toBe('');
});

test('a branch that the remote declines, or cannot confirm, is not created locally either', async () => {
  const it = await RemoteService.start();
  const { service } = it;
  await eventually(async () => (await service.call('GET', `${entities}/connection/crm`)).statusCode === 200);
  it.hook('echo no new branches; exit 1');
  const declined = await service.call('POST', branches, { name: 'feature/x' });
  expect([declined.statusCode, declined.json().code]).toEqual([409, 'push_declined']);
  expect(declined.json().detail).toContain('no new branches');
  it.hook(undefined);
  it.intercept = (_request, response) => {
    response.socket?.destroy();
    return true;
  };
  const away = await service.call('POST', branches, { name: 'feature/x' });
  expect(away.json().code).toBe('git_failed');
  expect(service.git('branch', '--list', 'feature/x')).toBe('');
});

test('a revert made while the remote is away stays when others have pushed meanwhile', async () => {
  const it = await RemoteService.start();
  const { service } = it;
  await service.patch(`${entities}/connection/crm`, { title: 'CRM' });
  it.intercept = (_request, response) => {
    response.socket?.destroy();
    return true;
  };
  const reverted = await service.call('POST', '/api/v1/main/versions/connection/crm/revert', {
    commitHash: 'HEAD~1',
  });
  expect(reverted.json(), reverted.body).toMatchObject({ change: 'updated', push: 'pending' });
  it.pushOther({ 'environments/test.yaml': 'kind: environment\nname: test\n' });
  it.intercept = undefined;
  await service.call('POST', '/api/v1/main/cicd/sync', {});
  await eventually(() => it.subjects().length === 4);
  expect(it.file('connections/crm.yaml')).toBe(crm);
  expect(it.subjects()[0]).toMatch(/^Revert connection crm to /);
  const sync = await eventually(async () => {
    const { push } = (await service.call('GET', '/api/v1/main/cicd/sync')).json();
    return push.pending === 0 && push;
  });
  expect(sync.pending).toBe(0);
  expect((await service.call('GET', `${entities}/connection/crm`)).json().definition.title).toBeUndefined();
});
