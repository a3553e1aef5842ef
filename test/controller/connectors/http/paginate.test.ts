import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pathPattern, valueAt } from '../../../../controller/connectors/http/paging/body-path.js';
import { nextLink } from '../../../../controller/connectors/http/paging/next-link.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { json, TestServer } from '../server.js';
import { http, shown, useCalls } from './use.js';

const call = useCalls();

const orders = Array.from({ length: 25 }, (_, id) => ({ id }));
let server: TestServer;
let other: TestServer;
let asked: { target: string; key: string | undefined; body: string; authorization: string | undefined }[] =
  [];
let reached = 0;
let onRequest: (count: number) => void = () => {};

beforeAll(async () => {
  other = await TestServer.start((_, response) => {
    reached++;
    json(response, []);
  });
  server = await TestServer.start((request, response, body) => {
    const target = request.url ?? '';
    const url = new URL(target, server.url);
    const { authorization } = request.headers;
    asked.push({ target, key: request.headers['idempotency-key'] as string, body, authorization });
    onRequest(asked.length);
    const number = (name: string) => Number(url.searchParams.get(name) ?? 0);
    const page = orders.slice(number('from'), number('from') + 10);
    const link = (address: string) => response.setHeader('link', `<${address}>; rel="next"`);
    const rest = number('from') + 10;
    switch (url.pathname) {
      case '/api/links':
        response.setHeader('link', [
          `<${server.url}/api/links>; rel="first"`,
          ...(rest < 25 ? [`</api/links?from=${rest}&q=a,b>; title="a, <b>"; REL="prefetch next"`] : []),
        ]);
        return json(response, page);
      case '/api/body-links':
        return json(response, { results: page, next: rest < 25 ? `?from=${rest}` : null });
      case '/api/cursor': {
        const from = Number(
          url.searchParams.get('after') ?? (body === '' ? 0 : JSON.parse(body)?.after) ?? 0,
        );
        const data = orders.slice(from, from + 10);
        const more = from + 10 < 25;
        return json(response, { data, has_more: more, meta: { next: more ? `${from + 10}` : '' } });
      }
      case '/api/stripe': {
        const after = url.searchParams.get('starting_after');
        const from = after === null ? 0 : Number(after) + 1;
        return json(response, { data: orders.slice(from, from + 10), has_more: from + 10 < 25 });
      }
      case '/api/offset':
        return json(response, {
          total: 25,
          items: orders.slice(number('offset'), number('offset') + 10),
        });
      case '/api/page':
        return json(response, orders.slice((number('page') - 1) * 10, number('page') * 10));
      case '/api/same':
        link(`/api/same`);
        return json(response, [1]);
      case '/api/circle':
        link(`/api/circle?at=${(number('at') + 1) % 3}`);
        return json(response, [1]);
      case '/api/same-cursor':
        return json(response, { data: [1], meta: { next: 'x' } });
      case '/api/away':
        link(`${other.url}/api`);
        return json(response, [1]);
      case '/api/user':
        link(`http://u:p@127.0.0.1:${server.port}/api`);
        return json(response, [1]);
      case '/api/endless':
        link(`/api/endless?at=${number('at') + 1}`);
        return json(response, [number('at')]);
      case '/api/large':
        link(`/api/large?at=${number('at') + 1}`);
        return json(response, ['x'.repeat(1_000_000)]);
      case '/api/fails':
        link('/api/fails?from=1');
        return json(response, [1], number('from') === 0 ? 200 : 500);
      case '/api/object':
        return json(response, { things: [] });
      case '/api/many':
        return json(
          response,
          Array.from({ length: 300_000 }, () => 1),
        );
      default:
        return json(response, {}, 404);
    }
  });
});
afterAll(async () => {
  await Promise.all([server.stop(), other.stop()]);
});
beforeEach(() => {
  asked = [];
  reached = 0;
  onRequest = () => {};
});

const auth = { type: 'bearer', token: 'geheim' };
const read = (
  path: string,
  paginate: JsonObject,
  { action = 'get', ...more }: JsonObject = {},
  signal?: AbortSignal,
) =>
  call(
    { baseUrl: `${server.url}/api`, auth },
    { action: String(action), input: { path, paginate, ...more }, ...(signal && { signal }) },
  );
