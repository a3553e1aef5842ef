import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FlowError, type FlowHost, type TaskEvent } from '../../../../controller/flows/index.js';
import type { LogEntry } from '../../../../controller/runs/index.js';
import { RunStore } from '../../../../controller/runs/journal/run-store.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { eventually as until } from '../../../eventually.js';
import { Harness } from '../engine-harness.js';

const request = { branch: 'main', input: {}, principal: 'user:test' };
let harness: Harness;

beforeEach(() => {
  harness = new Harness();
});

afterEach(() => harness.close());

function noting(host: FlowHost, name: string) {
  const about = { key: `/do/0/${name}`, reference: `/do/0/${name}`, name, task: 'call', attempt: 1 };
  return (type: TaskEvent['type'], more: Partial<TaskEvent> = {}) => host.note({ ...about, type, ...more });
}

test('a caller that waits for a run of this process gets its end without a query', async () => {
  const engine = await harness.open();
  let go = (): void => {};
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  harness.flow('steps', async (_, host) => {
    await host.effect('/do/0/a', () => gone.then(() => null));
    await host.effect('/do/1/b', async () => null);
    return { done: true };
  });
  const find = vi.spyOn(RunStore.prototype, 'find');
  try {
    const { id } = await engine.start({ ...request, flow: 'steps' });
    const waiting = [engine.wait(id, 60_000), engine.wait(id, 0)];
    expect(await waiting[1]).toMatchObject({ id, status: 'running' });
    go();
    expect(await waiting[0]).toMatchObject({ id, status: 'completed', output: { done: true } });
    expect(find).not.toHaveBeenCalled();
    expect(await engine.wait(id, 60_000)).toEqual(await waiting[0]);
  } finally {
    find.mockRestore();
  }
});

test('the timeline has one record for each task with its times and digests', async () => {
  const engine = await harness.open();
  harness.flow('noted', async (input, host) => {
    const note = noting(host, 'get');
    note('started', { data: input });
    await host.effect('/do/0/get', async () => 1);
    note('completed', { data: 1 });
    return 1;
  });
  const run = await engine.start({ ...request, flow: 'noted' });
  await engine.wait(run.id, 60_000);
  expect(await engine.tasks(run.id)).toMatchObject([
    {
      reference: '/do/0/get',
      status: 'completed',
      attempt: 1,
      inputDigest: expect.stringMatching(/^sha256:[0-9a-f]{16}$/),
      outputDigest: expect.stringMatching(/^sha256:/),
      durationMs: expect.any(Number),
    },
  ]);
});

test('a replay does not record a task twice', async () => {
  const engine = await harness.open();
  let hang = true;
  harness.flow('noted', async (_, host) => {
    const note = noting(host, 'get');
    note('started');
    await host.effect('/do/0/get', async () => 1);
    note('completed', { data: 1 });
    await host.effect('/do/1/next', async () => (hang ? new Promise<never>(() => {}) : null));
    return 1;
  });
  const run = await engine.start({ ...request, flow: 'noted' });
  await until(async () => (await engine.tasks(run.id))[0]?.status === 'completed');
  hang = false;
  const next = await harness.crash();
  await next.wait(run.id, 60_000);
  const lines = await next.logs(run.id, { limit: 100 });
  expect(lines.filter((line) => line.message === 'get started')).toHaveLength(1);
  expect(lines.map((line) => line.seq)).toEqual(
    [...new Set(lines.map((line) => line.seq))].sort((a, b) => a - b),
  );
});

test('the path of a run is the same after a crash, and another one for other tasks', async () => {
  const engine = await harness.open();
  let hangs = false;
  harness.flow('noted', async (input, host) => {
    const note = noting(host, 'get');
    note('started');
    await host.effect('/do/0/get', async () => 1);
    note('completed', { data: 1 });
    const other = noting(host, 'next');
    await host.effect('/do/1/next', async () => (hangs ? new Promise<never>(() => {}) : null));
    other((input as { skips?: true }).skips ? 'skipped' : 'completed');
    return 1;
  });
  const whole = await engine.wait((await engine.start({ ...request, flow: 'noted' })).id, 60_000);
  expect(whole.path).toMatch(/^[0-9a-f]{16}$/);
  const skipping = await engine.start({ ...request, flow: 'noted', input: { skips: true } });
  expect((await engine.wait(skipping.id, 60_000)).path).not.toBe(whole.path);
  hangs = true;
  const run = await engine.start({ ...request, flow: 'noted' });
  await until(async () => (await engine.tasks(run.id))[0]?.status === 'completed');
  expect((await engine.get(run.id)).path).toBeNull();
  hangs = false;
  const next = await harness.crash();
  expect((await next.wait(run.id, 60_000)).path).toBe(whole.path);
});

test('a run that is cancelled while it is parked has the path that it took', async () => {
  const engine = await harness.open({ parkAfterMs: 0 });
  harness.flow('waits', async (_, host) => {
    noting(host, 'get')('completed', { data: 1 });
    await host.sleep('/do/1/rest', 3_600_000, host.signal);
    return 1;
  });
  const ids = [0, 1].map(async () => (await engine.start({ ...request, flow: 'waits' })).id);
  const [first = '', second = ''] = await Promise.all(ids);
  for (const id of [first, second]) await until(async () => (await engine.get(id)).status === 'waiting');
  const { path } = await engine.cancel(first);
  expect(path).toMatch(/^[0-9a-f]{16}$/);
  expect((await engine.cancel(second)).path).toBe(path);
});

