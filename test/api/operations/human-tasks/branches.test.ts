import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually, WorkTree } from '../../../controller/git/git-fixture.js';
import { platform } from '../../identity/real-service.js';
import { GitService } from '../entities/writes/git-service.js';

const ask = (
  name: string,
  team: string,
) => `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }
do:
  - approve: { call: human-task@default, with: { title: Approve, assignees: ['team:${team}'] } }
`;
const team = (name: string) => `kind: team\nname: ${name}\nmembers: [ada]\n`;

test('people of a flow on any branch are those of the teams of production', async () => {
  const git = await GitService.start({
    'flows/known.yaml': ask('known', 'billing'),
    'teams/billing.yaml': team('billing'),
  });
  await git.service.user('ada', 'viewer');
  const seed = new WorkTree(join(git.folder, 'seed'));
  seed.git('checkout', '--quiet', '-b', 'feature');
  seed.git('rm', '--quiet', 'teams/billing.yaml');
  seed.commit(
    {
      'flows/own.yaml': ask('own', 'fresh'),
      'flows/typo.yaml': ask('typo', 'biling'),
      'teams/fresh.yaml': team('fresh'),
    },
    'teams of the branch',
  );
  seed.git('push', '--quiet', git.gitDir, 'feature');
  await git.call('POST', '/api/v1/feature/cicd/sync', {});
  const { reconciler } = git.service.controller;
  const snapshot = await eventually(() => reconciler.peek('feature') ?? false);
  expect(snapshot.unready(9)).toEqual([{ kind: 'flow', name: 'typo' }]);
  expect(snapshot.findings.map(({ message }) => message)).toEqual(['there is no team `biling`']);

  const run = async (flow: string) =>
    (await git.call('POST', `/api/v1/feature/flows/${flow}/runs`, {}, { prefer: 'respond-async' })).json().id;
  const known = await run('known');
  const as = await git.service.bearer('ada');
  await eventually(async () => {
    const { items } = (await git.call('GET', `${platform}/human-tasks`, undefined, as)).json();
    return items.some((task: { run: string }) => task.run === known);
  });
  expect(await git.service.controller.runs.wait(await run('own'), 10_000)).toMatchObject({
    status: 'faulted',
    error: { status: 400, detail: expect.stringContaining("as production's teams are") },
  });
});
