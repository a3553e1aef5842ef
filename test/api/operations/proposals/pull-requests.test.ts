import { describe, expect, test } from 'vitest';
import { mergePull, serveForge } from '../../../controller/git/forges/forge-server.js';
import { eventually } from '../../../controller/git/git-fixture.js';
import { entities } from '../entities/writes/git-service.js';
import { RemoteService } from '../entities/writes/remote-service.js';

const proposals = '/api/v1/platform/proposals';
const token = 'the-f0rge-token';
const titled = { title: 'Customers' };

describe.each(['github', 'gitea'] as const)('with %s, a proposal', (type) => {
  test('is a pull request, and merging the proposal merges the pull request and serves the result at once', async () => {
    const { it, forge, proposal } = await propose(type);
    expect(forge.pulls).toMatchObject([
      { head: { ref: proposal.branch }, base: { ref: 'main' }, title: 'Update connection crm: title' },
    ]);
    expect(proposal.pullRequestUrl).toBe(forge.pulls[0]?.html_url);
    const merged = await it.service.call('POST', `${proposals}/${proposal.id}/merge`);
    expect(merged.json(), merged.body).toMatchObject({
      proposal: { state: 'merged' },
      commit: it.remote.head('main'),
    });
    expect(forge.pulls[0]?.merged).toBe(true);
    const read = await it.service.call('GET', `${entities}/connection/crm`);
    expect(read.json().definition).toMatchObject(titled);
    expect(it.remote.git('branch', '--list', 'proposals/*')).toBe('');
  });

  test('gets one pull request when the forge is back, and the token is not shown', async () => {
    const { it, forge, proposal } = await propose(type, { isAway: true });
    expect(proposal).toMatchObject({ state: 'open', pullRequestUrl: null });
    forge.failures.push(500);
    forge.isAway = false;
    const url = await eventually(async () => (await it.proposal(proposal.id)).pullRequestUrl ?? undefined);
    expect(url).toBe(forge.pulls[0]?.html_url);
    expect(forge.pulls).toHaveLength(1);
    const logged = it.service.service.logged.join('');
    expect(logged).toContain('could not be asked');
    expect(logged).not.toContain(token);
  });

  test('that was closed at the forge is closed in the service, and its branch is deleted', async () => {
    const { it, forge, proposal } = await propose(type);
    Object.assign(forge.pulls[0] ?? {}, { state: 'closed' });
    expect((await it.proposal(proposal.id)).state).toBe('closed');
    const again = await it.service.call('POST', `${proposals}/${proposal.id}/merge`);
    expect([again.statusCode, again.json().code]).toEqual([409, 'proposal_settled']);
    expect(it.remote.git('branch', '--list', 'proposals/*')).toBe('');
    expect(it.subjects()).toEqual(['first']);
  });

  test('that was merged at the forge a moment ago is not merged again', async () => {
    const { it, forge, proposal } = await propose(type);
    for (const pull of forge.pulls) mergePull(pull, forge);
    const merged = await it.service.call('POST', `${proposals}/${proposal.id}/merge`);
    expect([merged.statusCode, merged.json().code], merged.body).toEqual([409, 'proposal_settled']);
    expect(await it.proposal(proposal.id)).toMatchObject({
      state: 'merged',
      mergedCommit: it.remote.head('main'),
    });
    expect(it.remote.git('log', '--format=%s', '--first-parent', 'main').split('\n')).toHaveLength(2);
  });
});

test('a proposal whose forge is unreachable is neither merged nor closed, with the reason; both work when the forge is back', async () => {
  const { it, forge, proposal } = await propose('gitea');
  forge.isAway = true;
  for (const verb of ['merge', 'close']) {
    const refused = await it.service.call('POST', `${proposals}/${proposal.id}/${verb}`);
    expect([verb, refused.statusCode, refused.json().code]).toEqual([verb, 502, 'forge_failed']);
    expect(refused.body).not.toContain(token);
  }
  expect(await it.proposal(proposal.id)).toMatchObject({ state: 'open', mergeability: 'fast-forward' });
  expect(it.remote.git('branch', '--list', 'proposals/*')).not.toBe('');
  forge.isAway = false;
  const closed = await it.service.call('POST', `${proposals}/${proposal.id}/close`);
  expect(closed.json(), closed.body).toMatchObject({ state: 'closed' });
  expect(forge.pulls).toMatchObject([{ state: 'closed', merged: false }]);
});

test('a proposal that is closed while the remote is away loses its branch there when the remote is back', async () => {
  const { it, proposal } = await propose('github');
  it.intercept = (_, response) => {
    response.destroy();
    return true;
  };
  const closed = await it.service.call('POST', `${proposals}/${proposal.id}/close`);
  expect(closed.json(), closed.body).toMatchObject({ state: 'closed' });
  expect(it.remote.git('branch', '--list', 'proposals/*')).not.toBe('');
  it.intercept = undefined;
  await eventually(() => it.remote.git('branch', '--list', 'proposals/*') === '');
  await eventually(() => it.service.git('branch', '--list', 'proposals/*') === '');
});

test('a proposal made while the remote is away gets its pull request when the remote has its branch', async () => {
  const { it, forge } = await start('gitea');
  it.intercept = (_, response) => {
    response.destroy();
    return true;
  };
  const answer = await it.service.patch(`${entities}/connection/crm?propose=true`, titled);
  const { proposal } = answer.json();
  expect(proposal, answer.body).toMatchObject({ state: 'open', pullRequestUrl: null });
  expect(forge.pulls).toEqual([]);
  it.intercept = undefined;
  await it.sync();
  await eventually(async () => (await it.proposal(proposal.id)).pullRequestUrl !== null);
  expect(forge.pulls).toHaveLength(1);
});

async function start(type: 'github' | 'gitea') {
  const forge = await serveForge(type);
  const it = await RemoteService.start({
    SVC_Git__Forge__Type: type,
    SVC_Git__Forge__Url: `${forge.origin}${type === 'gitea' ? '/api/v1' : ''}`,
    SVC_Git__Forge__Repository: 'ops/config',
    SVC_Git__Forge__Token: token,
    SVC_Limits__RequestsPerMinute: '1000000',
  });
  forge.repository = it.remote;
  const proposal = async (id: string) => (await it.service.call('GET', `${proposals}/${id}`)).json();
  return { forge, it: Object.assign(it, { proposal }) };
}

async function propose(type: 'github' | 'gitea', { isAway = false } = {}) {
  const { it, forge } = await start(type);
  forge.isAway = isAway;
  const answer = await it.service.patch(`${entities}/connection/crm?propose=true`, titled);
  expect(answer.statusCode, answer.body).toBe(202);
  expect(answer.body).not.toContain(token);
  return { it, forge, proposal: answer.json().proposal };
}