test('a follower of a run gets every entry once and in order, and the end', async () => {
  const engine = await harness.open();
  let go = (): void => {};
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  harness.flow('chatty', async (_, host) => {
    for (let i = 0; i < 5; i++) {
      await host.effect(`/do/${i}/a`, async ({ log }) => {
        log('info', `step ${i}`);
        if (i === 2) await gone;
        return null;
      });
    }
    return null;
  });
  const run = await engine.start({ ...request, flow: 'chatty' });
  const seen: LogEntry[] = [];
  const following = (async () => {
    for await (const entry of engine.follow(run.id, 0, new AbortController().signal)) seen.push(entry);
  })();
  await until(() => seen.some((entry) => entry.message === 'step 2'));
  go();
  await following;
  expect(seen.map((entry) => entry.message)).toEqual([
    'run running',
    ...[0, 1, 2, 3, 4].map((i) => `step ${i}`),
    'run completed',
  ]);
  const resumed: string[] = [];
  for await (const entry of engine.follow(run.id, seen[3]?.seq ?? 0, new AbortController().signal))
    resumed.push(entry.message);
  expect(resumed).toEqual(['step 3', 'step 4', 'run completed']);
});

test('a follower that aborts stops at once', async () => {
  const engine = await harness.open();
  harness.flow('nap', async (_, host) => host.sleep('/do/0/w', 60_000, host.signal).then(() => null));
  const run = await engine.start({ ...request, flow: 'nap' });
  const controller = new AbortController();
  const following = (async () => {
    for await (const _ of engine.follow(run.id, 0, controller.signal)) controller.abort();
  })();
  await following;
  await engine.cancel(run.id);
});

test('a secret that was read is in no log line, error or stored record', async () => {
  const engine = await harness.open();
  await harness.vault.secrets.put('api', { token: 'canary-1234567' });
  harness.flow('leaky', async (_, host) => {
    const { token } = (await host.secret('api')) as { token: string };
    await host.effect('/do/0/a', async ({ log }) => {
      log('info', `sent ${token}`, { header: `Bearer ${token}` });
      return null;
    });
    return { echoed: token };
  });
  const run = await engine.start({ ...request, flow: 'leaky' });
  await engine.wait(run.id, 60_000);
  expect(JSON.stringify(await engine.logs(run.id, { limit: 100 }))).not.toContain('canary');
  expect(JSON.stringify(await engine.get(run.id))).not.toContain('canary');
});

test('a log that grows beyond its limit ends with a mark', async () => {
  const engine = await harness.open({}, { runLog: 100 });
  harness.flow('chatty', async (_, host) => {
    for (let i = 0; i < 50; i++) host.log('info', 'x'.repeat(20));
    return null;
  });
  const run = await engine.start({ ...request, flow: 'chatty' });
  const lines = await engine.logs(run.id, { limit: 1000 });
  expect(lines.filter((line) => line.message.startsWith('x'))).toHaveLength(5);
  expect(lines.filter((line) => line.message.startsWith('The log ends here'))).toHaveLength(1);
});

test('an output over the limit is an error that names the setting', async () => {
  const engine = await harness.open({}, { taskOutput: 100 });
  harness.flow('big', (_, host) => host.effect('/do/0/a', async () => ({ x: 'y'.repeat(200) })));
  const run = await engine.start({ ...request, flow: 'big' });
  const { status, error } = await engine.wait(run.id, 60_000);
  expect(status).toBe('faulted');
  expect(error?.detail).toContain('Limits.TaskOutput');
});

test('runs are listed newest first, in pages', async () => {
  const engine = await harness.open();
  harness.flow('pure', async () => null);
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.unshift((await engine.start({ ...request, flow: 'pure' })).id);
  const first = await engine.list({ limit: 3 });
  const second = await engine.list({ limit: 3, cursor: first.nextCursor ?? '' });
  expect([...first.items, ...second.items].map((run) => run.id)).toEqual(ids);
  expect(second.nextCursor).toBeNull();
});

test('the record of the task that raised the error has its input, with secrets masked', async () => {
  const engine = await harness.open();
  await harness.vault.secrets.put('crm', { token: 'canary-1234567' });
  const error = { type: 'https://example.com/refused', status: 400, title: 'Refused' };
  harness.flow('failing', async (input, host) => {
    const note = noting(host, 'send');
    note('started', { data: input });
    note('faulted', { data: input, error });
    throw new FlowError(error);
  });
  const findInput = async (input: JsonObject) => {
    const run = await engine.start({ ...request, input, flow: 'failing' });
    await engine.wait(run.id, 60_000);
    return (await engine.tasks(run.id))[0]?.input;
  };
  expect(await findInput({ order: 17, note: 'Bearer canary-1234567' })).toEqual({
    order: 17,
    note: expect.stringMatching(/^Bearer (?!canary)/),
  });
  const large = await findInput({ text: 'x'.repeat(20_000), token: 'canary-1234567' });
  expect(large).toMatch(/^The input has 200\d\d characters of JSON and is not recorded$/);
});

