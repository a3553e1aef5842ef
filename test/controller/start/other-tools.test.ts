import { expect, test } from 'vitest';
import { flow, ours, repository, start, theirs } from './git-path-place.js';

const { 'config.yaml': _broken, 'flows/ship.yaml': _slip, ...tools } = theirs;

const passedOverLines = (logged: readonly string[]) =>
  logged
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'files of other tools passed over')
    .map(({ count, tools }) => ({ count, tools }));

test('the sync status and the log count the files of other tools, and the entities without them', async () => {
  const work = repository({ ...tools, ...ours });
  const at = await start(work, '');
  const { reconciler } = at.controller;
  await reconciler.request('main');
  const shown = reconciler.status('main');
  expect(shown?.counts).toEqual({ files: 5, entities: 5, invalid: 0 });
  expect(shown?.passedOver).toEqual({ count: 4, tools: { Helm: 2, Kubernetes: 1, compose: 1 } });
  expect(passedOverLines(at.logged)).toEqual([shown?.passedOver]);

  work.commit({ 'flows/new.yaml': flow('new') });
  await reconciler.request('main');
  expect(passedOverLines(at.logged)).toHaveLength(1);
  work.git('rm', '--quiet', 'compose.yaml');
  work.commit();
  await reconciler.request('main');
  expect(reconciler.status('main')?.passedOver).toEqual({ count: 3, tools: { Helm: 2, Kubernetes: 1 } });
  expect(passedOverLines(at.logged)).toHaveLength(2);
}, 120_000);

test('removing all entities is held by the prune guard, also when files of other tools stay', async () => {
  const work = repository({ ...tools, 'flows/ship.yaml': flow('ship') });
  const at = await start(work, '');
  const { reconciler } = at.controller;
  await reconciler.request('main');
  work.git('rm', '--quiet', 'flows/ship.yaml');
  work.commit();
  await reconciler.request('main');
  expect(reconciler.status('main')?.held).toMatchObject({ reason: 'prune', gone: 1, entities: 1 });
}, 120_000);

test('a validation names the tools of the given files', async () => {
  const at = await start(repository({ 'flows/ship.yaml': flow('ship') }), '');
  const files = Object.entries(tools).map(([path, content]) => ({ path, content }));
  const { findings, otherTools } = await at.controller.validations.findingsWith('ada', 'main', files);
  expect(findings).toEqual([]);
  expect(otherTools.get('k8s/shop.yaml')).toBe('Kubernetes');
  expect([...otherTools.keys()]).toContain('chart/templates/web.yaml');
}, 120_000);
