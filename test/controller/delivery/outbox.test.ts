import { expect, onTestFinished, test } from 'vitest';
import { type Delivery, type Message, openOutbox, type Sender } from '../../../controller/delivery/index.js';
import { Problem } from '../../../controller/problems/index.js';
import { eventually, temporaryFolder } from '../git/git-fixture.js';
import { openStorage } from '../storage/engines.js';

test('a message with the same id is delivered once', async () => {
  const { put, bodies } = await opened({});
  await put(message('1', 'first'), message('1', 'second'), message('2', 'other'));
  await eventually(() => bodies().length === 2);
  expect(bodies().sort()).toEqual(['first', 'other']);
});

test('of a coalescing channel only the newest body that waits is delivered, and a delivered one not again', async () => {
  const { put, bodies } = await opened({ coalescesForMs: 60_000 });
  await put({ ...message('1', 'first'), delayMs: 60_000 });
  await put(message('1', 'second'));
  await eventually(() => bodies().length === 1);
  await put(message('1', 'second'), message('2', 'other'));
  await eventually(() => bodies().length === 2);
  expect(bodies()).toEqual(['second', 'other']);
});

test('a body that replaces one under way is delivered after it', async () => {
  const { put, bodies, release } = await opened({ coalescesForMs: 60_000, isSlow: true });
  await put(message('1', 'first'));
  await eventually(() => bodies().length === 1);
  await put(message('1', 'second'));
  release();
  await eventually(() => bodies().length === 2);
  expect(bodies()).toEqual(['first', 'second']);
});

test('a channel whose receiver asks for a pause waits as a whole, others do not', async () => {
  const failures = [new Problem('forge_failed', 'busy', { retryAfter: 3_600 })];
  const { put, bodies } = await opened({ failures });
  await put(message('1', 'paused'));
  await eventually(() => bodies().length === 1);
  await put(message('2', 'waits'), { ...message('3', 'other channel'), channel: 'other' });
  await eventually(() => bodies().length === 2);
  expect(bodies()).toEqual(['paused', 'other channel']);
});

test('a message of a channel without a sender waits for a start that has one', async () => {
  const file = `${temporaryFolder()}/svc.db`;
  const first = await opened({ file });
  await first.put({ ...message('1', 'unknown'), channel: 'later' });
  await first.put(message('2', 'known'));
  await eventually(() => first.bodies().length === 1);
  await first.close();
  const second = await opened({ file, channel: 'later' });
  await eventually(() => second.bodies().length === 1);
  expect(second.bodies()).toEqual(['unknown']);
});

test('a message older than its channel keeps messages is given up with its next failure', async () => {
  const outcomes: string[] = [];
  const { put } = await opened({
    failures: [new Error('away')],
    keptForMs: 0,
    settled: (_delivery, outcome) => {
      outcomes.push(outcome);
      return [];
    },
  });
  await put(message('1', 'late'));
  await eventually(() => outcomes.length === 1);
  expect(outcomes).toEqual(['gone']);
});

function message(id: string, body: string): Message {
  return { channel: 'test', target: '', id, body };
}

interface Options extends Omit<Sender, 'send'> {
  file?: string;
  channel?: string;
  /** Thrown by the first attempts. */
  failures?: unknown[];
  /** Attempts wait for `release`. */
  isSlow?: boolean;
}

async function opened(options: Options) {
  const { file = `${temporaryFolder()}/svc.db`, channel = 'test', failures = [], isSlow, ...rest } = options;
  const storage = await openStorage(file);
  const attempts: Delivery[] = [];
  let release = (): void => {};
  const released = isSlow ? new Promise<void>((resolve) => (release = resolve)) : undefined;
  const sender: Sender = {
    ...rest,
    async send(delivery) {
      attempts.push(delivery);
      await released;
      if (failures.length > 0) throw failures.shift();
      return 'delivered';
    },
  };
  const outbox = openOutbox({
    storage,
    senders: { [channel]: sender, other: sender },
    report: () => {},
    pauseMs: () => 1,
  });
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await outbox.close();
    await storage.close();
  };
  onTestFinished(close);
  const put = async (...messages: Message[]) => {
    for (const one of messages) await storage.commit({ collect: () => outbox.writes([one]) });
    outbox.wake();
  };
  return { put, close, release: () => release(), bodies: () => attempts.map(({ body }) => body) };
}
