import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FlowError } from '../../../../controller/flows/index.js';
import { RunRetention } from '../../../../controller/runs/journal/run-retention.js';
import { eventually } from '../../../eventually.js';
import { Harness } from '../engine-harness.js';

const request = { branch: 'main', input: {}, principal: 'user:test', flow: 'waits' };

let harness: Harness;
let retention: RunRetention;
/** Lets the flow end. */
let isOpen: boolean;
let isFailing: boolean;

beforeEach(async () => {
  vi.spyOn(RunRetention.prototype, 'start').mockImplementation(function (this: RunRetention) {
    retention = this;
  });
  harness = new Harness();
  isOpen = false;
  isFailing = false;
  harness.flow('waits', (_, host) =>
    host.effect('/do/0/a', async () => {
      if (isFailing)
        throw new FlowError({ type: 'about:blank', title: 'No', status: 418, instance: '/do/0/a' });
      await eventually(() => isOpen);
      return 'done';
    }),
  );
  await (await harness.open()).recover();
});
afterEach(async () => {
  vi.restoreAllMocks();
  isOpen = true;
  await harness.close();
});

const documents = async () => (await harness.storage.db.selectFrom('closures').select('id').execute()).length;
const endLongAgo = async () => {
  await harness.storage.db.updateTable('runs').set({ created_at: 1, ended_at: 2 }).execute();
};

test('documents are removed with the last run that is pinned to them', async () => {
  const run = await harness.engine.start(request);
  const other = await harness.engine.start(request);
  isOpen = true;
  await harness.engine.wait(other.id, 60_000);
  await endLongAgo();
  await harness.storage.db
    .updateTable('runs')
    .set({ ended_at: Date.now() })
    .where('id', '=', run.id)
    .execute();
  while (await retention.step());
  expect(await documents()).toBe(1);
  await endLongAgo();
  while (await retention.step());
  expect(await documents()).toBe(0);
});

test.each([0, 1, 2, 3, 4, 5])(
  'a run that is accepted %i turns into the removal of its documents is recovered',
  async (turns) => {
    for (const isRetry of [false, true]) {
      [isFailing, isOpen] = [isRetry, true];
      const old = await harness.engine.start(request);
      await harness.engine.wait(old.id, 60_000);
      [isFailing, isOpen] = [false, false];
      await endLongAgo();
      const cleaned = (async () => {
        while (await retention.step());
      })();
      for (let turn = 0; turn < turns; turn++) await setImmediate();
      const accept = () =>
        isRetry ? harness.engine.retry(old.id, 'user:test') : harness.engine.start(request);
      // A retry comes too late once the old run is gone.
      const run = await accept().catch(() => undefined);
      await cleaned;
      if (!run) continue;
      const engine = await harness.crash();
      isOpen = true;
      await harness.engine.wait(run.id, 60_000);
      expect(await engine.get(run.id)).toMatchObject({ status: 'completed', output: 'done' });
      expect(harness.reported).toEqual([]);
      expect(await documents()).toBe(1);
    }
  },
);

test('a run that waits keeps its documents, however old it is', async () => {
  const run = await harness.engine.start(request);
  await harness.storage.db.updateTable('runs').set({ created_at: 1 }).execute();
  while (await retention.step());
  const engine = await harness.crash();
  while (await retention.step());
  isOpen = true;
  await engine.wait(run.id, 60_000);
  expect(await engine.get(run.id)).toMatchObject({ status: 'completed' });
});
