import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EventStarter } from '../../../../controller/runs/contract.js';
import { eventually } from '../../../eventually.js';
import { Harness } from '../engine-harness.js';

let harness: Harness;
/** Branches whose flows cannot be read. */
let unreadable: Set<string>;
/** Branch and id of each event that starts flows. */
let started: string[];
/** Branches that are not to be asked for, and those that were. */
let away: Set<string>;
let asked: string[];

const starter: EventStarter = {
  isAway: (branch) => away.has(branch),
  async start(events) {
    asked.push(...new Set(events.map(({ branch }) => branch)));
    const behind = new Set(events.map(({ branch }) => branch).filter((branch) => unreadable.has(branch)));
    const given = events.filter(({ branch }) => !behind.has(branch)).slice(0, 3);
    const next = events.find(({ seq, branch }) => !behind.has(branch) && seq > (given.at(-1)?.seq ?? 0))?.seq;
    const names = given.map(({ branch, event }) => `${branch} ${event['id']}`);
    return { writes: [], next, behind, committed: () => void started.push(...names) };
  },
};

beforeEach(async () => {
  [unreadable, started, harness] = [new Set(), [], new Harness()];
  [away, asked] = [new Set(), []];
  await harness.open();
  harness.engine.events.attach(starter);
  await (await harness.engine.recover()).continued;
});

afterEach(() => harness.close());

const send = (branch: string, ...ids: string[]) =>
  harness.engine.events.accept(ids.map((id) => ({ branch, event: { id, source: '/', type: 'a' } })));

test('a branch that cannot be read holds up no other, and gets its events later, also after a crash', async () => {
  unreadable.add('away');
  await send('away', '1', '2');
  await send('main', '1', '2', '3', '4', '5');
  await eventually(() => started.length === 5);
  await harness.crash();
  harness.engine.events.attach(starter);
  await send('away', '3', '4', '5');
  await send('main', '6');
  await eventually(() => started.includes('main 6'));
  expect(started.filter((each) => each.startsWith('away'))).toEqual([]);
  unreadable.clear();
  await eventually(() => started.length === 11);
  expect(started.filter((each) => each.startsWith('away'))).toEqual(
    [1, 2, 3, 4, 5].map((id) => `away ${id}`),
  );
  await send('away', '6');
  await eventually(() => started.includes('away 6'));
  expect(started).toHaveLength(12);
});

test('a branch is not asked again while it is away', async () => {
  unreadable.add('away');
  away.add('away');
  await send('away', '1');
  await eventually(() => asked.length === 1);
  for (const id of ['1', '2', '3']) {
    await send('main', id);
    await eventually(() => started.includes(`main ${id}`));
  }
  expect(asked.filter((branch) => branch === 'away')).toHaveLength(1);
  unreadable.clear();
  away.clear();
  await eventually(() => started.includes('away 1'));
});

test('a stored event that cannot be read is reported, and the events behind it start flows', async () => {
  const row = { key: 'k', type: 'a', at: 1, origin: null };
  const damaged = harness.storage.db
    .insertInto('branch_events')
    .values({ ...row, branch: 'main', body: '{' });
  await damaged.execute();
  await send('main', '1');
  await eventually(() => started.includes('main 1'));
  expect(harness.reported).toHaveLength(1);
});
