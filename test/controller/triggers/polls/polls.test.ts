import { afterEach, beforeEach, expect, test } from 'vitest';
import { Problem } from '../../../../controller/problems/index.js';
import { maxKeys } from '../../../../controller/triggers/polls/poll-store.js';
import type { Json } from '../../../../schemas/json/types.js';
import { eventually } from '../../../eventually.js';
import { PolledApplication } from './polled-application.js';

let app: PolledApplication;

beforeEach(async () => {
  app = await PolledApplication.create();
});
afterEach(() => app.close());

const item = (id: number) => ({ id, at: new Date(Date.UTC(2026, 0, 1) + id * 1_000).toISOString() });
const items = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => item(from + index));
const newestFirst = (from: number, to: number) => items(from, to).reverse();

test('the items of the first poll start nothing, and each later one starts once', async () => {
  app.define({});
  app.answer = () => items(1, 3);
  await app.next();
  expect(app.items).toEqual([]);
  app.answer = () => items(1, 5);
  await app.next();
  await app.next();
  expect(app.items).toEqual(items(4, 5));
  expect(app.events[0]).toMatchObject({
    branch: 'main',
    origin: { connection: 'shop', trigger: 'new-items' },
    event: { type: 'svc.item.v1', source: '/connections/shop', subject: 'list', data: item(4) },
  });
  expect(new Set(app.events.map(({ event }) => event['id'])).size).toBe(2);
});

test('`start: beginning` starts with the items that are there, the least `since` first', async () => {
  app.define({ start: 'beginning', since: '${ .at }' });
  app.answer = () => newestFirst(1, 4);
  await app.next();
  expect(app.items).toEqual(items(1, 4));
  expect((await app.state())?.since).toBe(item(4).at);
});

test('arguments read the greatest `since`, and the time of the first poll before there is one', async () => {
  app.define({ since: '${ .at }', arguments: { after: '${ .since // .start }' } });
  await app.next();
  const begun = new Date((await app.state())?.begun_at ?? 0).toISOString();
  app.answer = () => items(1, 2);
  await app.next();
  await app.next();
  expect(app.calls).toEqual([{ after: begun }, { after: begun }, { after: item(2).at }]);
  expect(app.items).toEqual(items(1, 2));
});

test('a process that ends between the poll and the acceptance starts each item once', async () => {
  app.define({});
  await app.next();
  app.answer = () => items(1, 250);
  app.retryMs = 20;
  app.failNext(2);
  await app.next();
  expect(app.items).toEqual(items(1, 250));
  await app.next();
  expect(app.items).toHaveLength(250);
});

test('more new items than one poll starts are left to the next one, which comes soon, and the state says so', async () => {
  app.define({ every: { hours: 1 } });
  await app.next();
  app.answer = () => items(1, 700);
  await app.next();
  expect(app.items).toEqual(items(1, 500));
  const state = await app.state();
  expect(state?.note).toMatch(/^200 more new items start the flow/);
  expect((state?.next_at ?? 0) - Date.now()).toBeLessThan(6_000);
  await app.next();
  expect(app.items).toEqual(items(1, 700));
  expect((await app.state())?.note).toBe(null);
});

test('pages are read until `next` gives null', async () => {
  app.define({
    items: '${ .list }',
    arguments: { query: { size: 2 } },
    next: '${ .next | if . then { query: { page: . } } else null end }',
  });
  app.answer = () => ({ list: [] });
  await app.next();
  app.calls = [];
  app.answer = ({ query }) => {
    const { page = 1 } = query as { page?: number };
    return { list: items(page * 2 - 1, page * 2), next: page < 3 ? page + 1 : null };
  };
  await app.next();
  expect(app.calls).toEqual([
    { query: { size: 2 } },
    { query: { size: 2, page: 2 } },
    { query: { size: 2, page: 3 } },
  ]);
  expect(app.items).toEqual(items(1, 6));
});

