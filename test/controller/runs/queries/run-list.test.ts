import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunSelection } from '../../../../controller/runs/index.js';
import { RunList } from '../../../../controller/runs/queries/run-list.js';
import { getRowId, type Storage } from '../../../../controller/storage/index.js';
import { openStorage } from '../../storage/engines.js';

let storage: Storage;
let list: RunList;

beforeEach(async () => {
  storage = await openStorage(':memory:');
  list = new RunList(storage);
});
afterEach(() => storage.close());

const start = Date.parse('2026-03-01T00:00:00Z');
let time = start;

/** Stores a run, each a second after the one before, and returns its id. */
async function store(more: object = {}): Promise<string> {
  time += 1_000;
  const id = getRowId(time, 0, '0'.repeat(16));
  const row = {
    id,
    flow: 'order',
    branch: 'main',
    revision: 'r',
    status: 'completed',
    trigger: 'api',
    principal: 'u',
    input: '{}',
    created_at: time,
    ended_at: time,
    closure: 'c',
  };
  await storage.db
    .insertInto('runs')
    .values({ ...row, ...more } as never)
    .execute();
  return id;
}

function failed(task: string, type: string, status: number): object {
  const error = JSON.stringify({ type, status, instance: task });
  return { status: 'faulted', error, failed_task: task, error_type: type, error_status: status };
}

async function find(selection: RunSelection): Promise<string[]> {
  return (await list.list({ ...selection, limit: 100 })).items.map(({ id }) => id);
}

const spec = 'https://serverlessworkflow.io/spec/1.0.0/errors';

test('faulted runs are found by the task that failed, and by type and status of the error', async () => {
  const busy = await store(failed('/do/0/get', `${spec}/communication`, 503));
  const missing = await store(failed('/do/0/get', `${spec}/communication`, 404));
  const late = await store(failed('/do/1/forget', `${spec}/timeout`, 408));
  const own = await store({ ...failed('/do/1/pay~1in', 'https://shop.example.com/503', 409), flow: 'pay' });
  await store();
  expect(await find({ failedTask: 'get' })).toEqual([missing, busy]);
  expect(await find({ failedTask: '/do/1/forget' })).toEqual([late]);
  expect(await find({ failedTask: 'pay/in' })).toEqual([own]);
  expect(await find({ failedTask: 'in' })).toEqual([]);
  expect(await find({ error: 'communication' })).toEqual([missing, busy]);
  expect(await find({ error: `${spec}/communication` })).toEqual([missing, busy]);
  expect(await find({ error: '503' })).toEqual([busy]);
  expect(await find({ error: 'communication/503' })).toEqual([busy]);
  expect(await find({ error: 'https://shop.example.com/503' })).toEqual([own]);
  expect(await find({ error: 'munication' })).toEqual([]);
  expect(await find({ error: 'communication', failedTask: 'get', flow: 'pay' })).toEqual([]);
  expect(await find({ status: 'completed', error: '503' })).toEqual([]);
  expect(await find({ error: '99999999999999999999' })).toEqual([]);
});

test('runs are found by parent, path, flows and unfinished states', async () => {
  const parent = await store({ path: 'aaaa' });
  const child = await store({ parent_run_id: parent, flow: 'sub' });
  const open = await store({ status: 'running', ended_at: null, flow: 'sub' });
  const waiting = await store({ status: 'waiting', ended_at: null });
  expect(await find({ parent })).toEqual([child]);
  expect(await find({ parent: child })).toEqual([]);
  expect(await find({ path: 'aaaa' })).toEqual([parent]);
  expect(await find({ path: 'aaaa', flow: 'sub' })).toEqual([]);
  expect(await find({ flows: ['sub', 'other'] })).toEqual([open, child]);
  expect(await find({ flows: [] })).toEqual([]);
  expect(await find({ statuses: ['running', 'waiting'] })).toEqual([waiting, open]);
  expect(await find({ status: 'completed', statuses: ['running'] })).toEqual([]);
});

