import { expect, test } from 'vitest';
import { Problem } from '../../../controller/problems/index.js';
import type { ReconcileEvent } from '../../../controller/reconciler/contract.js';
import { A1, A2, settled, start } from './loop-fixture.js';

const B1 = 'kind: flow\nname: b\n';

test('a first snapshot is one event, not one for each entity', async () => {
  const { source, reconciler, events } = start({ files: { 'a.yaml': A1, 'b.yaml': B1 } });
  await reconciler.current('main');
  await settled(source);
  expect(events).toMatchObject([
    {
      type: 'dev.svc.sync.succeeded.v1',
      branch: 'main',
      revision: 'r1',
      data: { previousRevision: null, counts: { entities: 2 } },
    },
  ]);
});

test('each entity that changes is an event, and the sync that changed them', async () => {
  const { source, reconciler, events } = start({ files: { 'a.yaml': A1, 'b.yaml': B1 } });
  await reconciler.current('main');
  await settled(source);
  events.length = 0;
  source.commit('r2', { 'a.yaml': A2, 'c.yaml': 'kind: flow\nname: c\n' });
  await reconciler.request('main');
  expect(words(events)).toEqual([
    'entity.created c',
    'entity.deleted b',
    'entity.updated a',
    'sync.succeeded r2',
  ]);
  expect(events.at(-1)?.data).toMatchObject({
    previousRevision: 'r1',
    changes: { created: 1, updated: 1, deleted: 1 },
  });
});

test('nothing new is no event', async () => {
  const { source, reconciler, events } = start({ files: { 'a.yaml': A1 } });
  await reconciler.current('main');
  await settled(source);
  events.length = 0;
  await reconciler.request('main');
  expect(events).toEqual([]);
});

test('a failure is reported once for each cause, and so is its end', async () => {
  const { source, reconciler, events } = start({ files: { 'a.yaml': A1 } });
  await reconciler.current('main');
  await settled(source);
  events.length = 0;
  source.failure = new Problem('git_failed', 'The remote is away.');
  for (let turn = 0; turn < 3; turn++) await reconciler.request('main');
  source.failure = undefined;
  for (let turn = 0; turn < 3; turn++) await reconciler.request('main');
  expect(words(events)).toEqual(['sync.failed r1', 'sync.succeeded r1']);
  expect(events[0]?.data).toEqual({
    code: 'git_failed',
    message: 'The remote is away.',
    appliedRevision: 'r1',
  });
});

test('a held revision is a failed sync, and no event of the entities that it would have changed', async () => {
  const { source, reconciler, events } = start({ files: { 'a.yaml': A1 } });
  await reconciler.current('main');
  await settled(source);
  events.length = 0;
  source.commit('r2', {});
  for (let turn = 0; turn < 3; turn++) await reconciler.request('main');
  expect(words(events)).toEqual(['sync.failed r2']);
});

test('changes while no process ran are reported at the next start; a restart alone is not', async () => {
  const first = start({ files: { 'a.yaml': A1 } });
  await first.reconciler.current('main');
  await first.reconciler.stop();
  const second = start({ source: first.source, store: first.applied });
  await second.reconciler.current('main');
  await settled(first.source);
  await second.reconciler.stop();
  expect(second.events).toEqual([]);
  first.source.commit('r2', { 'a.yaml': A2 });
  const third = start({ source: first.source, store: first.applied });
  await third.reconciler.request('main');
  expect(words(third.events)).toEqual(['entity.updated a', 'sync.succeeded r2']);
});

test('an event that is reported again has the same id, and no two events share an id', async () => {
  const ids = async () => {
    const { source, reconciler, events } = start({ files: { 'a.yaml': A1 } });
    await reconciler.current('main');
    source.commit('r2', { 'a.yaml': A2, 'b.yaml': B1 });
    await reconciler.request('main');
    return events.map(({ id }) => id);
  };
  const [one, other] = [await ids(), await ids()];
  expect(one).toEqual(other);
  expect(new Set(one).size).toBe(4);
});

test('events can be written in the transaction that notes their revision', async () => {
  const written: string[] = [];
  const { source, reconciler, applied } = start({
    files: { 'a.yaml': A1 },
    outbox: (events) => events.map(({ type, revision }) => ({ sql: `${type} ${revision}`, values: [] })),
  });
  await reconciler.current('main');
  applied.onApply = (alongside) => written.push(...alongside.map(({ sql }) => sql));
  source.commit('r2', { 'a.yaml': A2 });
  await reconciler.request('main');
  expect(written).toEqual(['dev.svc.entity.updated.v1 r2', 'dev.svc.sync.succeeded.v1 r2']);
});

test('a failure and its end are stored for reliable delivery', async () => {
  const { source, reconciler, applied } = start({
    files: { 'a.yaml': A1 },
    outbox: (events) => events.map(({ type, revision }) => ({ sql: `${type} ${revision}`, values: [] })),
  });
  await reconciler.current('main');
  await settled(source);
  source.failure = new Problem('git_failed', 'The remote is away.');
  for (let turn = 0; turn < 2; turn++) await reconciler.request('main');
  source.failure = undefined;
  await reconciler.request('main');
  expect(applied.told).toEqual(['dev.svc.sync.failed.v1 r1', 'dev.svc.sync.succeeded.v1 r1']);
});

test('a listener that throws does not affect other listeners', async () => {
  const failures: string[] = [];
  const { source, reconciler, events, status } = start({
    files: { 'a.yaml': A1 },
    onFailure: (_, { message }) => failures.push(message),
  });
  await reconciler.current('main');
  await settled(source);
  reconciler.onEvents(() => {
    throw new Error('no');
  });
  reconciler.onApplied(() => {
    throw new Error('not either');
  });
  source.commit('r2', { 'a.yaml': A2 });
  await reconciler.request('main');
  expect(status().appliedRevision).toBe('r2');
  expect(words(events)).toContain('sync.succeeded r2');
  expect(failures).toEqual(['A listener failed: not either', 'A listener failed: no']);
});

/** `entity.created a`, `sync.failed r2`: the type without what all have, and what it is about. */
function words(events: readonly ReconcileEvent[]): string[] {
  const all = events.map(({ type, revision, data }) => {
    const about = 'name' in data ? data.name : revision;
    return `${type.replace('dev.svc.', '').replace('.v1', '')} ${about}`;
  });
  const entities = all.filter((word) => word.startsWith('entity.')).sort();
  return [...entities, ...all.filter((word) => !word.startsWith('entity.'))];
}