test('the timeline of a run with hundreds of rows has each execution once, with ends that are far behind its page', async () => {
  const engine = await harness.open();
  const rounds = 600;
  const error = { type: 'https://example.com/refused', status: 400, title: 'Refused' };
  harness.flow('long', async (_, host) => {
    const about = (key: string, name: string) => ({ key, reference: `/do/0/${name}`, name, attempt: 1 });
    const loop = { ...about('/do/0/each', 'each'), task: 'for' };
    host.note({ ...loop, type: 'started' });
    for (let round = 0; round < rounds; round++) {
      const key = `/do/0/each@${round}/foreach/do/0/call`;
      const call = { ...about(key, 'call'), reference: '/do/0/each/foreach/do/0/call', task: 'call' };
      host.note({ ...call, type: 'started' });
      // A row for each round, and a few that fill the bytes of a page of rows by themselves.
      await host.effect(call.key, async () => 'x'.repeat(round % 100 === 7 ? 300_000 : 10));
      if (round % 200 === 0) host.note({ ...call, type: 'faulted', error, data: { round } });
      else host.note({ ...call, type: 'completed', data: round });
    }
    host.note({ ...loop, type: 'completed', data: null });
    return null;
  });
  const { id } = await engine.start({ ...request, flow: 'long' });
  await engine.wait(id, 60_000);
  const { count } = await harness.storage.db
    .selectFrom('journal')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBeGreaterThan(rounds - 10);

  const page = await engine.taskPage(id, { limit: 3 });
  expect(page.items.map(({ key, status }) => [key, status])).toEqual([
    ['/do/0/each', 'completed'],
    ['/do/0/each@0/foreach/do/0/call', 'faulted'],
    ['/do/0/each@1/foreach/do/0/call', 'completed'],
  ]);
  expect(page.items[0]?.endedAt).not.toBeNull();
  expect((await engine.taskPage(id, { limit: 3, after: page.next })).items[0]?.key).toBe(
    '/do/0/each@2/foreach/do/0/call',
  );
  expect(new Set((await engine.tasks(id)).map(({ key }) => key)).size).toBe(rounds + 1);
  expect((await engine.findFault(id, '/do/0/each/foreach/do/0/call'))?.input).toEqual({ round: 400 });
  expect(await engine.findFault(id, '/do/0/each')).toBeUndefined();

  const all = await engine.logs(id, { limit: 10_000 });
  const last = await engine.logs(id, { limit: 500, last: true });
  expect(last).toEqual(all.slice(-500));
  const before = last[0]?.seq ?? 0;
  expect(await engine.logs(id, { limit: 500, last: true, before })).toEqual(all.slice(-1_000, -500));
  expect(await engine.logs(id, { limit: 10_000, last: true })).toEqual(all);
  expect(await engine.logs(id, { limit: 10, before: 6 })).toEqual(all.filter(({ seq }) => seq < 6));
  const ofRound = { limit: 1, task: '/do/0/each@200/foreach/do/0/call' };
  expect((await engine.logs(id, { ...ofRound, last: true }))[0]?.message).toMatch(/^call faulted/);
  expect((await engine.logs(id, ofRound))[0]?.message).toBe('call started');
});

test('an execution that waits at the end of its page is not shown as ended', async () => {
  const engine = await harness.open();
  harness.flow('waits', async (_, host) => {
    const [first, second] = [noting(host, 'first'), noting(host, 'second')];
    first('started');
    second('started');
    second('completed', { data: 1 });
    first('waiting');
    await host.effect('/do/2/last', () => new Promise<never>(() => {}));
    return null;
  });
  const { id } = await engine.start({ ...request, flow: 'waits' });
  await until(async () => (await engine.tasks(id)).length === 2);
  const page = await engine.taskPage(id, { limit: 1 });
  expect(page).toMatchObject({ items: [{ name: 'first', status: 'waiting', endedAt: null }] });
});

test('what a run computes is stored in rows of few entries, whole and in order', async () => {
  const engine = await harness.open();
  harness.flow('computes', async (_, host) => {
    for (let round = 0; round < 1_200; round++) {
      const key = `/do/0/each@${round}/foreach/do/0/set`;
      host.note({ key, reference: '/do/0/set', name: 'set', task: 'set', attempt: 1, type: 'started' });
    }
    return null;
  });
  const { id } = await engine.start({ ...request, flow: 'computes' });
  await engine.wait(id, 60_000);
  const rows = await harness.storage.db.selectFrom('journal').select('entries').execute();
  for (const { entries } of rows) expect(JSON.parse(entries).length).toBeLessThanOrEqual(500);
  expect(rows.length).toBeGreaterThan(2);
  expect((await engine.tasks(id)).map(({ key }) => key)).toEqual(
    Array.from({ length: 1_200 }, (_, round) => `/do/0/each@${round}/foreach/do/0/set`),
  );
});
