import { expect, test } from 'vitest';
import { askOverMcp } from '../../parity/surfaces.js';
import { entities, GitService } from '../entities/writes/git-service.js';

const files = {
  'flows/sum.yaml': `document: { dsl: '1.0.3', namespace: test, name: sum, version: '1.0.0' }
do:
  - add: { set: { total: 3 } }
`,
  'flow-tests/sum.yaml': `kind: flow-test
name: sum-is-three
flow: sum
input: {}
given: []
expect: { status: completed, output: { total: 3 } }
`,
};
const platform = '/api/v1/platform';

/** Opens a proposal and a branch, both of which make the test fail or keep it passing. */
async function start(total: number, env: Record<string, string> = { SVC_Git__RequireTests: 'true' }) {
  const git = await GitService.start(files, env);
  await git.call('POST', `${platform}/branches`, { name: 'work' });
  const patch = { do: [{ add: { set: { total }, metadata: { why: 'changed' } } }] };
  const proposed = await git.patch(`${entities}/flow/sum?propose=true`, patch);
  expect(proposed.statusCode, proposed.body).toBe(202);
  const written = await git.patch(`${entities.replace('main', 'work')}/flow/sum`, patch);
  expect(written.statusCode, written.body).toBe(200);
  return { git, id: proposed.json().proposal.id as string };
}

test('a merge into production whose tests fail is refused, by whatever way', async () => {
  const { git, id } = await start(4);
  const tip = git.git('rev-parse', 'main');
  const refusals = [
    await git.call('POST', `${platform}/proposals/${id}/merge`, {}),
    await git.patch(`${platform}/entities/platform/proposal/${id}`, { state: 'merged' }),
    await git.call('POST', `${platform}/branches/work/merge`, { into: 'main' }),
    await git.call('POST', `${platform}/branches/work/merge?dryRun=true`, { into: 'main' }),
  ];
  for (const refused of refusals) {
    expect([refused.statusCode, refused.json().code], refused.body).toEqual([409, 'tests_failing']);
    expect(refused.json().errors[0]).toMatchObject({ file: 'flow-tests/sum.yaml' });
  }
  const query = `mutation { mergeProposal(id: "${id}") { commit } }`;
  const overGraphql = await git.call('POST', '/graphql', { query });
  expect(overGraphql.json().errors[0].extensions.code).toBe('tests_failing');
  const ask = (more: object) =>
    askOverMcp(git.service.app, git.service.adminKey, 'tools/call', {
      name: 'control',
      arguments: { type: 'proposal', name: id, action: 'merge', ...more },
    });
  const { confirm } = (await ask({})).result.structuredContent;
  expect((await ask({ confirm })).result.structuredContent.code).toBe('tests_failing');
  expect(git.git('rev-parse', 'main')).toBe(tip);
});

test('a merge whose tests pass, and one into a branch that is not protected, are made', async () => {
  const { git, id } = await start(3);
  const merged = await git.call('POST', `${platform}/proposals/${id}/merge`, {});
  expect(merged.statusCode, merged.body).toBe(200);
  const failing = await start(4);
  await failing.git.call('POST', `${platform}/branches`, { name: 'other' });
  const into = await failing.git.call('POST', `${platform}/branches/work/merge`, { into: 'other' });
  expect(into.statusCode, into.body).toBe(200);
});

test('a merge is not tested unless the settings say so', async () => {
  const { git, id } = await start(4, {});
  expect((await git.call('POST', `${platform}/proposals/${id}/merge`, {})).statusCode).toBe(200);
});
