import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RunRetention } from '../../../../controller/runs/journal/run-retention.js';
import { RunStore } from '../../../../controller/runs/journal/run-store.js';
import type { Sealing } from '../../../../controller/security/vault/contract.js';
import type { Storage } from '../../../../controller/storage/index.js';
import { openStorage } from '../../storage/engines.js';
import { whileCollecting } from '../../storage/forced-collections.js';
import { addRuns } from '../../storage/many-runs.js';

const day = 86_400_000;
const now = Date.parse('2026-06-01T00:00:00Z');

let folder: string;
let storage: Storage;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-retention-'));
  storage = await openStorage(join(folder, 'svc.db'));
});
afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

let count = 0;

/** Stores a run that ended some days ago, or is not over (null), and returns its id. */
async function store(status: string, endedDaysAgo: number | null, more: object = {}): Promise<string> {
  const id = `run-${String(++count).padStart(8, '0')}`;
  const at = now - (endedDaysAgo ?? 200) * day;
  await storage.db
    .insertInto('runs')
    .values({
      id,
      flow: 'f',
      branch: 'main',
      revision: 'r',
      status,
      trigger: 'api',
      principal: 'u',
      input: '{}',
      created_at: at,
      ended_at: endedDaysAgo === null ? null : at,
      closure: 'c',
      ...more,
    } as never)
    .execute();
  const entries = JSON.stringify([{ seq: 1, text: 'x'.repeat(4_000) }]);
  await storage.db.insertInto('journal').values({ run_id: id, first_seq: 1, entries }).execute();
  return id;
}

const kept = async () => (await storage.db.selectFrom('runs').select('id').execute()).map(({ id }) => id);

const runStore = () => new RunStore(storage, {} as Sealing);

function retention(): RunRetention {
  const days = () => ({ CompletedRuns: 30, FaultedRuns: 90 });
  return new RunRetention(storage, runStore(), {
    removeFiles: async () => {},
    days,
    report: (error) => expect.fail(String(error)),
    now: () => now,
  });
}

test('runs are kept for as long as the settings say, by their outcome', async () => {
  await store('completed', 31);
  const young = await store('completed', 29);
  const faulted = await store('faulted', 89);
  await store('faulted', 91);
  await store('cancelled', 91);
  const waiting = await store('waiting', null);
  while (await retention().step());
  expect(await kept()).toEqual([young, faulted, waiting]);
  const journals = await storage.db.selectFrom('journal').select('run_id').execute();
  expect(journals.map(({ run_id }) => run_id)).toEqual([young, faulted, waiting]);
});

test('a run stays while the run that started it has not ended', async () => {
  const parent = await store('waiting', null);
  const awaited = await store('completed', 100, { parent_run_id: parent });
  const ended = await store('completed', 10);
  await store('completed', 100, { parent_run_id: ended });
  while (await retention().step());
  expect(await kept()).toEqual([parent, awaited, ended]);
});

test('thousands of runs are deleted in steps of a hundred, and the file shrinks', async () => {
  const old = await Promise.all(Array.from({ length: 1_200 }, () => store('completed', 40)));
  const young = await store('completed', 1);
  const cleaner = retention();
  const before = (await storage.db.selectFrom('runs').select('id').execute()).length;
  await cleaner.step();
  expect((await kept()).length).toBe(before - 100);
  let steps = 1;
  while (await cleaner.step()) steps += 1;
  expect(steps).toBeGreaterThanOrEqual(old.length / 100 - 1);
  expect(await kept()).toEqual([young]);
  // PostgreSQL gives space back by itself.
  if (storage.server) return;
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(storage.db);
  expect(rows[0]?.page_count, 'pages of the database, of 4 KiB').toBeLessThan(200);
});

test('it starts again from the oldest run once it has seen all', async () => {
  const cleaner = retention();
  expect(await cleaner.step()).toBe(false);
  await store('completed', 31);
  expect(await cleaner.step()).toBe(false);
  expect(await kept()).toEqual([]);
});

test('while garbage is collected, all of many old runs are removed with their journals', async () => {
  await addRuns(storage, 5_000, now - 31 * day);
  const young = await store('completed', 29);
  await whileCollecting(async () => {
    while (await retention().step());
  });
  expect(await kept()).toEqual([young]);
  const journals = await storage.db.selectFrom('journal').select('run_id').execute();
  expect(journals).toEqual([{ run_id: young }]);
});
