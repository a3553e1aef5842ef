import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { LeaderLink, type LeaderNode } from '../../../api/member/leader-link.js';
import { LateSignal } from '../../../controller/concurrency/signals.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const one: LeaderNode = {
  id: 'one',
  version: '1.0.0',
  url: 'http://one',
  fingerprint: undefined,
};
const two: LeaderNode = { ...one, id: 'two', url: 'http://two' };

/** A link in a cluster whose state the test changes. */
function open() {
  const cluster: { leader: LeaderNode | undefined; answers: boolean; notReady: string | undefined } = {
    leader: one,
    answers: true,
    notReady: undefined,
  };
  const link = new LeaderLink({
    leader: () => cluster.leader,
    async ask() {
      if (!cluster.answers) throw new Error('connection refused');
      return cluster.notReady;
    },
  });
  onTestFinished(() => link.close());
  return { cluster, link };
}

const staying = new LateSignal();
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

test('requests are refused at first until the leader has answered, and then go to it', async () => {
  const { link } = open();
  expect(link.refusal()).toMatch('does not answer');
  expect(await link.serving(staying)).toMatchObject({ id: 'one' });
  expect(link.refusal()).toBeUndefined();
});

test('requests wait for the node that takes over, and this one counts as ready meanwhile', async () => {
  const { cluster, link } = open();
  await link.serving(staying);
  cluster.leader = undefined;
  const waiting = Promise.all(Array.from({ length: 100 }, () => link.serving(staying)));
  await seconds(14);
  expect(link.refusal()).toBeUndefined();
  cluster.leader = two;
  await seconds(1);
  expect(new Set((await waiting).map(({ id }) => id))).toEqual(new Set(['two']));
});

test('a leader that is lost for 15 s is told, and requests end with the reason', async () => {
  const { cluster, link } = open();
  const found = await link.serving(staying);
  cluster.answers = false;
  link.lost(found, new Error('socket closed'));
  const refused = expect(link.serving(staying)).rejects.toMatchObject({ code: 'standby' });
  await seconds(16);
  await refused;
  expect(link.refusal()).toMatch('does not answer');
  cluster.leader = undefined;
  expect(link.refusal()).toMatch('no node leads');
  cluster.leader = one;
  cluster.answers = true;
  await seconds(1);
  expect(link.refusal()).toBeUndefined();
});

test('a leader that stops answering is noticed without a request', async () => {
  const { cluster, link } = open();
  await link.serving(staying);
  cluster.answers = false;
  await seconds(17);
  expect(link.refusal()).toMatch('does not answer');
});

test('what the leader lacks is told, while requests go on to reach it', async () => {
  const { cluster, link } = open();
  cluster.notReady = 'writes cannot be stored (disk_full)';
  await link.serving(staying);
  await seconds(2);
  expect(link.refusal()).toBe('the leader: writes cannot be stored (disk_full)');
  expect(await link.serving(staying)).toMatchObject({ id: 'one' });
});

test('at most 1,000 requests wait; one whose caller has left waits no longer', async () => {
  const { cluster, link } = open();
  cluster.leader = undefined;
  const leaving = new LateSignal();
  const left = expect(link.serving(leaving)).rejects.toThrow('gone');
  const rest = Array.from({ length: 999 }, () => link.serving(staying));
  await expect(link.serving(staying)).rejects.toMatchObject({ code: 'standby' });
  leaving.abort(new Error('gone'));
  await left;
  const last = link.serving(staying);
  cluster.leader = two;
  await seconds(1);
  expect(await Promise.all([...rest, last])).toHaveLength(1_000);
});
