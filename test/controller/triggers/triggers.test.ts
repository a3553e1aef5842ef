import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EntityRecord, Snapshot } from '../../../controller/catalog/index.js';
import type { Delivery, Message, Outbox } from '../../../controller/delivery/index.js';
import { compileFlow, type EventTrigger, type FlowPlan } from '../../../controller/flows/index.js';
import { compileTrigger } from '../../../controller/kinds/trigger/compile.js';
import { Problem } from '../../../controller/problems/index.js';
import type { BranchEvent, EventStarter, NewEvent, RunService } from '../../../controller/runs/contract.js';
import { OwnListeners } from '../../../controller/runs/events/own-listeners.js';
import type { Storage } from '../../../controller/storage/index.js';
import { getFlows } from '../../../controller/triggers/branch-flows.js';
import {
  createTriggers,
  OccurrenceLog,
  ParkedStore,
  TriggerStore,
} from '../../../controller/triggers/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { temporaryFolder } from '../git/git-fixture.js';
import { openStorage } from '../storage/engines.js';
import { turnsDuring } from './turns-during.js';

type Sender = Parameters<Outbox['register']>[1];
type Start = Parameters<RunService['start']>[0];

let storage: Storage;
let sender: Sender;
let starter: EventStarter;
let sent: Message[];
let started: Start[];
let accepted: NewEvent[];
let failure: unknown;
let reported: unknown[];
let unread: { branch: string; error: unknown }[];
let triggers: ReturnType<typeof createTriggers>;
let schedules: Record<string, JsonObject>;
let unreadable: Record<string, unknown>;
let entities: EntityRecord[];
let paused: Set<string>;
let followed: string[];
/** Branch and type for which a parked run listens. */
let parked: Set<string>;
/** Branches that were asked for their snapshot. */
let asked: string[];

beforeEach(async () => {
  [unreadable, entities, paused, followed, parked, asked] = [{}, [], new Set(), [], new Set(), []];
  [sent, started, accepted, failure, reported, unread] = [[], [], [], undefined, [], []];
  schedules = { plain: {}, 'on-order': { on: { one: { with: { type: 'order' } } }, read: 'envelope' } };
  storage = await openStorage(`${temporaryFolder()}/svc.db`);
  build();
});

afterEach(() => storage.close());

/** Builds the triggers as a process does that starts on the same database. */
function build(): void {
  const fresh = async (branch: string) => {
    asked.push(branch);
    const refusal = unreadable[branch];
    if (refusal instanceof Promise) await refusal;
    if (refusal) throw refusal;
    return getSnapshot(branch);
  };
  const peek = (branch: string) => (branch === 'idle' ? undefined : getSnapshot(branch));
  const snapshots = { fresh, peek, followed: () => followed } as never;
  const outbox = {
    register: (_channel: string, registered: Sender) => {
      sender = registered;
    },
    writes: (messages: readonly Message[]) => {
      sent.push(...messages);
      return [];
    },
    wake: () => {},
  } as unknown as Outbox;
  triggers = createTriggers({
    storage,
    outbox,
    snapshots,
    branches: ['main', 'staging'],
    maxChainLength: 5,
    paused: async () => paused,
    occurrences: new OccurrenceLog(new TriggerStore(storage)),
    parked: new ParkedStore(storage, { keep: (text) => text, open: (text) => text }),
    runs: {
      async start(request) {
        if (failure) throw failure;
        started.push(request);
        await storage.commit(request.writesWith?.(`run-${started.length}`) ?? []);
        return {} as never;
      },
      events: {
        attach: (given) => {
          starter = given;
        },
        accept: async (events) => void accepted.push(...events),
        collect: (events) => {
          accepted.push(...events);
          return [];
        },
        committed: () => {},
        own: new OwnListeners({ isListened: async (branch, type) => parked.has(`${branch} ${type}`) }),
      },
    },
    sealing: { keep: (text) => `sealed ${text}`, open: (text) => text.replace('sealed ', '') },
    report: (error) => reported.push(error),
    reportUnread: (error, branch) => unread.push({ branch, error }),
  });
}