/** Pages of two items without an end, beginning with item 1. */
const endless = ({ page = 1 }: { page?: number }): Json => ({
  list: items(page * 2 - 1, page * 2),
  next: page + 1,
});
const byPages = { items: '${ .list }', next: '${ { page: .next } }' };

test('a sorted list that goes on is read further, and nothing of it is left out', async () => {
  app.define({
    ...byPages,
    start: 'beginning',
    since: '${ .id }',
    arguments: { page: '${ ((.since // 0) / 2 | floor) + 1 }' },
  });
  app.answer = (input) => endless(input);
  await app.next();
  expect(app.items).toEqual(items(1, 100));
  expect(await app.state()).toMatchObject({
    since: 100,
    problem: null,
    note: expect.stringMatching('goes on'),
  });
  await app.next();
  expect(app.items).toEqual(items(1, 200));
});

test('a list that goes on and is not sorted is a fault that the state shows; its first items start', async () => {
  app.define({ ...byPages, start: 'beginning', arguments: { page: 1 } });
  app.answer = (input) => endless(input);
  await app.next();
  expect(app.items).toEqual(items(1, 100));
  expect((await app.state())?.problem).toMatch(/longer than one poll reads/);
  expect(app.problems).toEqual([expect.objectContaining({ code: 'poll_items_invalid' })]);
});

test('a list with the newest first that goes on keeps its `since`, so that older items are not passed over', async () => {
  app.define({ ...byPages, since: '${ .id }', arguments: { page: 1, since: '${ .since }' } });
  app.answer = () => ({ list: [item(1)], next: null }) as Json;
  app.define({
    ...byPages,
    next: '${ .next | if . then { page: . } else null end }',
    since: '${ .id }',
    arguments: { page: 1, since: '${ .since }' },
  });
  await app.next();
  expect((await app.state())?.since).toBe(1);
  app.answer = ({ page }) => ({
    list: newestFirst(1_000 - Number(page) * 2, 1_001 - Number(page) * 2),
    next: Number(page) + 1,
  });
  await app.next();
  expect(await app.state()).toMatchObject({
    since: 1,
    problem: expect.stringMatching(/longer than one poll/),
  });
});

test('`next` that asks for the same page again fails the poll', async () => {
  app.define({ items: '${ .list }', next: '${ { page: 1 } }', arguments: { page: 1 } });
  app.answer = () => ({ list: [] });
  await app.next();
  expect((await app.state())?.problem).toMatch(/same page again/);
});

test('items without a key, or without `since`, start nothing and are told of; the others start', async () => {
  app.define({ start: 'beginning', since: '${ .at }' });
  app.answer = () => [item(1), { at: item(2).at }, { id: 3 }, item(4), { id: '', at: item(5).at }];
  await app.next();
  expect(app.items).toEqual([item(1), item(4)]);
  const { problem, failures } = (await app.state()) ?? {};
  expect(problem).toMatch(/3 items start nothing: `key` gives nothing for item 2 of the list/);
  expect(failures).toBe(0);
  expect(app.polls.summary()).toMatchObject({
    polling: 1,
    failing: [{ branch: 'main', trigger: 'new-items' }],
  });
  app.answer = () => [item(1)];
  await app.next();
  expect((await app.state())?.problem).toBe(null);
  expect(app.problems.at(-1)).toBeUndefined();
});

test.each<[string, object, Json]>([
  ['`items` gives an object', {}, { list: [] }],
  ['`items` gives null', { items: '${ .list }' }, {}],
  ['`event.poll.key` of the trigger', { key: '${ .id | error }' }, [{ id: 1 }]],
  ['`next` gives a number', { items: '${ .list }', next: '${ 5 }' }, { list: [] }],
])('an answer that has no items fails the poll: %s', async (words, poll, answer) => {
  app.define(poll as never);
  app.answer = () => answer;
  await app.next();
  expect(await app.state()).toMatchObject({ failures: 1, polled_at: null });
  expect((await app.state())?.problem).toContain(words);
});