const targets = () => asked.map(({ target }) => target);

describe('all pages of a list are read', () => {
  test('by the links in the header', async () => {
    expect(await read('/links', { by: 'link' }, { query: { q: 'a,b' } })).toEqual(orders);
    expect(targets()).toEqual(['/api/links?q=a%2Cb', '/api/links?from=10&q=a,b', '/api/links?from=20&q=a,b']);
    expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer geheim']));
  });

  test('by links in the body', async () => {
    expect(await read('/body-links', { by: 'link', next: '.next', items: '.results' })).toEqual(orders);
    expect(targets()).toEqual(['/api/body-links', '/api/body-links?from=10', '/api/body-links?from=20']);
  });

  test('by a cursor in the query', async () => {
    const how = { by: 'cursor', cursor: '.meta.next', parameter: 'after', items: '.data' };
    expect(await read('/cursor', how, { query: { q: 1 } })).toEqual(orders);
    expect(targets()).toEqual(['/api/cursor?q=1', '/api/cursor?q=1&after=10', '/api/cursor?q=1&after=20']);
  });

  test('by a cursor in the body, with a key of its own for each page', async () => {
    const how = { by: 'cursor', cursor: '.meta.next', parameter: 'after', in: 'body', items: '.data' };
    expect(await read('/cursor', how, { action: 'post', body: { q: 1 } })).toEqual(orders);
    expect(asked.map(({ body }) => body)).toEqual([
      '{"q":1}',
      '{"q":1,"after":"10"}',
      '{"q":1,"after":"20"}',
    ]);
    expect(asked.map(({ key }) => key)).toEqual(['key-1', 'key-1/1', 'key-1/2']);
  });

  test('by the last item, as long as the body says that there are more', async () => {
    const how = {
      by: 'cursor',
      cursor: '.data[-1].id',
      parameter: 'starting_after',
      more: '.has_more',
      items: '.data',
    };
    expect(await read('/stripe', how)).toEqual(orders);
    expect(targets()).toHaveLength(3);
  });

  test('by the offset, to the total or to an empty page', async () => {
    const how = { by: 'offset', items: '.items' };
    expect(await read('/offset', { ...how, total: '.total' })).toEqual(orders);
    expect(targets()).toEqual(['/api/offset?offset=0', '/api/offset?offset=10', '/api/offset?offset=20']);
    asked = [];
    expect(await read('/offset', how)).toEqual(orders);
    expect(targets().at(-1)).toBe('/api/offset?offset=25');
  });

  test('by the number of the page', async () => {
    expect(await read('/page', { by: 'page' }, { action: 'request', method: 'get' })).toEqual(orders);
    expect(targets()).toEqual([1, 2, 3, 4].map((page) => `/api/page?page=${page}`));
  });

  test('up to a limit, and no page more than needed', async () => {
    expect(await read('/links', { by: 'link', limit: 12 })).toEqual(orders.slice(0, 12));
    expect(await read('/links', { by: 'link', limit: 10 })).toHaveLength(10);
    expect(asked).toHaveLength(3);
  });

  test('also very long ones', async () => {
    expect(await read('/many', { by: 'link' })).toHaveLength(300_000);
  });
});