const snapshots = new Map<string, Snapshot>();
function getSnapshot(branch: string): Snapshot {
  const id = branch + JSON.stringify([schedules, entities]);
  const flows = Object.entries(schedules).map(([name, schedule]) => {
    const about = { dsl: '1.0.3', namespace: 'test', name, version: '1.0.0' };
    const { plan } = compileFlow({ document: about, schedule, do: [{ note: { set: { a: 1 } } }] });
    return { name, text: 'schedule', compiled: plan };
  });
  const snapshot =
    snapshots.get(id) ??
    ({
      branch,
      changedNames: () => undefined,
      list: (kind: string) => (kind === 'flow' ? flows : entities),
    } as unknown as Snapshot);
  snapshots.set(id, snapshot);
  return snapshot;
}

let seq = 0;
const order = { specversion: '1.0', source: '/shop', id: '1', type: 'order', data: { total: 3 } };
const everything = { principal: 'user:ada', mayRun: () => true };
const deliver = ({ id, body }: Message) =>
  sender.send({ id, body } as Delivery, new AbortController().signal);

/** Dispatches events as the stream of events does, and starts the runs. */
async function dispatch(events: readonly (Omit<BranchEvent, 'seq' | 'origin'> & Partial<BranchEvent>)[]) {
  const batch = events.map((event) => ({ origin: {}, ...event, seq: ++seq }));
  const { writes, committed, behind } = await starter.start(batch);
  await storage.commit(writes);
  committed();
  left = [...(behind ?? [])];
  return Promise.all(sent.splice(0).map(deliver));
}
let left: string[];
const onMain = (...events: JsonObject[]) => dispatch(events.map((event) => ({ branch: 'main', event })));

test('an event reaches production and the active branches, and starts the flows that wait for it', async () => {
  const triggered = await triggers.accept([order, { ...order, type: 'other', id: '2' }], everything);
  expect(triggered.map(({ branch, flow }) => `${branch} ${flow}`)).toEqual([
    'main on-order',
    'staging on-order',
  ]);
  expect(await dispatch(accepted)).toEqual(['delivered', 'delivered']);
  expect(started).toMatchObject([
    { branch: 'main', flow: 'on-order', principal: 'user:ada', trigger: 'event', input: [order] },
    { branch: 'staging' },
  ]);
});

test('events are accepted while an active branch is gone, or cannot be read', async () => {
  const mayRun = (_branch: string, flow?: string) => flow !== undefined;
  unreadable = { staging: new Problem('branch_not_found', 'gone') };
  expect(await triggers.accept([order], { ...everything, mayRun })).toHaveLength(1);
  expect(accepted).toHaveLength(1);
  unreadable = { staging: new Problem('git_failed', 'away') };
  await triggers.accept([order], everything);
  expect(accepted.map(({ branch }) => branch)).toEqual(['main', 'main', 'staging']);
  // The flows that the caller may run are not known.
  await expect(triggers.accept([order], { ...everything, mayRun })).rejects.toBe(unreadable['staging']);
});

