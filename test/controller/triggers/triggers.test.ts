import { beforeEach, expect, test } from 'vitest';
import type { Snapshots } from '../../../controller/catalog/index.js';
import type { Delivery, Message, Outbox } from '../../../controller/delivery/index.js';
import { Problem } from '../../../controller/problems/index.js';
import type { RunService } from '../../../controller/runs/index.js';
import { createTriggers, type Triggers } from '../../../controller/triggers/index.js';

type Sender = Parameters<Outbox['register']>[1];
type Start = Parameters<RunService['start']>[0];

let sender: Sender;
let sent: Message[];
let started: Start[];
let failure: unknown;
let reported: unknown[];
let triggers: Triggers;

/** Branches with one flow that events of the type `order` start. */
const snapshots = {
  fresh: async (branch: string) => ({
    branch,
    list: () => [
      { name: 'plain', compiled: {} },
      {
        name: 'on-order',
        compiled: {
          trigger: { inputFor: (event: { type: string }) => (event.type === 'order' ? [event] : undefined) },
        },
      },
    ],
  }),
} as unknown as Snapshots;

beforeEach(() => {
  [sent, started, failure, reported] = [[], [], undefined, []];
  const outbox = {
    register: (_channel: string, registered: Sender) => {
      sender = registered;
    },
    send: async (messages: readonly Message[]) => void sent.push(...messages),
  } as unknown as Outbox;
  triggers = createTriggers({
    ...{ outbox, snapshots, branches: ['main', 'staging'] },
    paused: async () => new Set(),
    runs: {
      async start(request) {
        if (failure) throw failure;
        started.push(request);
        return {} as never;
      },
    },
    sealing: { keep: (text) => `sealed ${text}`, open: (text) => text.replace('sealed ', '') },
    report: (error) => reported.push(error),
  });
});

const order = { specversion: '1.0', source: '/shop', id: '1', type: 'order', data: { total: 3 } };
const everything = { principal: 'user:ada', mayRun: () => true };
const deliver = ({ id, body }: Message) =>
  sender.send({ id, body } as Delivery, new AbortController().signal);

test('an event starts the flows that wait for it, on each active branch, through sealed messages', async () => {
  const triggered = await triggers.accept([order, { ...order, type: 'other', id: '2' }], everything);
  expect(triggered.map(({ branch, flow }) => `${branch} ${flow}`)).toEqual([
    'main on-order',
    'staging on-order',
  ]);
  expect(sent.every(({ body }) => body.startsWith('sealed '))).toBe(true);
  for (const message of sent) expect(await deliver(message)).toBe('delivered');
  expect(started).toMatchObject([
    { branch: 'main', flow: 'on-order', principal: 'user:ada', trigger: 'event', input: [order] },
    { branch: 'staging' },
  ]);
});

test('the same event makes the same message and the same run', async () => {
  await triggers.accept([order], everything);
  await triggers.accept([order], everything);
  const [first, , again] = sent;
  expect(again?.id).toBe(first?.id);
  for (const message of sent) await deliver(message);
  expect(new Set(started.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
});

test('flows that the sender may not run are not started', async () => {
  const by = { principal: 'user:bo', mayRun: (branch: string) => branch === 'staging' };
  expect(await triggers.accept([order], by)).toHaveLength(1);
  expect(sent).toHaveLength(1);
});

test.each(['flow_not_found', 'parameters_invalid', 'environment_not_allowed'] as const)(
  'a run that is refused for good (%s) is reported, and not tried again',
  async (code) => {
    await triggers.accept([order], everything);
    failure = new Problem(code, 'no');
    expect(await deliver(sent[0] as Message)).toBe('gone');
    expect(reported).toEqual([failure]);
  },
);

test('a run that cannot start now is tried again', async () => {
  await triggers.accept([order], everything);
  failure = new Problem('queue_full', 'later');
  await expect(deliver(sent[0] as Message)).rejects.toBe(failure);
  expect(reported).toEqual([]);
});
