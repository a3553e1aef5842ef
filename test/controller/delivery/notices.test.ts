import { expect, onTestFinished, test } from 'vitest';
import {
  type Notice,
  type NoticeCause,
  Notices,
  type NotifiedFailure,
} from '../../../controller/delivery/index.js';
import { InstallationFacts } from '../../../controller/storage/index.js';
import { eventually, temporaryFolder } from '../git/git-fixture.js';
import { openStorage } from '../storage/engines.js';

const hour = 3_600_000;

test('a storm of 1,000 failures is one message that says 1,000 and names the first few', async () => {
  const { notices, sent } = await opened();
  const runs = Array.from({ length: 1_000 }, (_, index) =>
    failure(`flow-${index % 10}`, { link: `run-${index}` }),
  );
  for (const run of runs) notices.add([run]);
  const [message] = await eventually(() => sent.length > 0 && sent);
  expect(message).toMatchObject({
    count: 1_000,
    link: 'run-0',
    title: 'svc: 1,000 runs failed since 2026-03-01 09:30 UTC',
  });
  expect(message?.items.map(({ subject, count, link }) => [subject, count, link])).toEqual(
    [0, 1, 2, 3, 4].map((index) => [`flow-${index}`, 100, `run-${index}`]),
  );
  expect(message?.text).toContain('flow-0 (100 times, the first:) The server said no run-0');
  expect(message?.text).toContain('- and 500 more');
});

test('what happens within the window after a message waits for the next one, each cause for itself', async () => {
  const { notices, sent } = await opened({ windowMs: hour });
  notices.add([failure('first')]);
  await eventually(() => sent.length === 1);
  notices.add([failure('second'), failure('second'), failure('main', { cause: 'held' })]);
  await eventually(() => sent.length === 2);
  expect(sent.map(({ cause, count }) => [cause, count])).toEqual([
    ['faulted', 1],
    ['held', 1],
  ]);
  expect(notices.state()).toMatchObject({ waiting: 2, failure: undefined });
});

test('after the window the next message tells of all that happened meanwhile', async () => {
  const { notices, sent } = await opened({ windowMs: 50 });
  notices.add([failure('first')]);
  await eventually(() => sent.length === 1);
  notices.add([failure('second')]);
  notices.add([failure('third')]);
  await eventually(() => sent.reduce((sum, { count }) => sum + count, 0) === 3);
  expect(sent.slice(1).flatMap(({ items }) => items.map(({ subject }) => subject))).toEqual([
    'second',
    'third',
  ]);
});

test('a message that fails is sent again with what happened meanwhile, and nothing is counted twice', async () => {
  const { notices, sent, failures, receiver } = await opened({ windowMs: 10 });
  receiver.isAway = true;
  notices.add([failure('first')]);
  await eventually(() => failures.length > 0);
  notices.add([failure('second')]);
  expect(notices.state()).toMatchObject({ waiting: 2, failure: { message: 'The chat is away' } });
  receiver.isAway = false;
  await eventually(() => sent.length > 0);
  expect(sent.map(({ count }) => count)).toEqual([2]);
  expect(notices.state()).toMatchObject({ waiting: 0, failure: undefined });
});

test('a receiver that stays away is asked six times, and again with the next failure', async () => {
  const { notices, sent, failures, receiver } = await opened({ windowMs: 10 });
  receiver.isAway = true;
  notices.add([failure('first')]);
  await eventually(() => failures.at(-1)?.isFinal === true);
  expect(failures).toHaveLength(6);
  expect(notices.state().waiting).toBe(1);
  receiver.isAway = false;
  notices.add([failure('second')]);
  await eventually(() => sent.length > 0);
  expect(sent[0]?.items.map(({ subject }) => subject)).toEqual(['first', 'second']);
});

test('a receiver that never answers does not hold up the end of the service', async () => {
  const { notices, receiver } = await opened();
  receiver.isSilent = true;
  notices.add([failure('first')]);
  await eventually(() => receiver.asked > 0);
  await notices.close();
  expect(notices.state().waiting).toBe(1);
});

test('what was not told is told after the next start, and what was told is not', async () => {
  const file = `${temporaryFolder()}/svc.db`;
  const first = await opened({ file, windowMs: hour });
  first.notices.add([failure('told')]);
  await eventually(() => first.sent.length === 1);
  first.notices.add([failure('left')]);
  first.notices.remember('ready main', 'a1');
  await first.close();
  const second = await opened({ file, windowMs: 10 });
  await eventually(() => second.sent.length === 1);
  expect(second.sent[0]?.items.map(({ subject }) => subject)).toEqual(['left']);
  expect(second.notices.recall('ready main')).toBe('a1');
});

test('reasons are masked and shortened', async () => {
  const { notices, sent } = await opened();
  notices.add([failure('first', { reason: `hunter2 ${'x'.repeat(5_000)}` })]);
  const [message] = await eventually(() => sent.length > 0 && sent);
  expect(message?.text).toContain('*** xxx');
  expect(message?.text).not.toContain('hunter2');
  expect(message?.text.length).toBeLessThan(1_000);
});

function failure(
  subject: string,
  { cause = 'faulted', reason = 'The server said no', link = 'run-1' }: Partial<NotifiedFailure> = {},
): NotifiedFailure {
  return { cause, subject, reason, link, at: Date.parse('2026-03-01T09:30:00Z') };
}

async function opened({
  file = `${temporaryFolder()}/svc.db`,
  windowMs = hour,
}: {
  file?: string;
  windowMs?: number;
} = {}) {
  const storage = await openStorage(file);
  const sent: Notice[] = [];
  const failures: { cause: NoticeCause; isFinal: boolean }[] = [];
  const receiver = { isAway: false, isSilent: false, asked: 0 };
  const notices = await Notices.open({
    storage,
    facts: new InstallationFacts(storage),
    sender: 'svc',
    windowMs,
    gatherMs: 10,
    mask: (text) => text.replaceAll('hunter2', '***'),
    failed: (_error, cause, isFinal) => failures.push({ cause, isFinal }),
    report: (error) => {
      throw error;
    },
    pauses: { firstMs: 5, maxMs: 20 },
  });
  notices.start(async (notice) => {
    receiver.asked += 1;
    if (receiver.isSilent) await new Promise(() => {});
    if (receiver.isAway) throw new Error('The chat is away');
    sent.push(notice);
  });
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await notices.close();
    await storage.close();
  };
  onTestFinished(close);
  return { notices, sent, failures, receiver, close };
}
