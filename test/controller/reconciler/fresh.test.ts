import { expect, test } from 'vitest';
import { eventually } from '../git/git-fixture.js';
import { A1, A2, settled, shut, start } from './loop-fixture.js';

test('fresh applies changes that a source already reports, once for all simultaneous callers', async () => {
  const { source, reconciler } = start({ files: { 'a.yaml': A1 } });
  await reconciler.current('main');
  await settled(source);
  const before = source.observed;
  source.commit('r2', { 'a.yaml': A2 });
  const answers = await Promise.all(Array.from({ length: 50 }, () => reconciler.fresh('main')));
  expect(new Set(answers.map((snapshot) => snapshot.revision))).toEqual(new Set(['r2']));
  expect(source.observed).toBe(before + 1);
});

test('fresh waits for a pass that has already seen what is new', async () => {
  const { source, reconciler } = start({ files: { 'a.yaml': A1 } });
  await reconciler.current('main');
  await settled(source);
  const open = shut(source);
  source.commit('r2', { 'a.yaml': A2 });
  source.notify();
  await eventually(() => source.observing === 1 && !source.mayHaveMoved());
  const answer = reconciler.fresh('main');
  open();
  expect((await answer).revision).toBe('r2');
});

test('fresh does not wait for a poll', async () => {
  const { source, reconciler } = start({ files: { 'a.yaml': A1 } });
  await reconciler.current('main');
  await settled(source);
  const open = shut(source);
  const polled = reconciler.request('main');
  await eventually(() => source.observing === 1);
  expect((await reconciler.fresh('main')).revision).toBe('r1');
  open();
  await polled;
});

test('fresh answers with what there is when the new takes more than two seconds', async () => {
  const { source, reconciler, clock } = start({ files: { 'a.yaml': A1 } });
  await reconciler.current('main');
  await settled(source);
  const open = shut(source);
  source.commit('r2', { 'a.yaml': A2 });
  const answer = reconciler.fresh('main');
  await eventually(() => clock.pending().includes(2_000));
  clock.advance(2_000);
  expect((await answer).revision).toBe('r1');
  open();
});

test('fresh starts nothing while nothing moves', async () => {
  const { source, reconciler } = start({ files: { 'a.yaml': A1 } });
  const current = await reconciler.current('main');
  await settled(source);
  const before = source.observed;
  for (let turn = 0; turn < 1_000; turn++) expect(await reconciler.fresh('main')).toBe(current);
  expect(source.observed).toBe(before);
});
