import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compileFlow } from '../../../../controller/flows/index.js';
import { EventStore } from '../../../../controller/runs/events/event-store.js';
import type { Run, RunStatus } from '../../../../controller/runs/index.js';
import { getWrites } from '../../../../controller/storage/index.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { eventually } from '../../../eventually.js';
import { Harness } from '../engine-harness.js';

let harness: Harness;

beforeEach(async () => {
  harness = new Harness();
  await harness.open();
  // No flow is started by events here; the stream waits for a starter.
  attach();
  await (await harness.engine.recover()).continued;
});

afterEach(async () => {
  await harness.close();
  expect(harness.reported).toEqual([]);
});

function attach(): void {
  harness.engine.events.attach({ start: async () => ({ writes: [], committed: () => {} }) });
}

async function crash(): Promise<void> {
  await harness.crash();
  attach();
}

function flow(name: string, tasks: JsonObject[], more: JsonObject = {}): void {
  const document = { dsl: '1.0.3', namespace: 'test', name, version: '1.0.0' };
  const { plan, findings } = compileFlow({ document, do: tasks, ...more });
  if (!plan) throw new Error(JSON.stringify(findings));
  harness.flow(name, plan.execute, plan);
}

const hear = (to: JsonObject, more: JsonObject = {}): JsonObject => ({
  hear: { listen: { to, read: 'envelope' }, output: { as: '${ map(.id) }' }, ...more },
});
const one = (type: string, more: JsonObject = {}) => ({ one: { with: { type }, ...more } });

const start = (name: string, input: Json = {}, principal = 'test') =>
  harness.engine.start({ branch: 'main', flow: name, input, principal });
const send = (...events: JsonObject[]) =>
  harness.engine.events.accept(
    events.map((event) => ({ branch: 'main', event: { specversion: '1.0', source: '/shop', ...event } })),
  );
const reaches = (id: string, status: RunStatus): Promise<Run> =>
  eventually(async () => {
    const run = await harness.engine.get(id);
    return run.status === status && run;
  });
/** Resolves when the run waits and is not in memory. */
async function parked(id: string): Promise<Run> {
  const run = await reaches(id, 'waiting');
  await eventually(() => harness.engine.load().running === 0);
  return run;
}

const keys = async () =>
  (await harness.storage.db.selectFrom('event_keys').select('source').orderBy('source').execute()).map(
    ({ source }) => source,
  );

test('a run receives the events accepted after it, although the clock goes back', async () => {
  flow('hear', [{ pause: { wait: { milliseconds: 300 } } }, hear(one('paid'))]);
  const { id } = await start('hear');
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  await send({ type: 'paid', id: '1' });
  now.mockRestore();
  expect(await reaches(id, 'completed')).toMatchObject({ output: ['1'] });
});

test('a run receives no event accepted before it, although the clock goes back', async () => {
  flow('hear', [{ pause: { wait: { milliseconds: 300 } } }, hear(one('paid'))]);
  await send({ type: 'paid', id: 'old' });
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  const { id } = await start('hear');
  now.mockRestore();
  await send({ type: 'paid', id: 'new' });
  expect(await reaches(id, 'completed')).toMatchObject({ output: ['new'] });
});

/** Makes transactions take a while between the moment that their writes are asked for and the disk, as a server does. */
function delayCommits(ms: number): void {
  const { storage } = harness;
  const { commit } = storage;
  let last: Promise<unknown> = Promise.resolve();
  storage.commit = (unit) => {
    const next = last.then(async () => {
      if ('getReadSet' in unit) return commit(unit);
      const writes = getWrites(unit);
      await new Promise((resolve) => setTimeout(resolve, ms));
      return commit(writes);
    });
    last = next.catch(() => {});
    return next;
  };
}

test('a run that looks and is parked again while an event is on its way to the disk receives the event', async () => {
  flow('hear', [hear(one('paid'))]);
  const { id: first } = await start('hear');
  await parked(first);
  delayCommits(20);
  // The first event is for another flow: it wakes the run, which looks and is parked again while the second one comes.
  const event = { specversion: '1.0', source: '/shop', type: 'paid', id: 'other' };
  for (let pauseMs = 0, run = first; pauseMs < 60; pauseMs += 4) {
    const other = { ...event, id: `other${pauseMs}` };
    await harness.engine.events.accept([{ branch: 'main', event: other, origin: { flows: ['other'] } }]);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    await send({ type: 'paid', id: `paid${pauseMs}` });
    expect(await reaches(run, 'completed')).toMatchObject({ output: [`paid${pauseMs}`] });
    run = (await start('hear')).id;
    await parked(run);
  }
});