test('the paths of a flow have counts and the newest run each, the last one taken first', async () => {
  await store({ path: 'old' });
  const since = time + 1_000;
  const usual = [await store({ path: 'usual' }), await store({ path: 'usual' })];
  const rare = await store({ path: 'rare' });
  await store({ path: 'other', flow: 'pay' });
  await store({ path: 'next', branch: 'next' });
  await store();
  const last = await store({ path: 'usual' });
  expect(await list.paths('main', 'order', since)).toEqual([
    { path: 'usual', runs: usual.length + 1, newest: last },
    { path: 'rare', runs: 1, newest: rare },
  ]);
  expect(await list.paths('main', 'order', time + 1_000)).toEqual([]);
});

test('a text is found in input and output, letter by letter and without case', async () => {
  const ada = await store({ input: '{"name":"Ada \\"100%\\""}' });
  const bob = await store({ input: '{"name":"bob_1"}', output: '{"greeting":"HELLO ADA"}' });
  await store({ input: '{"name":"bobs1"}' });
  expect(await find({ q: 'ada' })).toEqual([bob, ada]);
  expect(await find({ q: 'Ada "100%"' })).toEqual([ada]);
  expect(await find({ q: 'BOB_1' })).toEqual([bob]);
  expect(await find({ q: 'ada%bob' })).toEqual([]);
});

test('a period has the runs that were created in it', async () => {
  time = start;
  const ids = [await store(), await store(), await store()];
  const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
  expect(await find({ since: at(2) })).toEqual([ids[2], ids[1]]);
  expect(await find({ until: at(2) })).toEqual([ids[0]]);
  expect(await find({ since: at(2), until: at(3) })).toEqual([ids[1]]);
  expect(await find({ since: at(4) })).toEqual([]);
});

/** Stores this number of runs; one of a hundred is of the flow `rare`. */
async function storeMany(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: getRowId(start + index * 1_000, 0, '0'.repeat(16)),
    flow: index % 100 === 7 ? 'rare' : 'order',
    branch: index % 2 === 0 ? 'main' : 'next',
    revision: 'r',
    status: 'completed',
    trigger: index === 3 ? 'webhook' : 'api',
    principal: 'u',
    input: '{}',
    created_at: start + index * 1_000,
    ended_at: start + index * 1_000,
    closure: 'c',
  }));
  for (let from = 0; from < count; from += 1_000)
    await storage.db
      .insertInto('runs')
      .values(rows.slice(from, from + 1_000) as never)
      .execute();
}

test('pages over all parts of the search have each run once, and a count ends at 10,000', async () => {
  await storeMany(12_000);
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await list.list({ flow: 'rare', limit: 50, ...(cursor && { cursor }) });
    seen.push(...page.items.map(({ id }) => id));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(seen).toHaveLength(120);
  expect([...new Set(seen)].sort().reverse()).toEqual(seen);
  const oldest = await list.list({ trigger: 'webhook', limit: 1 });
  expect(oldest).toMatchObject({ items: [{ trigger: 'webhook' }], nextCursor: null });
  expect(await list.count({})).toEqual({ runs: 10_000, isExact: false });
  expect(await list.count({ flow: 'rare' })).toEqual({ runs: 120, isExact: true });
  expect(await list.count({ branch: 'main' })).toEqual({ runs: 6_000, isExact: true });
  const ofNext = await list.count({}, ({ branch, flow }) => branch === 'next' && flow === 'rare');
  expect(ofNext).toEqual({ runs: 120, isExact: true });
  expect(await list.count({ flow: 'none' })).toEqual({ runs: 0, isExact: true });
});

test('a search ends at its bounds with the place to go on', async () => {
  await storeMany(2);
  const rows = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 101000)`;
  const id = sql`'ffffffff-ffff-7fff-8fff-' || substr('000000' || cast(i as text), length(cast(i as text)) + 1)`;
  await sql`insert into runs (id, flow, branch, revision, status, trigger, principal, input, created_at, closure)
    ${rows} select ${id}, 'order', 'main', 'r', 'completed', 'api', 'u', '{}', 0, 'c' from n`.execute(
    storage.db,
  );
  const first = await list.list({ trigger: 'webhook', limit: 10 });
  expect(first.items).toEqual([]);
  expect(first.nextCursor).not.toBeNull();
  let cursor = first.nextCursor;
  let pages = 1;
  for (; cursor !== null; pages++)
    cursor = (await list.list({ trigger: 'webhook', limit: 10, cursor })).nextCursor;
  expect(pages).toBeGreaterThan(1);
});
