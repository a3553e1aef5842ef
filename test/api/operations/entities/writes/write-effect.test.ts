import { expect, test } from 'vitest';
import { WorkTree } from '../../../../controller/git/git-fixture.js';
import { commitCrafted } from '../../../../controller/git/trees/crafted-tree.js';
import { GitService } from './git-service.js';

const flow = (name: string) =>
  `document: { dsl: '1.0.3', namespace: shop, name: ${name}, version: '1.0.0' }\ndo: [{ a: { set: { v: 1 } } }]\n`;

test('a write on a held branch says so, with the call that applies it', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `f${at}`);
  const files = Object.fromEntries(names.map((name) => [`${name}.yaml`, flow(name)]));
  const git = await GitService.start(files);
  const entity = '/api/v1/main/entities/platform/flow/f0';
  const patch = { document: { title: 'First' } };
  const before = (await git.call('PATCH', entity, patch)).json();
  expect(before).toMatchObject({ inEffect: true });
  commitCrafted(new WorkTree(git.gitDir), { 'f0.yaml': flow('f0') });
  const sync = '/api/v1/main/cicd/sync';
  await git.call('POST', sync, {});
  await expect.poll(async () => (await git.call('GET', sync)).json().held?.reason).toBe('prune');
  const answer = (await git.call('PATCH', entity, { document: { title: 'Second' } })).json();
  expect(answer).toMatchObject({
    inEffect: false,
    notice: expect.stringMatching(/^Written, but not in effect: the branch `main` is held/),
    next: {
      text: expect.stringMatching(/^Apply it, deletions included, with `POST .*confirmPrune=true/),
      operation: 'sync-branch',
      arguments: { branch: 'main', confirmPrune: true },
    },
  });
  const { confirmPrune, revision } = answer.next.arguments;
  const confirmed = await git.call('POST', `${sync}?confirmPrune=${confirmPrune}&revision=${revision}`, {});
  expect(confirmed.statusCode).toBe(202);
  await expect.poll(async () => (await git.call('GET', sync)).json().held).toBeNull();
  const after = (await git.call('GET', entity)).json();
  expect(after.definition.document.title).toBe('Second');
  expect((await git.call('PATCH', entity, { document: { title: 'Third' } })).json()).toMatchObject({
    inEffect: true,
  });
});

test('a trigger on a branch that fires none says so', async () => {
  const git = await GitService.start({ 'f0.yaml': flow('f0') });
  await git.call('POST', '/api/v1/platform/branches', { name: 'side', from: 'main' });
  const definition = { name: 'nightly', flow: 'f0', schedule: { cron: '0 2 * * *' } };
  const onSide = (await git.call('POST', '/api/v1/side/entities/platform/trigger', definition)).json();
  expect(onSide).toMatchObject({ inEffect: false, notice: expect.stringContaining('Git.ActiveBranches') });
  const onMain = (await git.call('POST', '/api/v1/main/entities/platform/trigger', definition)).json();
  expect(onMain).toMatchObject({ inEffect: true });
});
