import { describe, expect, test } from 'vitest';
import { connectClient } from '../../mcp/clients.js';
import { crm, entities, GitService, greet } from '../entities/writes/git-service.js';

const proposals = '/api/v1/platform/proposals';
const files = {
  'connections/crm.yaml': crm,
  'flows/greet.yaml': greet,
  'teams/desk.yaml':
    'kind: team\nname: desk\nmembers: [cy, "api-key:deskmate"]\ngrants: [{ role: editor, may: [approve] }]\n',
  CODEOWNERS: 'connections/ @crew/desk\n',
};
const one = { SVC_Git__Reviews__required: '1' };

async function start(env: Record<string, string> = one) {
  const git = await GitService.start(files, env);
  for (const name of ['ada', 'bob', 'cy']) await git.service.user(name, 'editor');
  await git.service.user('root', 'admin');
  await git.service.user('vi', 'viewer');
  const [ada, bob, cy, root, vi] = await Promise.all(
    ['ada', 'bob', 'cy', 'root', 'vi'].map((name) => git.service.bearer(name)),
  );
  const people = { ada, bob, cy, root, vi } as Record<string, { authorization: string }>;
  const as = (name: string) => people[name] ?? {};
  return {
    git,
    as,
    async propose(patch: object, author = 'ada'): Promise<string> {
      const answer = await git.patch(`${entities}/connection/crm?propose=true`, patch, as(author));
      expect(answer.statusCode, answer.body).toBe(202);
      return answer.json().proposal.id;
    },
    act: (name: string, id: string, action: string, body?: object) =>
      git.call('POST', `${proposals}/${id}/${action}`, body, as(name)),
    review: async (id: string) => (await git.call('GET', `${proposals}/${id}`)).json().review,
  };
}

test('a proposal is merged once a person who made no part of it has approved its newest commit', async () => {
  const { git, as, propose, act, review } = await start();
  const id = await propose({ title: 'Customers' });
  const early = await act('root', id, 'merge');
  expect([early.statusCode, early.json().code], early.body).toEqual([409, 'review_missing']);
  expect(early.json().detail).toContain('1 approval is required, and it has 0.');
  const own = await act('ada', id, 'approve');
  expect(own.json().review, own.body).toMatchObject({ approvals: 0, met: false });
  const asked = await act('cy', id, 'request-changes', { comment: 'The title is too long.' });
  expect(asked.json().review, asked.body).toMatchObject({ met: false });
  const approved = await act('bob', id, 'approve', { comment: 'Fine.' });
  expect(approved.json().review.missing).toEqual(['user:cy requests changes.']);
  expect((await act('root', id, 'merge')).json().code).toBe('review_missing');

  // A new commit voids all of them.
  const { branch } = (await git.call('GET', `${proposals}/${id}`)).json();
  const segment = encodeURIComponent(branch);
  const more = await git.patch(
    `/api/v1/${segment}/entities/platform/connection/crm`,
    { title: 'Clients' },
    as('ada'),
  );
  expect(more.statusCode, more.body).toBe(200);
  expect(await review(id)).toMatchObject({
    approvals: 0,
    missing: ['1 approval is required, and it has 0.'],
  });
  const stale = await act('bob', id, 'approve', { revision: git.git('rev-parse', 'main') });
  expect([stale.statusCode, stale.json().code]).toEqual([409, 'proposal_moved']);
  expect((await act('bob', id, 'approve')).json().review).toMatchObject({ approvals: 1, met: true });
  const merged = await act('root', id, 'merge');
  expect(merged.statusCode, merged.body).toBe(200);
  expect(git.file('connections/crm.yaml')).toContain('title: Clients');
});

test('the approval of a user who has left counts no more', async () => {
  const { git, propose, act, review } = await start();
  const id = await propose({ title: 'Customers' });
  expect((await act('bob', id, 'approve')).json().review).toMatchObject({ approvals: 1, met: true });
  const left = await git.patch('/api/v1/platform/users/bob', { disabled: true });
  expect(left.statusCode, left.body).toBe(200);
  expect(await review(id)).toMatchObject({
    approvals: 0,
    reviews: [{ reviewer: 'user:bob', counts: false, reason: expect.stringContaining('has ended') }],
  });
  expect((await act('root', id, 'merge')).json().code).toBe('review_missing');
});

