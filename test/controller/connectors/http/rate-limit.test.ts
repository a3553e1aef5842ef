import { setMaxListeners } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { validateConfig } from '../../../../controller/connectors/index.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { eventually } from '../../../eventually.js';
import { openClients } from '../networks.js';
import { json, TestServer } from '../server.js';
import { http, useCalls } from './use.js';

const call = useCalls();

let server: TestServer;
/** When requests came, in ms. */
let times: number[] = [];
let targets: string[] = [];
let running = 0;
let maxRunning = 0;
let held: (() => void)[] = [];
let answers: { status: number; retryAfter?: string }[] = [];

beforeAll(async () => {
  server = await TestServer.start((request, response) => {
    times.push(performance.now());
    targets.push(request.url ?? '');
    running++;
    maxRunning = Math.max(maxRunning, running);
    const { status = 200, retryAfter } = answers.shift() ?? {};
    const end = () => {
      running--;
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
      if (request.url === '/moved') return response.writeHead(307, { location: '/there' }).end();
      json(response, {}, status);
    };
    if (request.url?.startsWith('/held')) held.push(end);
    else end();
  });
  // The first request of a process takes long.
  await get({ baseUrl: server.url });
});
afterAll(() => server.stop());
beforeEach(() => {
  [times, targets, held, answers] = [[], [], [], []];
  [running, maxRunning] = [0, 0];
});

/** Each test has a connection of its own. */
let tests = 0;
const connection = (rateLimit: JsonObject) => ({
  baseUrl: server.url,
  headers: { 'x-test': String(++tests) },
  rateLimit,
});
const get = (config: JsonObject, path = '/', signal = new AbortController().signal) =>
  call(config, { input: { path }, signal });

describe('calls of a connection', () => {
  test('keep its pace together, in their order', async () => {
    const config = connection({ requests: 5, per: 'second' });
    const paths = Array.from({ length: 11 }, (_, index) => `/${index}`);
    await Promise.all(paths.map((path) => get({ ...config }, path)));
    expect(targets.slice(0, 5).sort()).toEqual(paths.slice(0, 5).sort());
    const span = (from: number, to: number) => (times[to] ?? 0) - (times[from] ?? 0);
    // The server sees the first requests late on a busy machine.
    expect(span(0, 5)).toBeGreaterThan(700);
    expect(span(0, 10)).toBeGreaterThan(1_700);
    expect(times).toHaveLength(11);
  });

  test('keep it also after their client was closed', async () => {
    const config = connection({ requests: 1, per: 'hour', maxWait: 0.01 });
    for (const expected of [undefined, 429]) {
      const from = openClients();
      const status = await call(config, { from }).then(
        () => undefined,
        (error) => error.status,
      );
      expect(status).toBe(expected);
      await from.close();
    }
  });

  test('count redirects as requests', async () => {
    const config = connection({ requests: 1, per: 'second' });
    await get(config, '/moved');
    expect(targets).toEqual(['/moved', '/there']);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(900);
  });

  test('do not spend the time of a request on their wait', async () => {
    const config = { ...connection({ requests: 1, per: 'second' }), timeout: 0.5 };
    await Promise.all([get(config), get(config)]);
    expect(times).toHaveLength(2);
  });

  test('are at most as many as `concurrency` at the same time', async () => {
    const config = connection({ concurrency: 2 });
    const calls = Array.from({ length: 6 }, (_, index) => get(config, `/held/${index}`));
    for (let ended = 0; ended < 6; ended++) {
      await eventually(() => held.length > 0);
      held.shift()?.();
    }
    await Promise.all(calls);
    expect(maxRunning).toBe(2);
    expect(targets).toHaveLength(6);
  });

  test('of other configurations do not wait', async () => {
    const limit = { requests: 1, per: 'hour' };
    await Promise.all([get(connection(limit)), get(connection(limit))]);
    expect(times).toHaveLength(2);
  });

  test('can be cancelled while they wait, without harm to the others', async () => {
    const config = connection({ concurrency: 1, requests: 100, per: 'second' });
    const first = get(config, '/held/first');
    await eventually(() => held.length === 1);
    const cancel = new AbortController();
    const second = get(config, '/second', cancel.signal);
    const third = get(config, '/third');
    cancel.abort(new Error('cancelled'));
    await expect(second).rejects.toThrow('cancelled');
    held.shift()?.();
    await Promise.all([first, third]);
    expect(targets).toEqual(['/held/first', '/third']);
  });
});