test('the same event makes the same message and the same run', async () => {
  await onMain(order);
  await onMain(order);
  expect(new Set(started.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

test('an event of a run starts flows of its branch only, in the name of the trigger', async () => {
  await dispatch([
    { branch: 'staging', event: order },
    { branch: 'preview', event: order },
  ]);
  expect(started).toMatchObject([{ branch: 'staging', principal: 'trigger/staging/on-order' }]);
  expect(started).toHaveLength(1);
});

test('flows that the sender may not run are not started', async () => {
  const by = { principal: 'user:bo', mayRun: (branch: string) => branch === 'staging' };
  expect(await triggers.accept([order], by)).toHaveLength(1);
  await dispatch(accepted);
  expect(started).toMatchObject([{ branch: 'staging' }]);
});

test('events of a sender who may not run all flows are meant for flows that the sender may run, also when those are all', async () => {
  schedules = { ship: { on: { one: { with: { type: 'order' } } } } };
  const mayRun = (_branch: string, flow?: string) => flow === 'ship';
  await triggers.accept([order], { ...everything, mayRun });
  expect(accepted.length).toBeGreaterThan(0);
  for (const { origin } of accepted) expect(origin).toMatchObject({ flows: ['ship'] });
});

test.each(['flow_not_found', 'flow_disabled', 'parameters_invalid', 'environment_not_allowed'] as const)(
  'a run that is refused for good (%s) is reported, and not tried again',
  async (code) => {
    failure = new Problem(code, 'no');
    expect(await onMain(order)).toEqual(['gone']);
    expect(reported).toEqual([failure]);
  },
);

test('a run that cannot start now is tried again', async () => {
  failure = new Problem('queue_full', 'later');
  await expect(onMain(order)).rejects.toBe(failure);
  expect(reported).toEqual([]);
});

const part = (type: string, id: string, number = 1): JsonObject => ({
  specversion: '1.0',
  source: '/shop',
  id,
  type,
  data: { number },
});
const inputs = () => started.map(({ input }) => (input as JsonObject[]).map((each) => each['id']));

test('`all` starts a flow once each of the events has come, also across a restart', async () => {
  schedules = { both: { on: { all: [{ with: { type: 'a' } }, { with: { type: 'b' } }] }, read: 'envelope' } };
  await onMain(part('b', 'b1'), part('b', 'b2'));
  build();
  await onMain(part('a', 'a1'));
  build();
  await onMain(part('a', 'a2'), part('a', 'a3'));
  expect(inputs()).toEqual([
    ['b1', 'a1'],
    ['b2', 'a2'],
  ]);
});

test('`correlate` starts a flow by the events that have a value in common', async () => {
  const filter = (type: string) => ({ with: { type }, correlate: { order: { from: '.data.number' } } });
  schedules = { both: { on: { all: [filter('a'), filter('b')] }, read: 'envelope' } };
  await onMain(part('a', 'a1', 1), part('b', 'b2', 2), part('b', 'b1', 1), part('a', 'a2', 2));
  expect(inputs()).toEqual([
    ['a1', 'b1'],
    ['b2', 'a2'],
  ]);
});

test('`until` collects events until a condition holds, or until another event comes', async () => {
  const any = [{ with: { type: 'a' } }];
  schedules = { three: { on: { any, until: 'length == 3' }, read: 'envelope' } };
  await onMain(part('a', '1'), part('a', '2'), part('a', '3'), part('a', '4'));
  expect(inputs()).toEqual([['1', '2', '3']]);
  started = [];
  schedules = { closed: { on: { any, until: { one: { with: { type: 'end' } } } }, read: 'envelope' } };
  await onMain(part('a', '5'), part('a', '6'), part('end', '7'));
  expect(inputs()).toEqual([['5', '6']]);
});

test('a flow is not started by an event about a run that it led to', async () => {
  const type = 'io.serverlessworkflow.workflow.faulted.v1';
  schedules = { mend: { on: { one: { with: { type } } } } };
  const event = { ...order, type };
  await dispatch([{ branch: 'main', event, origin: { causes: ['ship'] } }]);
  await dispatch([{ branch: 'main', event, origin: { causes: ['ship', 'mend'] } }]);
  expect(started).toMatchObject([{ flow: 'mend', causes: ['ship'] }]);
  expect(reported).toMatchObject([{ code: 'event_loop' }]);
});

test('flows that start each other by events end after the longest chain', async () => {
  const causes = (length: number) => ({ causes: Array.from({ length }, () => 'on-order') });
  await dispatch([
    { branch: 'main', event: order, origin: causes(4) },
    { branch: 'main', event: { ...order, id: '2' }, origin: causes(5) },
  ]);
  expect(started).toHaveLength(1);
  expect(reported).toMatchObject([{ code: 'event_loop' }]);
});

test('an event about runs of a branch that fires no triggers reaches the runs there that listen', async () => {
  const about = { branch: 'idle', type: 'flow', name: 'ship' };
  const event = { ...order, time: '', type: 'io.serverlessworkflow.workflow.faulted.v1' } as never;
  await triggers.sink.refresh();
  expect(triggers.sink.isActive).toBe(false);
  followed = ['idle'];
  await triggers.sink.refresh();
  expect(triggers.sink.isActive).toBe(true);
  triggers.sink.writes([{ event, about }]);
  expect(accepted).toMatchObject([{ branch: 'idle' }]);
});

test('events of the types of svc cannot be published', async () => {
  const forged = { ...order, type: 'io.serverlessworkflow.workflow.faulted.v1' };
  await expect(triggers.accept([order, forged], everything)).rejects.toMatchObject({
    code: 'event_type_reserved',
  });
  expect(accepted).toEqual([]);
});

test('an event about runs is accepted only where a flow names its type', async () => {
  const about = { branch: 'main', type: 'flow', name: 'ship' };
  const event = { ...order, time: '', type: 'io.serverlessworkflow.workflow.faulted.v1' } as never;
  schedules = { every: { on: { any: [] } } };
  await triggers.sink.refresh();
  expect(triggers.sink.isActive).toBe(false);
  triggers.sink.writes([{ event, about }]);
  expect(accepted).toEqual([]);
  schedules = { mend: { on: { one: { with: { type: 'io\\.serverlessworkflow\\.workflow\\..*' } } } } };
  triggers.sink.writes([{ event, about, causes: ['ship'] }]);
  expect(accepted).toMatchObject([{ branch: 'main', origin: { causes: ['ship'] } }]);
});

test('a branch that cannot be read is left behind, and one that is gone is passed', async () => {
  unreadable = { main: new Problem('git_failed', 'away') };
  const events = ['main', 'staging'].map((branch) => ({ branch, event: order }));
  expect(await dispatch(events)).toEqual(['delivered']);
  await dispatch(events.slice(0, 1));
  expect(started).toMatchObject([{ branch: 'staging' }]);
  expect(left).toEqual(['main']);
  expect(unread).toEqual([{ branch: 'main', error: unreadable['main'] }]);
  expect(reported).toEqual([]);
  unreadable = { main: new Problem('branch_not_found', 'gone') };
  await triggers.sink.refresh('main');
  await dispatch(events);
  await dispatch(events);
  expect(left).toEqual([]);
});

test('a branch that does not answer is waited for once, and asked again after a pause or when it has a snapshot', async () => {
  unreadable = { main: new Promise(() => {}), staging: new Promise(() => {}) };
  const events = ['main', 'staging'].map((branch) => ({ branch, event: order }));
  for (let step = 0; step < 3; step++) await dispatch(events);
  await triggers.accept([order], everything);
  expect(left).toEqual(['main', 'staging']);
  expect(asked).toEqual(['main', 'staging']);
  expect(unread[0]).toMatchObject({
    branch: 'main',
    error: { code: 'not_ready', message: expect.stringContaining('`main`') },
  });
  expect(starter.isAway?.('main')).toBe(true);
  unreadable = {};
  await triggers.sink.refresh('main');
  expect(await dispatch(events)).toEqual(['delivered']);
  expect(left).toEqual(['staging']);
});

test('a commit compiles only the flows that it changes, and lets others take turns', async () => {
  const compiled: string[] = [];
  const record = (name: string) => ({
    name,
    text: 'schedule',
    get compiled() {
      compiled.push(name);
      for (const end = performance.now() + 2; performance.now() < end; );
      return { name, definition: {}, mayListenFor: () => false };
    },
  });
  const flows = Array.from({ length: 100 }, (_, index) => record(`flow-${index}`));
  const toList = (list: object[]) =>
    ({
      branch: 'main',
      changedNames: () => undefined,
      list: (kind: string) => (kind === 'flow' ? list : []),
    }) as unknown as Snapshot;
  expect(await turnsDuring(() => getFlows(toList(flows)))).toBeGreaterThan(10);
  expect(await getFlows(toList([...flows.slice(1), record('changed')]))).toHaveLength(100);
  expect(compiled).toEqual([...flows.map(({ name }) => name), 'changed']);
});

test('an event about runs is accepted for a run that listens for it, although no flow does any more', async () => {
  const type = 'io.serverlessworkflow.workflow.faulted.v1';
  parked.add(`main ${type}`);
  followed = ['main'];
  await triggers.sink.refresh();
  expect(triggers.sink.isActive).toBe(true);
  const events = [type, 'dev.svc.sync.failed.v1'].map((each) => ({ ...order, time: '', type: each }));
  triggers.sink.writes(events.map((event) => ({ event: event as never, about: { branch: 'main' } })));
  expect(accepted.map(({ event }) => event['type'])).toEqual([type]);
});

test('an event that makes an expression fail by a defect is reported, and the others start flows', async () => {
  schedules = { 'on-order': { on: { one: { with: { type: 'order' } } }, read: 'raw' } };
  const [flow] = getSnapshot('main').list('flow');
  const { trigger } = (flow?.compiled ?? {}) as FlowPlan & { trigger: EventTrigger };
  const { collect } = trigger;
  trigger.collect = async (before) => {
    const collector = await collect(before);
    const take = (event: JsonObject) => {
      if (event['id'] === '1') throw new RangeError('a defect');
      return collector.take(event);
    };
    return { ...collector, take };
  };
  expect(await onMain(order, { ...order, id: '2' })).toEqual(['delivered']);
  expect(reported).toEqual([new RangeError('a defect')]);
});

const withTrigger = (name: string, definition: JsonObject) => {
  entities.push({ name, ...compileTrigger({ flow: 'plain', ...definition }) } as unknown as EntityRecord);
};

test('a trigger without `input` gives its flow the data of the event, as `read` says', async () => {
  withTrigger('data', { event: { with: { type: 'a' } } });
  withTrigger('whole', { event: { with: { type: 'a' }, read: 'envelope' } });
  withTrigger('with-input', { event: { with: { type: 'a' } }, input: { id: '${ .event.id }' } });
  const event = part('a', '1', 7);
  await onMain(event);
  expect(started.map(({ input }) => input)).toEqual([{ number: 7 }, event, { id: '1' }]);
});

test('each event that a trigger takes is an occurrence: started, skipped or failed', async () => {
  const event = { with: { type: 'a' } };
  withTrigger('starts', { event });
  withTrigger('rests', { event });
  withTrigger('off', { event, enabled: false });
  withTrigger('fails', { event, input: { sum: '${ .event.data + 1 }' } });
  paused.add('rests');
  await onMain(part('a', '1'), part('a', '2'), part('b', '3'));
  failure = new Problem('parameters_invalid', 'no');
  await onMain(part('a', '4'));
  const rows = await storage.db
    .selectFrom('occurrences')
    .selectAll()
    .orderBy('trigger_id')
    .orderBy('at')
    .execute();
  const shown = rows.map(({ trigger_id, cause, status, reason, run_id, problem }) =>
    [trigger_id, cause, status, reason ?? run_id ?? JSON.parse(problem ?? '{}').code].join(' '),
  );
  expect(shown).toEqual([
    ...Array(3).fill('fails event failed parameters_invalid'),
    ...Array(3).fill('off event skipped disabled'),
    ...Array(3).fill('rests event skipped paused'),
    'starts event started run-1',
    'starts event started run-2',
    'starts event failed parameters_invalid',
  ]);
});

test('events that wait for others take no more than a few MiB, and the rest is refused', async () => {
  schedules = { many: { on: { any: [{ with: { type: 'a' } }], until: 'length == 900' } } };
  const data = 'x'.repeat(500_000);
  for (let id = 0; id < 20; id++) await onMain({ ...part('a', String(id)), data });
  expect(reported.length).toBeGreaterThan(0);
  expect(reported.every((error) => (error as Problem).code === 'event_collection_full')).toBe(true);
  const rows = await storage.db.selectFrom('event_collections').select('events').execute();
  expect(rows.reduce((sum, { events }) => sum + events.length, 0)).toBeLessThan(9_000_000);
});

test('conditions over many events hold up nothing else, and one that computes for long does not fit', async () => {
  const condition = (source: string) => ({ on: { one: { with: { type: 'a', data: `\${ ${source} }` } } } });
  schedules = { heavy: condition('[range(1e9)] | length > 0'), light: condition('.number == 1') };
  for (let index = 0; index < 20; index++)
    schedules[`busy-${index}`] = condition('[range(3e4)] | length < 9');
  const events = Array.from({ length: 20 }, (_, id) => part('a', String(id)));
  await dispatch(events.slice(0, 1).map((event) => ({ branch: 'main', event })));
  expect(started).toMatchObject([{ flow: 'light' }]);
  expect(await turnsDuring(() => onMain(...events))).toBeGreaterThan(10);
  const both = { ...part('a', 'x') };
  expect((await triggers.accept([both], everything)).length).toBe(2 * 22);
}, 30_000);
