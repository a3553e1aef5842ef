import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually, temporaryFolder } from '../../../controller/git/git-fixture.js';
import { platform } from '../../identity/real-service.js';
import { GitService } from '../entities/writes/git-service.js';

const flow = `document: { dsl: '1.0.3', namespace: test, name: hear, version: '1.0.0' }
schedule: { on: { one: { with: { type: plain } } } }
do: [{ keep: { set: { heard: true } } }]
`;

test('an event starts flows of production and `Git.ActiveBranches`, not of previews and the overlay', async () => {
  const overlay = join(temporaryFolder(), 'overlay');
  mkdirSync(overlay);
  const git = await GitService.start(
    { 'hear.yaml': flow },
    {
      SVC_Git__ActiveBranches: 'staging',
      SVC_LocalOverlay__Enabled: 'true',
      SVC_LocalOverlay__Directory: overlay,
    },
  );
  for (const branch of ['staging', 'preview']) git.git('branch', branch, 'main');
  const branches = ['main', 'staging', 'preview', 'local'];
  const getRuns = async (branch: string): Promise<unknown[]> =>
    (await git.call('GET', `/api/v1/${branch}/runs?flow=hear&trigger=event&fields=input,output`)).json()
      .items;
  // In service on all of them, so that any could be started.
  for (const branch of branches) {
    await git.call('POST', `/api/v1/${branch}/cicd/sync`, {});
    await eventually(async () => (await git.call('GET', `/api/v1/${branch}/flows/hear`)).statusCode === 200);
  }
  for (const id of ['one', 'two']) {
    const sent = await git.call(
      'POST',
      `${platform}/events`,
      { specversion: '1.0', id, source: '/test', type: 'plain' },
      { 'content-type': 'application/cloudevents+json' },
    );
    expect(sent.statusCode, sent.body).toBeLessThan(300);
  }
  for (const branch of ['main', 'staging']) {
    await eventually(async () => (await getRuns(branch)).length === 2);
  }
  expect(await Promise.all(branches.map(async (branch) => (await getRuns(branch)).length))).toEqual([
    2, 2, 0, 0,
  ]);
});
