import { expect, test } from 'vitest';
import { WorkTree } from '../../../controller/git/git-fixture.js';
import { entities, GitService } from '../entities/writes/git-service.js';

const proposals = '/api/v1/platform/proposals';

test('a change is proposed, reviewed and merged', async () => {
  const service = await GitService.start();
  const answer = await service.patch(`${entities}/connection/crm?propose=true`, { title: 'Customers' });
  expect(answer.statusCode, answer.body).toBe(202);
  const { proposal } = answer.json();
  expect(proposal).toMatchObject({ base: 'main', state: 'open', title: 'Update connection crm: title' });
  expect(service.git('log', '--format=%s', 'main')).toBe('first');
  const read = (await service.call('GET', `${proposals}/${proposal.id}`)).json();
  expect(read).toMatchObject({
    mergeability: 'fast-forward',
    valid: true,
    entities: [{ type: 'connection', name: 'crm', change: 'updated' }],
  });
  expect(read.diff).toContain('+title: Customers');
  const merged = await service.call('POST', `${proposals}/${proposal.id}/merge`);
  expect(merged.json(), merged.body).toMatchObject({ proposal: { state: 'merged' } });
  expect((await service.call('GET', `${entities}/connection/crm`)).json().definition.title).toBe('Customers');
  expect(service.git('branch', '--list', 'proposals/*')).toBe('');
  expect((await service.call('GET', `${proposals}?state=merged`)).json().items).toHaveLength(1);
  expect((await service.call('POST', `${proposals}/${proposal.id}/merge`)).json().code).toBe(
    'proposal_settled',
  );
});

test('a proposal on a branch with newer commits is merged field by field, or is a conflict that names both sides', async () => {
  const service = await GitService.start();
  const propose = async (patch: object) =>
    (await service.patch(`${entities}/connection/crm?propose=true`, patch)).json().proposal.id;
  const apart = await propose({ title: 'Customers' });
  const same = await propose({ config: { baseUrl: 'http://127.0.0.1:1/proposed' } });
  await service.patch(`${entities}/connection/crm`, { config: { baseUrl: 'http://127.0.0.1:1/written' } });
  const conflict = await service.call('POST', `${proposals}/${same}/merge`);
  expect([conflict.statusCode, conflict.json().code]).toEqual([409, 'merge_conflict']);
  expect(conflict.json().errors).toMatchObject([{ pointer: '/config/baseUrl' }]);
  expect((await service.call('POST', `${proposals}/${apart}/merge`)).statusCode).toBe(200);
  expect((await service.call('GET', `${entities}/connection/crm`)).json().definition).toMatchObject({
    title: 'Customers',
    config: { baseUrl: 'http://127.0.0.1:1/written' },
  });
  expect((await service.call('POST', `${proposals}/${same}/close`)).json()).toMatchObject({
    state: 'closed',
  });
  expect(service.git('fsck', '--strict', '--no-dangling')).toBe('');
});

test('a write of an editor to a protected branch is refused with the hint to propose, and the proposal is accepted', async () => {
  const service = await GitService.start();
  const key = { 'x-api-key': await service.service.key('ed', 'editor') };
  const refused = await service.patch(`${entities}/connection/crm`, { title: 'x' }, key);
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'write_requires_proposal']);
  expect(refused.json().hints[0].text).toContain('?propose=true');
  const proposed = await service.patch(`${entities}/connection/crm?propose=true`, { title: 'x' }, key);
  expect(proposed.statusCode, proposed.body).toBe(202);
  const { id } = proposed.json().proposal;
  expect((await service.call('POST', `${proposals}/${id}/merge`, undefined, key)).statusCode).toBe(403);
  expect((await service.call('POST', `${proposals}/${id}/close`, undefined, key)).statusCode).toBe(200);
});

test('a proposal whose branch got pushed files beside entities is merged by administrators only', async () => {
  const service = await GitService.start();
  const key = { 'x-api-key': await service.service.key('ed', 'editor') };
  const { proposal } = (
    await service.patch(`${entities}/connection/crm?propose=true`, { title: 'x' }, key)
  ).json();
  const clone = WorkTree.create();
  clone.git('pull', '--quiet', service.gitDir, 'main');
  clone.commit({ '.github/workflows/ci.yml': 'on: push' }, 'by hand');
  clone.git('push', '--quiet', '--force', service.gitDir, `HEAD:${proposal.branch}`);
  const read = await service.call('GET', `${proposals}/${proposal.id}`);
  expect(read.json(), read.body).toMatchObject({ entities: [], files: ['.github/workflows/ci.yml'] });
  const refused = await service.call('POST', `${proposals}/${proposal.id}/merge`, undefined, key);
  expect(refused.statusCode, refused.body).toBe(403);
  expect(service.git('log', '--format=%s', 'main')).toBe('first');
  expect((await service.call('POST', `${proposals}/${proposal.id}/merge`)).statusCode).toBe(200);
});