test('svc knows for which of its own events runs may listen, also by a pattern, and after a restart', async () => {
  const pattern = String.raw`io\.serverlessworkflow\.workflow\.(faulted|cancelled)\.v1`;
  flow('plain', [hear(one('paid'))]);
  flow('faults', [hear(one(pattern))]);
  await start('plain');
  expect(harness.engine.events.own.hasAny).toBe(false);
  const { id } = await start('faults');
  expect(await parked(id)).toMatchObject({ waitingFor: 'event of any type' });
  const known = () =>
    ['faulted', 'cancelled', 'completed'].filter((verb) =>
      harness.engine.events.own.has('main', `io.serverlessworkflow.workflow.${verb}.v1`),
    );
  expect(known()).toEqual(['faulted', 'cancelled']);
  await crash();
  expect(known()).toEqual([]);
  await harness.engine.events.own.findParked('main');
  expect(known()).toEqual(['faulted', 'cancelled']);
});

test('a page of events has few MiB, however many there are', async () => {
  const data = 'x'.repeat(900_000);
  for (let id = 0; id < 6; id++) await send({ type: 'paid', id: String(id), data });
  const store = new EventStore(harness.storage, harness.vault, () => {});
  expect(await store.after(0, 200)).toHaveLength(4);
  expect(await store.ofTypes('main', ['paid'], 4, 200)).toHaveLength(2);
});

test('an event that is too large, or of a type of svc, is not sent', async () => {
  const emit = (event: JsonObject) => [{ tell: { emit: { event: { with: event } } } }];
  flow('large', emit({ type: 'a', data: '${ "x" * 2000000 }' }));
  flow('own', emit({ type: '${ "dev.svc." + "sync.failed.v1" }' }));
  const large = await start('large');
  const own = await start('own');
  expect((await reaches(large.id, 'faulted')).error).toMatchObject({ code: 'task_output_too_large' });
  expect((await reaches(own.id, 'faulted')).error).toMatchObject({
    detail: expect.stringMatching(/reserved/),
  });
  expect(() => flow('written', emit({ type: 'dev.svc.sync.failed.v1', orderId: 1 }))).toThrow(
    /reserved.*orderId/,
  );
});

test('runs are found by paths only, and a path by which no run listens any more is removed', async () => {
  const correlate = (from: string) => ({ correlate: { key: { from, expect: '${ .order }' } } });
  flow('path', [hear(one('paid', correlate('.data.order')))]);
  flow('computed', [hear(one('paid', correlate('.data.order | tostring')))]);
  const [path, computed] = [await start('path', { order: 7 }), await start('computed', { order: '8' })];
  await parked(path.id);
  await parked(computed.id);
  expect(await keys()).toEqual(['.data.order']);
  const store = new EventStore(harness.storage, harness.vault, () => {});
  await store.open();
  await store.removeUnusedKeys();
  expect(await keys()).toEqual(['.data.order']);
  await send({ type: 'paid', id: '1', data: { order: 7 } }, { type: 'paid', id: '2', data: { order: 8 } });
  expect(await reaches(path.id, 'completed')).toMatchObject({ output: ['1'] });
  expect(await reaches(computed.id, 'completed')).toMatchObject({ output: ['2'] });
  await eventually(() => harness.engine.load().running === 0);
  await store.removeUnusedKeys();
  expect(await keys()).toEqual([]);
});

test('a run that listens is parked, says what it waits for, and receives the event', async () => {
  flow('hear', [hear(one('paid'))]);
  const { id } = await start('hear');
  expect(await parked(id)).toMatchObject({ waitingFor: 'event paid' });
  await send({ type: 'sent', id: '1' }, { type: 'paid', id: '2' });
  expect(await reaches(id, 'completed')).toMatchObject({ output: ['2'], waitingFor: null });
});

test('an event that came before the task began is received, one from before the run is not', async () => {
  flow('early', [{ pause: { wait: { milliseconds: 300 } } }, hear(one('paid'))]);
  await send({ type: 'paid', id: 'old' });
  const sentAt = Date.now();
  await eventually(() => Date.now() > sentAt);
  const { id } = await start('early');
  await send({ type: 'paid', id: 'new' });
  expect(await reaches(id, 'completed')).toMatchObject({ output: ['new'] });
});