describe('a call that cannot have a turn', () => {
  test('fails after the longest wait, and says so', async () => {
    const config = connection({ requests: 1, per: 'hour', maxWait: 0.05 });
    await get(config);
    await expect(get(config)).rejects.toMatchObject({
      kind: 'communication',
      status: 429,
      message: expect.stringContaining('no turn within 0.05 s'),
    });
    expect(times).toHaveLength(1);
  });

  test('fails at once when 1,000 others wait', async () => {
    const config = connection({ requests: 1, per: 'hour' });
    await get(config);
    const cancel = new AbortController();
    setMaxListeners(0, cancel.signal);
    const waiting = Array.from({ length: 1_000 }, () => get(config, '/', cancel.signal).catch(() => 'left'));
    const last = get(config);
    await expect(last).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining('more than 1000 calls wait'),
    });
    cancel.abort();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['left']));
  });
});

describe('`Retry-After` of the server', () => {
  test.each([429, 503])('holds back all calls after %i', async (status) => {
    answers = [{ status, retryAfter: '1' }];
    const config = connection({ requests: 100, per: 'second' });
    await expect(get(config)).rejects.toMatchObject({ status, retryAfter: 1 });
    await Promise.all([get(config), get(config)]);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(900);
  });

  test('ends a call at once when it is longer than the longest wait', async () => {
    answers = [{ status: 429, retryAfter: '100' }];
    const config = connection({ concurrency: 4, maxWait: 5 });
    await expect(get(config)).rejects.toMatchObject({ status: 429, retryAfter: 100 });
    await expect(get(config)).rejects.toMatchObject({
      status: 429,
      retryAfter: 100,
      message: expect.stringContaining('maxWait'),
    });
    expect(times).toHaveLength(1);
  });

  test('stops no connection for longer than an hour', async () => {
    answers = [{ status: 503, retryAfter: '99999999' }];
    const config = connection({ concurrency: 4, maxWait: 1 });
    await expect(get(config)).rejects.toMatchObject({ status: 503 });
    await expect(get(config)).rejects.toMatchObject({ retryAfter: 3_600 });
  });

  test('of other answers, and without limits, holds nothing back', async () => {
    answers = [{ status: 404, retryAfter: '100' }, { status: 200 }, { status: 429, retryAfter: '100' }];
    const config = connection({ requests: 100, per: 'second' });
    await expect(get(config)).rejects.toMatchObject({ status: 404 });
    await get(config);
    const free = { baseUrl: server.url };
    await expect(get(free)).rejects.toMatchObject({ status: 429 });
    await get(free);
    expect(times).toHaveLength(4);
  });
});

test.each([
  [{}, '/rateLimit'],
  [{ requests: 5 }, '/rateLimit/requests'],
  [{ per: 'second' }, '/rateLimit/per'],
  [{ burst: 5 }, '/rateLimit/burst'],
  [{ requests: 0, per: 'second' }, '/rateLimit/requests'],
  [{ requests: 5, per: 'year' }, '/rateLimit/per'],
  [{ concurrency: 5_000 }, '/rateLimit/concurrency'],
])('the limit %j is a fault of the connection', (rateLimit, pointer) => {
  const faults = validateConfig(http, { baseUrl: 'https://a.test', rateLimit });
  expect(faults.map((each) => each.pointer)).toContain(pointer);
});