describe('reading ends', () => {
  test.each(['/same', '/circle'])('with an error at a link that was read before: %s', async (path) => {
    await expect(read(path, { by: 'link' })).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining('read before'),
    });
    expect(asked.length).toBeLessThan(5);
  });

  test('with an error at a cursor that was used before', async () => {
    const how = { by: 'cursor', cursor: '.meta.next', parameter: 'after', items: '.data' };
    await expect(read('/same-cursor', how)).rejects.toThrow('read before');
    expect(asked).toHaveLength(2);
  });

  test('with an error at a link to another origin, which gets no request', async () => {
    const failure = await read('/away', { by: 'link' }).catch((error) => error);
    expect(failure).toMatchObject({ status: 502, message: expect.stringContaining(other.url) });
    expect(shown(failure)).not.toContain('geheim');
    await expect(read('/user', { by: 'link' })).rejects.toMatchObject({ status: 502 });
    expect(reached).toBe(0);
  });

  test('with an error when the list goes on after the most pages', async () => {
    await expect(read('/endless', { by: 'link', pages: 3 })).rejects.toThrow('goes on after 3 pages');
    await expect(read('/endless', { by: 'link' })).rejects.toThrow('goes on after 100 pages');
    expect(asked).toHaveLength(103);
    expect(await read('/endless', { by: 'link', limit: 5 })).toEqual([0, 1, 2, 3, 4]);
  });

  test('with an error beyond 8 MiB', async () => {
    await expect(read('/large', { by: 'link' })).rejects.toThrow('more than 8388608 bytes');
    expect(asked).toHaveLength(9);
  });

  test('with the refusal of a later page', async () => {
    await expect(read('/fails', { by: 'link' })).rejects.toMatchObject({ status: 500 });
  });

  test('between pages when the run is cancelled', async () => {
    const cancel = new AbortController();
    onRequest = (count) => count === 3 && cancel.abort(new Error('cancelled'));
    await expect(read('/endless', { by: 'link' }, {}, cancel.signal)).rejects.toThrow('cancelled');
    expect(asked).toHaveLength(3);
  });

  test.each([
    [{ by: 'link' }, 'name the list in it by `paginate.items`'],
    [{ by: 'link', items: '.orders' }, '`paginate.items` (`.orders`) is no list'],
    [{ by: 'offset', items: '.things', total: '.count' }, undefined],
    [{ by: 'cursor', items: '.things', cursor: '.things', parameter: 'a' }, 'no text'],
  ])('with an error for a body that does not fit %j', async (how, message) => {
    const answer = read('/object', how as JsonObject);
    if (message === undefined) expect(await answer).toEqual([]);
    else await expect(answer).rejects.toThrow(message);
  });
});

test('a whole response and pages exclude each other, also before the run', async () => {
  await expect(read('/links', { by: 'link' }, { output: 'response' })).rejects.toMatchObject({
    kind: 'validation',
  });
  const fault = http.actions['get']?.check?.({ paginate: { by: 'link' }, output: 'response' }, () => true);
  expect(fault).toMatchObject({ pointer: '/output' });
});

describe('a link header', () => {
  test.each([
    ['<a>; rel=next', 'a'],
    ['<a>; rel="prev", <b,c;d>; title="x\\", <y>; rel=next"; rel="last next"', 'b,c;d'],
    ['<a>; rel=prev,<b>; REL=NEXT', 'b'],
    ['<a>; rel="nextish"', undefined],
    ['<a>; title=next', undefined],
    ['a; rel=next', undefined],
    ['', undefined],
    [null, undefined],
  ])('%s leads to %s', (header, target) => {
    expect(nextLink(header)).toBe(target);
  });

  test('that is hostile is read in no time', () => {
    const started = performance.now();
    for (const part of ['<', '<>;', '<a>; a="', ' ; a', '<a> ', ';', ' ', 'a="\\"'])
      for (const start of ['<a>', '<a>; rel', '<a>; rel='])
        nextLink(`${start}${part.repeat(16_000 / part.length)}`);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe('a path in the body', () => {
  const body = { a: { 'b c': [1, 2, { d: null }] }, __proto__x: 1 };
  test.each([
    ['.', body],
    ['.a["b c"][0]', 1],
    ['.a."b c"[-2]', 2],
    ['.a.["b\\u0020c"].[2].d', null],
    ['.constructor', undefined],
    ['.a.none.deeper', undefined],
  ])('%s', (path, value) => {
    expect(new RegExp(pathPattern).test(path)).toBe(true);
    expect(valueAt(body, path)).toEqual(value);
  });

  test.each(['', 'a', '..', '.a.', '.[0', '.a | .b', '.a[]', '.a[0:1]', '.a b'])('%j is none', (path) => {
    expect(new RegExp(pathPattern).test(path)).toBe(false);
  });
});
