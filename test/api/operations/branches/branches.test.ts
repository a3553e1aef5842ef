import { expect, test } from 'vitest';
import { RealService } from '../../identity/real-service.js';
import { crm, entities, GitService, greet } from '../entities/writes/git-service.js';
import { outside } from '../versions/outside.js';

const branches = '/api/v1/platform/branches';
const feature = encodeURIComponent('feature/x');
const onFeature = `/api/v1/${feature}/entities/platform`;

test('a branch is made, changed, compared, merged and deleted', async () => {
  const git = await GitService.start();
  const first = git.git('rev-parse', 'main');
  const made = await git.call('POST', branches, { name: 'feature/x' });
  expect(made.statusCode, made.body).toBe(201);
  expect(made.json()).toMatchObject({ name: 'feature/x', revision: first, protected: false });
  expect(made.headers['location']).toBe(`${branches}/${feature}/compare`);

  await git.patch(`${onFeature}/connection/crm`, { title: 'CRM' });
  const tip = git.git('rev-parse', 'feature/x');
  const listed = (await git.call('GET', branches)).json().items;
  expect(listed).toMatchObject([
    { name: 'feature/x', production: false, ahead: 1, behind: 0, revision: tip },
    { name: 'main', production: true, protected: true, ahead: 0, behind: 0 },
  ]);
  expect(listed[0].conditions).toContainEqual(expect.objectContaining({ type: 'Ready', status: 'True' }));

  const compared = (await git.call('GET', `${branches}/${feature}/compare`)).json();
  expect(compared).toMatchObject({
    with: 'main',
    base: first,
    ahead: 1,
    behind: 0,
    commits: [{ commitHash: tip, message: expect.stringMatching(/^Update connection crm: title/) }],
    entities: [{ type: 'connection', name: 'crm', changes: [{ op: 'add', pointer: '/title', to: 'CRM' }] }],
    mergeability: 'fast-forward',
    conflicts: [],
  });

  const tried = await git.call('POST', `${branches}/${feature}/merge?dryRun=true`, {});
  expect(tried.json()).toMatchObject({ kind: 'fast-forward', commit: null, dryRun: true });
  expect(git.git('rev-parse', 'main')).toBe(first);
  const merged = await git.call('POST', `${branches}/${feature}/merge`, {});
  expect(merged.json()).toMatchObject({
    kind: 'fast-forward',
    commit: tip,
    into: 'main',
    inEffect: true,
  });
  expect((await git.call('GET', `${entities}/connection/crm`)).json().definition.title).toBe('CRM');
  const again = await git.call('POST', `${branches}/${feature}/merge`, {});
  expect(again.json()).toMatchObject({ kind: 'nothing', commit: tip });

  const deleted = await git.call('DELETE', `${branches}/${feature}`);
  expect(deleted.json()).toEqual({ name: 'feature/x', revision: tip, unmerged: 0 });
  expect(git.git('branch', '--list', 'feature/x')).toBe('');
  expect((await git.call('GET', `${branches}/${feature}/compare`)).json().code).toBe('branch_not_found');
});

test('edits of different fields of one file merge, with the comments of both', async () => {
  const git = await GitService.start();
  await git.call('POST', branches, { name: 'feature/x' });
  outside(git, (tree) =>
    tree.commit({ 'connections/crm.yaml': crm.replace('name: crm ', 'title: CRM # ours\nname: crm ') }),
  );
  await git.patch(`${onFeature}/connection/crm`, { config: { baseUrl: 'http://127.0.0.1:2/' } });
  const from = git.git('rev-parse', 'feature/x');
  const merged = await git.call('POST', `${branches}/${feature}/merge`, { message: 'Take the new address' });
  expect(merged.json(), merged.body).toMatchObject({ kind: 'merge', commit: git.git('rev-parse', 'main') });
  expect(git.git('log', '-1', '--format=%P %s', 'main')).toBe(
    `${git.git('rev-parse', 'main^1')} ${from} Take the new address`,
  );
  expect(git.file('connections/crm.yaml')).toBe(
    crm
      .replace('name: crm ', 'title: CRM # ours\nname: crm ')
      .replace('http://127.0.0.1:1/crm', 'http://127.0.0.1:2/'),
  );
});