test('an event that an earlier task consumed is not received again', async () => {
  flow('twice', [
    { first: { ...(hear(one('paid'))['hear'] as JsonObject), export: { as: '.' } } },
    { second: { ...(hear(one('paid'))['hear'] as JsonObject), output: { as: '${ $context + map(.id) }' } } },
  ]);
  const { id } = await start('twice');
  await parked(id);
  await send({ type: 'paid', id: '1' });
  await eventually(async () => (await harness.engine.tasks(id)).length === 2);
  expect(await parked(id)).toMatchObject({ status: 'waiting' });
  await send({ type: 'paid', id: '2' });
  expect(await reaches(id, 'completed')).toMatchObject({ output: ['1', '2'] });
});

test('two branches that listen for the same events receive each of them once', async () => {
  const branches = ['a', 'b'].map((name) => ({ [name]: hear(one('paid'))['hear'] as Json }));
  flow('both', [{ both: { fork: { branches } } }]);
  const { id } = await start('both');
  await parked(id);
  await send({ type: 'paid', id: '1' });
  await eventually(async () => (await harness.engine.tasks(id)).some(({ status }) => status === 'completed'));
  await send({ type: 'paid', id: '2' });
  const { output } = await reaches(id, 'completed');
  expect((output as string[][]).flat().sort()).toEqual(['1', '2']);
});

test('crashes lose no event and repeat none', async () => {
  flow('three', [hear({ any: [{ with: { type: 'paid' } }], until: 'length == 3' })]);
  const { id } = await start('three');
  await parked(id);
  for (const event of ['1', '2', '3']) {
    await send({ type: 'paid', id: event }, { type: 'paid', id: event });
    await crash();
  }
  expect(await reaches(id, 'completed')).toMatchObject({ output: ['1', '2', '3'] });
});

test('each of many runs is found by its own value, and only that run is woken', async () => {
  const key = { order: { from: '.data.order', expect: '${ .order }' } };
  flow('order', [hear(one('paid', { correlate: key }))]);
  flow('data', [hear({ one: { with: { type: 'paid', data: '${ .order == $input.order }' } } })]);
  const runs = await Promise.all(
    Array.from({ length: 200 }, (_, order) => start(order % 2 ? 'order' : 'data', { order })),
  );
  await eventually(
    async () => (await harness.engine.list({ status: 'waiting', limit: 200 })).items.length === 200,
  );
  await eventually(() => harness.engine.load().running === 0);
  const woken = () =>
    harness.storage.db.selectFrom('event_listeners').where('hit', 'is not', null).selectAll().execute();
  await send({ type: 'paid', id: 'none', data: { order: 1_000 } });
  await send({ type: 'paid', id: 'a', data: { order: 7 } }, { type: 'paid', id: 'b', data: { order: 8 } });
  for (const [order, id] of [
    [7, 'a'],
    [8, 'b'],
  ] as const)
    expect(await reaches(runs[order]?.id ?? '', 'completed')).toMatchObject({ output: [id] });
  await eventually(async () => (await woken()).length === 0);
  expect((await harness.engine.list({ status: 'waiting', limit: 200 })).items).toHaveLength(198);
});

test('an effect waits until the event that the run received is on disk, and an end goes to disk with it', async () => {
  const rows = async () =>
    (await harness.storage.db.selectFrom('journal').select('entries').execute()).length;
  flow('hear', [hear(one('paid'))]);
  const { id } = await start('hear');
  await parked(id);
  const before = await rows();
  await send({ type: 'paid', id: '1' });
  await reaches(id, 'completed');
  await eventually(() => harness.engine.load().running === 0);
  expect(await rows()).toBe(before + 1);
  const wanted = { places: [{ type: 'paid', key: undefined }], fits: () => true, after: undefined };
  let stored: string[] = [];
  harness.flow('acts', async (_input, host) => {
    await host.receive('hear', { ...wanted, until: Number.POSITIVE_INFINITY }, host.signal);
    return host.effect('act', async () => {
      const written = await harness.storage.db.selectFrom('journal').select('entries').execute();
      stored = written.map(({ entries }) => entries);
      return null;
    });
  });
  const acting = await start('acts');
  await parked(acting.id);
  await send({ type: 'paid', id: '2' });
  await reaches(acting.id, 'completed');
  expect(stored.at(-1)).toContain('"t":"event"');
});

test('one event wakes all runs that wait for it', async () => {
  flow('hear', [hear(one('paid'))]);
  const length = harness.storage.server ? 60 : 600;
  const runs = await Promise.all(Array.from({ length }, () => start('hear')));
  await eventually(() => harness.engine.load().running === 0);
  await send({ type: 'paid', id: '1' });
  for (const { id } of runs) expect(await reaches(id, 'completed')).toMatchObject({ output: ['1'] });
});

