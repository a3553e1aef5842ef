import { expect, test } from 'vitest';
import type { PushOutcome } from '../../../../controller/writes/push/contract.js';
import { type CommitResult, PushWaiters } from '../../../../controller/writes/push/push-waiters.js';

const declined: PushOutcome = { kind: 'declined', message: 'no' };
const never = { ms: 60_000, late: (): PushOutcome => ({ kind: 'pending', commit: '', reason: 'late' }) };

test('news about a commit that leaves its branch before its writer asks goes to that writer alone', async () => {
  const waiters = new PushWaiters();
  const done = waiters.expect('main');
  const unclaimed = waiters.report('main', getNews({ old: declined, fresh: declined }));
  expect(waiters.takeEarlyResult('main', 'fresh')).toEqual({ commit: 'fresh', outcome: declined });
  done();
  expect(await unclaimed).toEqual(['old']);
  expect(waiters.takeEarlyResult('main', 'old').outcome).toBeUndefined();
});

test('a commit that was replayed before its writer asks is reported once the replayed commit is pushed', async () => {
  const waiters = new PushWaiters();
  const done = waiters.expect('main');
  const reported = [
    waiters.report('main', getNews({ one: { kind: 'replaced', commit: 'two' } })),
    waiters.report('main', getNews({ two: { kind: 'replaced', commit: 'three' } })),
  ];
  const { commit, outcome } = waiters.takeEarlyResult('main', 'one');
  expect([commit, outcome]).toEqual(['three', undefined]);
  const waiting = waiters.wait('main', commit, never);
  done();
  await Promise.all([...reported, waiters.report('main', getNews({ three: declined }))]);
  expect(await waiting).toEqual(declined);
});

test('a waiting writer gets the outcome of the commit that replaced its own', async () => {
  const waiters = new PushWaiters();
  const waiting = waiters.wait('main', 'one', never);
  expect(await waiters.report('main', getNews({ one: { kind: 'replaced', commit: 'two' } }))).toEqual([]);
  expect(waiters.awaited('main')).toEqual(['two']);
  waiters.settle('main', ['two'], (commit) => ({ kind: 'pushed', commit }));
  expect(await waiting).toEqual({ kind: 'pushed', commit: 'two' });
});

function getNews(each: Record<string, CommitResult>): ReadonlyMap<string, CommitResult> {
  return new Map(Object.entries(each));
}