test('a field that both branches changed is a conflict that names entity, pointer and both values', async () => {
  const git = await GitService.start();
  await git.call('POST', branches, { name: 'feature/x' });
  await git.patch(`${entities}/connection/crm`, { title: 'Ours' });
  await git.patch(`${onFeature}/connection/crm`, { title: 'Theirs' });
  const tip = git.git('rev-parse', 'main');
  const compared = (await git.call('GET', `${branches}/${feature}/compare?with=main`)).json();
  expect(compared).toMatchObject({
    mergeability: 'conflict',
    conflicts: [
      {
        file: 'connections/crm.yaml',
        type: 'connection',
        name: 'crm',
        places: [{ pointer: '/title', ours: 'Ours', theirs: 'Theirs' }],
      },
    ],
  });
  const refused = await git.call('POST', `${branches}/${feature}/merge`, {});
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'merge_conflict']);
  expect(refused.json().detail).toContain('connection `crm`');
  expect(refused.json().errors).toMatchObject([
    {
      file: 'connections/crm.yaml',
      pointer: '/title',
      sides: { base: null, ours: 'Ours', theirs: 'Theirs' },
    },
  ]);
  expect(git.git('rev-parse', 'main')).toBe(tip);
});

test('a merge whose result is not valid is refused', async () => {
  const git = await GitService.start();
  await git.call('POST', branches, { name: 'feature/x' });
  const calling = greet.replace('name: greet', 'name: welcome');
  outside(git, (tree) => tree.commit({ 'flows/welcome.yaml': calling }), 'feature/x');
  await git.call('DELETE', `${entities}/flow/greet`);
  await git.call('DELETE', `${entities}/connection/crm`);
  const tip = git.git('rev-parse', 'main');
  const refused = await git.call('POST', `${branches}/${feature}/merge`, {});
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'entity_invalid']);
  expect(refused.json().errors[0]).toMatchObject({ file: 'flows/welcome.yaml', line: 3 });
  expect(git.git('rev-parse', 'main')).toBe(tip);
});

test('invalid branch names, and the deletion of permanent branches, are refused with the reason', async () => {
  const git = await GitService.start();
  await git.call('POST', branches, { name: 'feature/x' });
  const cases = [
    ['live', 'branch_name_invalid', 'meaning of its own'],
    ['local', 'branch_name_invalid', 'Choose another name'],
    ['platform-x', 'branch_name_invalid', 'such as `feature/platform-x`'],
    ['platform/x', 'branch_name_invalid', 'platform'],
    ['proposals/x', 'branch_name_invalid', 'proposals'],
    ['a b', 'branch_name_invalid', 'contains " "'],
    ['a..b', 'branch_name_invalid', '..'],
    ['x.lock', 'branch_name_invalid', '.lock'],
    ['feature/x', 'name_taken', 'already'],
    ['feature', 'name_taken', 'feature/x'],
  ] as const;
  for (const [name, code, part] of cases) {
    const problem = (await git.call('POST', branches, { name })).json();
    expect([name, problem.code]).toEqual([name, code]);
    expect([problem.detail, ...problem.hints.map(({ text }: { text: string }) => text)].join(' ')).toContain(
      part,
    );
  }
  expect((await git.call('POST', branches, { name: 'y', from: 'nowhere' })).json().code).toBe(
    'commit_not_found',
  );
  expect((await git.call('DELETE', `${branches}/main`)).json().code).toBe('branch_in_use');

  const headers = { 'x-api-key': await git.service.key('ed', 'editor') };
  expect((await git.call('POST', branches, { name: 'mine' }, headers)).statusCode).toBe(201);
  await git.patch('/api/v1/mine/entities/platform/connection/crm', { title: 'Mine' }, headers);
  const merged = await git.call('POST', `${branches}/mine/merge`, {}, headers);
  expect([merged.statusCode, merged.json().code]).toEqual([403, 'write_requires_proposal']);
  expect((await git.call('POST', `${branches}/mine/merge`, { into: 'feature/x' }, headers)).statusCode).toBe(
    200,
  );
  expect((await git.call('DELETE', `${branches}/main`, undefined, headers)).json().code).toBe('forbidden');
});

test('without Git there is one branch, and every change of it is refused', async () => {
  const service = await RealService.start();
  try {
    expect((await service.call('GET', branches)).json().items).toMatchObject([
      { name: 'live', production: true },
    ]);
    const answer = await service.call('POST', branches, { name: 'x' });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'git_versioning_disabled']);
  } finally {
    await service.remove();
  }
});