test('a failed poll is made again after a pause that grows, or the one that the application asks for', async () => {
  app.define({});
  app.answer = () => Promise.reject(new Problem('action_failed', 'away'));
  await app.next();
  expect(app.polls.summary().failing).toEqual([]);
  app.answer = () => Promise.reject(new Problem('action_refused', 'slower', { retryAfter: 3_600 }));
  await app.next();
  const { next_at = 0, failures, problem } = (await app.state()) ?? {};
  expect(next_at - Date.now()).toBeGreaterThan(3_500_000);
  expect(failures).toBe(2);
  expect(JSON.parse(problem ?? '')).toEqual({ code: 'action_refused', detail: 'slower' });
  await app.next();
  expect(app.polls.summary().failing).toMatchObject([{ detail: 'slower' }]);
  app.answer = () => [];
  await app.next();
  expect(await app.state()).toMatchObject({ failures: 0, problem: null });
});

test('another key begins from now, also with `start: beginning`, and the state says so', async () => {
  app.define({ start: 'beginning' });
  app.answer = () => items(1, 2);
  await app.next();
  app.define({ start: 'beginning', key: '${ .at }' });
  app.answer = () => items(1, 3);
  await app.next();
  expect(app.items).toEqual(items(1, 2));
  expect(await app.state()).toMatchObject({ was_changed: 1, has_list: 1 });
  app.answer = () => items(1, 4);
  await app.next();
  expect(app.items).toEqual([...items(1, 2), item(4)]);
});

test('other arguments and another pause go on with what was seen', async () => {
  app.define({});
  app.answer = () => items(1, 2);
  await app.next();
  app.define({ every: { minutes: 1 }, arguments: { all: true }, items: '${ . }' });
  app.answer = () => items(1, 3);
  await app.next();
  expect(app.items).toEqual([item(3)]);
});

test('a paused or disabled trigger does not poll; what came meanwhile starts when it goes on', async () => {
  app.define({});
  await app.next();
  app.paused.add('new-items');
  await app.polls.sync('main');
  app.answer = () => items(1, 2);
  expect(app.polls.summary().polling).toBe(0);
  app.paused.clear();
  await app.next();
  expect(app.items).toEqual(items(1, 2));
  app.define({}, { enabled: false });
  await app.polls.sync('main');
  expect(app.polls.summary().polling).toBe(0);
  expect(await app.state()).toBeDefined();
});

test('a trigger that is removed forgets what it has seen, and begins from now when it comes back', async () => {
  app.define({});
  app.answer = () => items(1, 1);
  await app.next();
  app.remove();
  await app.polls.sync('main');
  expect(await app.state()).toBeUndefined();
  expect(await app.storage.db.selectFrom('trigger_poll_keys').selectAll().execute()).toEqual([]);
  app.define({});
  app.answer = () => items(1, 3);
  await app.next();
  expect(app.items).toEqual([]);
});

test('the newest keys are kept, and those of all items that are still listed', async () => {
  app.define({});
  app.answer = () => items(1, maxKeys);
  await app.next();
  app.answer = () => [item(1), ...items(maxKeys + 1, maxKeys + 10)];
  await app.next();
  const count = async () =>
    (await app.storage.db.selectFrom('trigger_poll_keys').selectAll().execute()).length;
  await eventually(async () => (await count()) === maxKeys);
  app.answer = () => [item(1)];
  await app.next();
  expect(app.items).toEqual(items(maxKeys + 1, maxKeys + 10));
});

test('the same item twice in a list starts once', async () => {
  app.define({ start: 'beginning' });
  app.answer = () => [item(1), item(1)];
  await app.next();
  expect(app.items).toEqual([item(1)]);
});

test('a branch that is neither production nor active does not poll, and its state is forgotten', async () => {
  app.define({});
  await app.next();
  const state = await app.state();
  if (state) await app.storage.commit([app.store.save({ ...state, branch: 'draft' })]);
  await app.polls.stop();
  await app.start();
  await app.polls.sync('draft');
  expect(app.polls.summary().polling).toBe(1);
  expect(await app.store.list()).toEqual([{ branch: 'main', id: 'new-items' }]);
});
