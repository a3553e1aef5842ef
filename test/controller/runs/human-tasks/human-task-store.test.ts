import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HumanTaskState } from '../../../../controller/runs/human-tasks/human-task-state.js';
import { HumanTaskStore } from '../../../../controller/runs/human-tasks/human-task-store.js';
import type { Storage } from '../../../../controller/storage/index.js';
import { openStorage } from '../../storage/engines.js';

const now = 1_000_000;
let storage: Storage;
let store: HumanTaskStore;
/** Answers that were unsealed. */
let opened = 0;

beforeAll(async () => {
  storage = await openStorage(':memory:');
  const open = (text: string) => {
    opened++;
    return text;
  };
  store = new HumanTaskStore(storage, { keep: (text: string) => text, open } as never);
  const task = (id: string, more: Partial<HumanTaskState> = {}) =>
    store.insert({
      id,
      runId: 'r',
      reference: '/do/0/a',
      flow: 'ask',
      branch: 'main',
      environment: null,
      title: 'T',
      description: null,
      form: {},
      assignees: ['ada'],
      people: ['user:ada'],
      status: 'open',
      openedAt: 1,
      dueAt: null,
      claimedBy: null,
      claimedAt: null,
      endedAt: null,
      completedBy: null,
      values: null,
      unnotified: [],
      sentBy: null,
      ...more,
    });
  await storage.commit([
    task('1'),
    task('2', { dueAt: now }),
    task('3', { dueAt: now + 1 }),
    task('4', { status: 'overdue', dueAt: 5 }),
    task('5', { assignees: ['team:a%', 'ben'] }),
    task('6', { assignees: ['team:ab', 'adam'] }),
    task('7'),
    store.complete('7', 'user:ada', { note: 'a' }, 9),
  ]);
});
afterAll(() => storage.close());

const ids = async (filter: Partial<Parameters<HumanTaskStore['list']>[0]>) =>
  (await store.list({ limit: 50, ...filter }, now)).map(({ id }) => id).join('');

test('a list tells open tasks from those whose time has passed, page by page', async () => {
  expect(await ids({ status: 'open' })).toBe('6531');
  expect(await ids({ status: 'overdue' })).toBe('42');
  expect(await ids({ status: 'completed' })).toBe('7');
  expect(await ids({})).toBe('7654321');
  expect(await ids({ status: 'open', after: '5', limit: 1 })).toBe('3');
});

test('a list of assignees has the tasks that name one of them exactly', async () => {
  expect(await ids({ status: 'open', assignees: ['ada', 'user:ada'] })).toBe('31');
  expect(await ids({ assignees: ['team:a%'] })).toBe('5');
  expect(await ids({ assignees: ['team:ab', 'ben'] })).toBe('65');
  expect(await ids({ assignees: [] })).toBe('');
});

test('a list reads neither forms nor answers', async () => {
  opened = 0;
  const listed = await store.list({ limit: 50 }, now);
  expect(Object.keys(listed[0] ?? {})).not.toContain('form');
  expect(opened).toBe(0);
});