test('a time limit ends the waiting of a parked run', async () => {
  await harness.engine.stop();
  await harness.storage.close();
  await harness.open({ parkAfterMs: 10 });
  attach();
  await harness.engine.recover();
  flow('late', [hear(one('paid'), { timeout: { after: { milliseconds: 300 } } })]);
  const { id } = await start('late');
  expect(await reaches(id, 'waiting')).toMatchObject({ waitingFor: 'event paid' });
  expect(await reaches(id, 'faulted')).toMatchObject({ error: { status: 408 } });
});

test('a parked run that is cancelled receives nothing, a suspended one continues with what came meanwhile', async () => {
  flow('hear', [hear(one('paid'))]);
  const [cancelled, suspended] = await Promise.all([start('hear'), start('hear')]);
  await parked(cancelled.id);
  await harness.engine.cancel(cancelled.id);
  await harness.engine.suspend(suspended.id);
  await send({ type: 'paid', id: '1' });
  await crash();
  expect(await harness.engine.get(suspended.id)).toMatchObject({ status: 'suspended' });
  await harness.engine.resume(suspended.id);
  expect(await reaches(suspended.id, 'completed')).toMatchObject({ output: ['1'] });
  expect(await harness.engine.get(cancelled.id)).toMatchObject({ status: 'cancelled' });
});

test('an event that a run sends reaches runs of its branch, with the same id after a crash', async () => {
  flow('hear', [hear(one('ready'))]);
  flow('tell', [
    { tell: { emit: { event: { with: { type: 'ready', data: '${ . }' } } } } },
    hear(one('go on')),
  ]);
  const listener = await start('hear');
  await parked(listener.id);
  const { id } = await start('tell', { cups: 2 });
  await parked(id);
  await crash();
  await send({ type: 'go on', id: '1' });
  expect(await reaches(id, 'completed')).toMatchObject({ output: ['1'] });
  const { output } = await reaches(listener.id, 'completed');
  const stored = await harness.storage.db
    .selectFrom('branch_events')
    .where('type', '=', 'ready')
    .selectAll()
    .execute();
  expect(stored.map(({ body }) => JSON.parse(body).id)).toEqual(output);
  expect(JSON.parse(stored[0]?.body ?? '')).toMatchObject({ source: '/test/tell/1.0.0', data: { cups: 2 } });
});

test('an event reaches only runs of the flows that its sender may run', async () => {
  flow('hear', [hear(one('paid'))]);
  flow('other', [hear(one('paid'))]);
  const [mine, theirs] = await Promise.all([start('hear'), start('other')]);
  await parked(mine.id);
  const event = { specversion: '1.0', source: '/shop', type: 'paid', id: '1' };
  await harness.engine.events.accept([{ branch: 'main', event, origin: { flows: ['hear'] } }]);
  expect(await reaches(mine.id, 'completed')).toMatchObject({ output: ['1'] });
  await send({ type: 'paid', id: '2' });
  expect(await reaches(theirs.id, 'completed')).toMatchObject({ output: ['2'] });
});

test('a retried run keeps the events that it has received', async () => {
  flow('fails', [
    { ...hear(one('paid'), { export: { as: '.' } }) },
    {
      check: {
        if: '${ $context == ["1"] }',
        raise: { error: { type: 'https://example.com/e', status: 500 } },
      },
    },
  ]);
  const { id } = await start('fails');
  await parked(id);
  await send({ type: 'paid', id: '1' });
  await reaches(id, 'faulted');
  const retried = await harness.engine.retry(id, 'test');
  expect(await reaches(retried.id, 'faulted')).toMatchObject({ error: { status: 500 } });
});

test('a secret is masked in an event that a run sends', async () => {
  await harness.vault.secrets.put('crm', { token: 'canary-1234567' });
  flow('tell', [
    { tell: { emit: { event: { with: { type: 'ready', data: { text: 'it is ${ .token }' } } } } } },
    hear(one('ready'), { output: { as: '${ .[0].data.text }' } }),
  ]);
  const { id } = await start('tell', { token: 'canary-1234567' });
  expect((await reaches(id, 'completed')).output).not.toContain('canary');
  const stored = await harness.storage.db.selectFrom('branch_events').selectAll().execute();
  expect(JSON.parse(stored[0]?.body ?? '').data.text).toMatch(/^it is (?!canary)/);
});
