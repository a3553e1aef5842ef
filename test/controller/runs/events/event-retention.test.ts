import { afterEach, beforeEach, expect, test } from 'vitest';
import { EventRetention } from '../../../../controller/runs/events/event-retention.js';
import { EventStore } from '../../../../controller/runs/events/event-store.js';
import { Harness } from '../engine-harness.js';

const day = 86_400_000;
const harness = new Harness();
let store: EventStore;
let now: number;

beforeEach(async () => {
  await harness.open();
  store = new EventStore(harness.storage, harness.vault, (error) => harness.reported.push(error));
  now = Date.now();
});

afterEach(() => harness.close());

async function left(): Promise<string[]> {
  const retention = new EventRetention({
    storage: harness.storage,
    store,
    days: () => 30,
    now: () => now,
    report: (error) => {
      throw error;
    },
  });
  while (await retention.step());
  const rows = await harness.storage.db.selectFrom('branch_events').select('type').orderBy('seq').execute();
  return rows.map(({ type }) => type);
}

test('events are kept for a day, for the oldest unfinished run, and at most for the days of the setting', async () => {
  const accepted = now;
  const event = (type: string, atDay: number, branch = 'main') =>
    store.insert({ branch, event: { type, id: type, source: branch } }, accepted + atDay * day);
  await harness.storage.commit([event('before', -1)]);
  harness.flow('sleep', (_, host) => host.sleep('/do/0/a', 3_600_000, host.signal).then(() => null));
  const { id } = await harness.engine.start({ branch: 'main', flow: 'sleep', input: {}, principal: 'test' });
  await harness.storage.commit([
    event('elsewhere', 1, 'other'),
    event('first', 1),
    event('second', 5),
    event('today', 31.5),
    event('not seen', -2),
    store.position(5),
  ]);
  now = accepted + 10 * day;
  expect(await left()).toEqual(['first', 'second', 'today', 'not seen']);
  now = accepted + 32 * day;
  expect(await left()).toEqual(['second', 'today', 'not seen']);
  await harness.engine.cancel(id);
  expect(await left()).toEqual(['today', 'not seen']);
});
