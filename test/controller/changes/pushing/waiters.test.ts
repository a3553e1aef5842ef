import { expect, test } from 'vitest';
import type { Fate } from '../../../../controller/changes/pushing/contract.js';
import { type News, Waiters } from '../../../../controller/changes/pushing/waiters.js';

const declined: Fate = { kind: 'declined', message: 'no' };
const never = { ms: 60_000, late: (): Fate => ({ kind: 'pending', commit: '', reason: 'late' }) };

test('a commit that leaves its branch before its writer asks is told to the writer, and handed to nobody else', async () => {
  const waiters = new Waiters();
  const over = waiters.expect('main');
  const unheard = waiters.tell('main', fates({ old: declined, fresh: declined }));
  expect(waiters.hear('main', 'fresh')).toEqual({ commit: 'fresh', fate: declined });
  over();
  expect(await unheard).toEqual(['old']);
  expect(waiters.hear('main', 'old').fate).toBeUndefined();
});

test('a commit that was replayed before its writer asks is not told as pushed until it is', async () => {
  const waiters = new Waiters();
  const over = waiters.expect('main');
  const told = [
    waiters.tell('main', fates({ one: { kind: 'moved', commit: 'two' } })),
    waiters.tell('main', fates({ two: { kind: 'moved', commit: 'three' } })),
  ];
  const { commit, fate } = waiters.hear('main', 'one');
  expect([commit, fate]).toEqual(['three', undefined]);
  const waiting = waiters.wait('main', commit, never);
  over();
  await Promise.all([...told, waiters.tell('main', fates({ three: declined }))]);
  expect(await waiting).toEqual(declined);
});

test('a writer who waits stays with his commit when it becomes another', async () => {
  const waiters = new Waiters();
  const waiting = waiters.wait('main', 'one', never);
  expect(await waiters.tell('main', fates({ one: { kind: 'moved', commit: 'two' } }))).toEqual([]);
  expect(waiters.asked('main')).toEqual(['two']);
  waiters.settle('main', ['two'], (commit) => ({ kind: 'pushed', commit }));
  expect(await waiting).toEqual({ kind: 'pushed', commit: 'two' });
});

function fates(each: Record<string, News>): ReadonlyMap<string, News> {
  return new Map(Object.entries(each));
}
