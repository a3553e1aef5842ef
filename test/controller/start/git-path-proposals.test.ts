import { expect, test } from 'vitest';
import { eventually } from '../../eventually.js';
import { serveForge } from '../git/forges/forge-server.js';
import { beside, flow, folder, origin, type Place } from './git-path-place.js';

const ship = `${folder}/flows/ship.yaml`;
const token = 'the-f0rge-token';
const say = (text: string) => ({ do: [{ say: { set: { text } } }] });

async function proposed({ controller }: Place, text = 'proposed') {
  const change = { op: 'update' as const, type: 'flow', name: 'ship', mergePatch: say(text) };
  const { proposal } = await controller.changes.write({
    branch: 'main',
    changes: [change],
    origin,
    propose: true,
  });
  if (!proposal) throw new Error('a proposal was expected');
  return proposal;
}

/** Commits on a branch of the repository, and has the service read it. */
async function commitOn({ work, controller }: Place, branch: string, files: Record<string, string>) {
  work.git('checkout', '--quiet', branch);
  const commit = work.commit(files);
  work.git('checkout', '--quiet', 'main');
  await controller.reconciler.request('main');
  return commit;
}

test('a proposal beside commits outside of the folder shows, checks and merges the folder only', async () => {
  const at = await beside();
  const { proposals } = at.controller.changes;
  await at.controller.reconciler.request('main');
  const { id, branch } = await proposed(at);
  await commitOn(at, branch, { 'flows/ship.yaml': 'kind: flows\nname: [\n', 'src/main.ts': 'one\n' });
  await commitOn(at, 'main', { 'k8s/shop.yaml': 'kind: {{ broken\n' });
  const details = await proposals.read(id);
  expect(details).toMatchObject({
    valid: true,
    findings: [],
    files: [],
    conflicts: [],
    mergeability: 'merge',
  });
  expect(details.entities).toMatchObject([{ type: 'flow', name: 'ship', path: ship }]);
  expect(details.diff).not.toContain('src/main.ts');
  await proposals.merge(id, origin);
  const snapshot = await at.controller.reconciler.head('main');
  expect([snapshot.findings, snapshot.source('flow', 'ship')?.includes('proposed')]).toEqual([[], true]);
  expect(at.work.git('show', 'main:src/main.ts')).toBe('one');
  expect(at.work.git('show', 'main:k8s/shop.yaml')).toBe('kind: {{ broken');
}, 120_000);

test('a conflict of a proposal names the file of the folder with both sides', async () => {
  const at = await beside();
  const { proposals } = at.controller.changes;
  await at.controller.reconciler.request('main');
  const { id } = await proposed(at);
  await commitOn(at, 'main', { [ship]: flow('ship', 'other'), 'flows/ship.yaml': flow('ship', 'other') });
  expect(await proposals.read(id)).toMatchObject({ mergeability: 'conflict', conflicts: [{ path: ship }] });
  await expect(proposals.merge(id, origin)).rejects.toMatchObject({
    code: 'merge_conflict',
    errors: [
      {
        file: ship,
        pointer: '/do/0/say/set/text',
        message: 'it was "hello"; this change (theirs) makes it "proposed", `main` (ours) has "other"',
        sides: { base: 'hello', ours: 'other', theirs: 'proposed' },
      },
    ],
  });
}, 120_000);

test('the forge gets the pull request of a proposal, and a status also of a commit outside of the folder', async () => {
  const forge = await serveForge('github');
  const at = await beside({
    SVC_Git__Forge__Type: 'github',
    SVC_Git__Forge__Url: forge.origin,
    SVC_Git__Forge__Repository: 'ops/config',
    SVC_Git__Forge__Token: token,
  });
  forge.repository = at.work;
  await at.controller.reconciler.request('main');
  const statuses = () => {
    const calls = forge.calls.filter(({ path }) => path.includes('/statuses/'));
    return calls.map(({ path, body }) => ({ commit: path.slice(-40), ...body }));
  };
  const first = at.work.head('main');
  await eventually(() => statuses().length === 1);
  const outside = await commitOn(at, 'main', { 'flows/ship.yaml': 'kind: [\n', 'compose.yaml': 'a: 1\n' });
  const broken = await commitOn(at, 'main', { [ship]: flow('ship').replace('set:', 'sett:') });
  await eventually(() => statuses().length === 3);
  expect(statuses()).toMatchObject([
    { commit: first, state: 'success', description: '5 entities are in service.' },
    { commit: outside, state: 'success', description: expect.stringContaining('Nothing in') },
    { commit: broken, state: 'failure', description: expect.stringContaining('1 is invalid') },
  ]);
  await commitOn(at, 'main', { [ship]: flow('ship') });
  const { branch } = await proposed(at);
  await eventually(() => forge.pulls.length === 1);
  expect(forge.pulls).toMatchObject([{ head: { ref: branch }, base: { ref: 'main' } }]);
}, 120_000);