describe('without an approval', () => {
  test('no one changes production directly, administrators included', async () => {
    const { git, as } = await start();
    const root = as('root');
    const written = await git.patch(`${entities}/connection/crm`, { title: 'x' }, root);
    expect([written.statusCode, written.json().code], written.body).toEqual([403, 'write_requires_proposal']);
    const created = await git.call('POST', '/api/v1/platform/branches', { name: 'side' }, root);
    expect(created.statusCode, created.body).toBe(201);
    const side = await git.patch('/api/v1/side/entities/platform/connection/crm', { title: 'x' }, root);
    expect(side.statusCode, side.body).toBe(200);
    const merged = await git.call('POST', '/api/v1/platform/branches/side/merge', { into: 'main' }, root);
    expect([merged.statusCode, merged.json().code], merged.body).toEqual([403, 'write_requires_proposal']);
    const backup = await git.call(
      'POST',
      '/api/v1/platform/entities/platform/backup',
      { categories: ['connections', 'users'] },
      root,
    );
    expect(backup.statusCode, backup.body).toBeLessThan(300);
    const restore = (categories: string[]) =>
      git.call(
        'POST',
        `/api/v1/platform/backups/${backup.json().id}/restore`,
        { categories, dryRun: false },
        root,
      );
    const restored = await restore(['connections']);
    expect([restored.statusCode, restored.json().code], restored.body).toEqual([
      403,
      'write_requires_proposal',
    ]);
    const users = await restore(['users']);
    expect(users.statusCode, users.body).toBe(200);
    expect(git.git('log', '--format=%s', 'main')).toBe('first');
  });
});

test('agents, services and viewers approve nothing; a grant lets a service', async () => {
  const { git, propose, act } = await start();
  const id = await propose({ title: 'Customers' });
  expect((await act('vi', id, 'approve')).statusCode).toBe(403);
  const { apiKeys } = git.service.controller.identity;
  for (const actor of ['agent', 'service'] as const) {
    const { key } = await apiKeys.create({ name: actor, role: 'admin', actor, createdBy: 'user:test' });
    const answer = await git.call('POST', `${proposals}/${id}/approve`, undefined, { 'x-api-key': key });
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([403, 'person_required']);
  }
  const anonymous = await git.service.anonymous('POST', `${proposals}/${id}/approve`);
  expect(anonymous.statusCode).toBe(401);
});

test.each(['auto', 'legacy'] as const)(
  'over MCP (%s) no one approves, not even with the credential of a person, unless a grant lets it',
  async (revision) => {
    const { git, propose, review } = await start();
    const id = await propose({ title: 'Customers' });
    const url = await git.service.app.listen({ port: 0 });
    const { apiKeys } = git.service.controller.identity;
    const approve = async (name: string) => {
      const actor = { role: 'editor', actor: 'person', createdBy: 'user:test' } as const;
      const { key } = await apiKeys.create({ name, ...actor });
      const client = await connectClient({ url, apiKey: key }, revision);
      return client.callTool({
        name: 'control',
        arguments: { type: 'proposal', name: id, action: 'approve', values: { comment: 'Looked at it.' } },
      });
    };
    const refused = await approve('bob');
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).toContain('person_required');
    const granted = await approve('deskmate');
    expect(granted.isError, JSON.stringify(granted.content)).not.toBe(true);
    expect(await review(id)).toMatchObject({
      met: true,
      reviews: [{ reviewer: 'api-key:deskmate', comment: 'Looked at it.' }],
    });
  },
);

test('an owner of the changed files has to approve them', async () => {
  const { propose, act, review } = await start({
    SVC_Git__Reviews__required: '1',
    SVC_Git__Reviews__codeOwners: 'true',
  });
  const id = await propose({ title: 'Customers' });
  await act('bob', id, 'approve');
  expect((await review(id)).missing).toEqual([
    'An approval of @crew/desk is required, who own connections/crm.yaml.',
  ]);
  expect((await act('root', id, 'merge')).json().code).toBe('review_missing');
  await act('cy', id, 'approve');
  expect((await act('root', id, 'merge')).statusCode).toBe(200);
});

test('where no reviews are required, they are kept and shown, and hold nothing back', async () => {
  const { propose, act, review } = await start({});
  const id = await propose({ title: 'Customers' });
  await act('bob', id, 'request-changes', { comment: 'No.' });
  expect(await review(id)).toMatchObject({
    required: 0,
    met: true,
    reviews: [{ reviewer: 'user:bob', verdict: 'changes-requested', comment: 'No.', counts: true }],
  });
  expect((await act('root', id, 'merge')).statusCode).toBe(200);
});
