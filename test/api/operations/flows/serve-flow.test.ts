import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RealService } from '../../identity/real-service.js';
import { expectProblem } from '../../start-app.js';

const flow = (name: string, task: string, more = '') =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\n${more}do:\n  - ${task}\n`;
const answering = (name: string, output: string) =>
  flow(name, `answer: { set: { all: 1 }, output: { as: ${output} } }`);

let service: RealService;
beforeAll(async () => {
  service = await RealService.start(
    {
      'flows/echo.yaml': flow('echo', 'echo: { set: "${ . }" }'),
      'flows/page.yaml': answering(
        'page',
        `{ status: 201, headers: { Content-Type: text/html, X-Many: [a, b], Content-Length: 99999, X-Request-Id: mine, Transfer-Encoding: chunked }, body: "<p>hé</p>" }`,
      ),
      'flows/nothing.yaml': answering('nothing', '{ status: 204 }'),
      'flows/plain.yaml': answering('plain', '{ status: done, body: 1, more: 2 }'),
      'flows/absurd.yaml': answering('absurd', '{ status: 999, body: 1 }'),
      'flows/split.yaml': answering('split', '{ status: 200, headers: { "x-a": "b\\r\\nset-cookie: c" } }'),
      'flows/late.yaml': flow(
        'late',
        'fail: { raise: { error: { type: "https://example.com/late", status: 409, title: Too late, detail: The shop is closed } } }',
      ),
      'flows/odd.yaml': flow(
        'odd',
        'fail: { raise: { error: { type: "https://example.com/odd", status: 200, title: Odd } } }',
      ),
      'flows/strict.yaml': flow(
        'strict',
        'ok: { set: { ok: true } }',
        'input: { schema: { document: { type: object, properties: { body: { type: object, required: [order] } } } } }\n',
      ),
      'flows/slow.yaml': flow('slow', 'rest: { wait: PT1H }'),
    },
    { SVC_Limits__RequestsPerMinute: '100000' },
  );
});
afterAll(() => service.remove());

const at = (name: string) => `/api/v1/live/flows/${name}/serve`;
const send = (
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: string | Buffer,
  headers: Record<string, string> = {},
) =>
  service.app.inject({
    method,
    url,
    headers: { 'x-api-key': service.adminKey, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });

describe('a flow that is served', () => {
  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'gets %s, the query and the headers, but no credential',
    async (method) => {
      const url = `${at('echo')}?a=1&b=x&b=y%20z&empty=`;
      const headers = { 'x-mine': 'yes', cookie: 'session=1' };
      const answer = await send(method, url, undefined, headers);
      expect(answer.statusCode).toBe(200);
      const { headers: seen, ...told } = answer.json();
      const nothing = { body: null, rawBody: null };
      expect(told).toEqual({ method, query: { a: '1', b: ['x', 'y z'], empty: '' }, ...nothing });
      expect(seen).toMatchObject({ 'x-mine': 'yes', host: expect.any(String) });
      expect(Object.keys(seen)).not.toContain('cookie');
      expect(answer.body).not.toContain(service.adminKey);
      expect(answer.headers).toMatchObject({
        'x-svc-connector': 'platform',
        'x-svc-entity': 'flow/echo',
        'x-svc-run-id': expect.any(String),
        'content-security-policy': 'sandbox allow-forms',
      });
    },
  );

  test.each([
    ['application/json', '{"a": [1, null]}', { a: [1, null] }],
    ['application/vnd.github+json; charset=utf-8', '7', 7],
    ['application/x-www-form-urlencoded', 'a=1&b=2&b=3&c=%2B', { a: '1', b: ['2', '3'], c: '+' }],
    ['text/csv', 'a;b\n', 'a;b\n'],
    ['application/xml', '<a/>', '<a/>'],
    ['application/octet-stream', Buffer.from([0, 255]), 'AP8='],
    ['', 'abc', 'YWJj'],
  ])('gets a body of the type %j', async (type, payload, body) => {
    const answer = await send('POST', at('echo'), payload, type === '' ? {} : { 'content-type': type });
    expect(answer.json().body).toEqual(body);
  });

  test('sets status, headers and body, except for headers of the connection and of svc', async () => {
    const answer = await send('GET', at('page'));
    expect(answer.statusCode).toBe(201);
    expect(answer.body).toBe('<p>hé</p>');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html',
      'content-length': '10',
      'x-many': ['a', 'b'],
    });
    expect(answer.headers['x-request-id']).not.toBe('mine');
    expect((await send('HEAD', at('page'))).statusCode).toBe(201);
    const nothing = await send('DELETE', at('nothing'));
    expect([nothing.statusCode, nothing.body]).toEqual([204, '']);
  });

  test('answers any other JSON unchanged', async () => {
    const answer = await send('GET', at('plain'));
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'done', body: 1, more: 2 }]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('that faults is answered with the status of its error', async () => {
    const { detail, hints } = expectProblem(await send('GET', at('late')), 409, 'flow_faulted');
    expect(detail).toBe('Too late: The shop is closed');
    expect(hints[0].text).toMatch(/The run `[0-9a-f-]{36}`/);
    expectProblem(await send('GET', at('odd')), 500, 'flow_faulted');
  });

  test('whose output is no valid response is answered with the fault of the output', async () => {
    const { errors } = expectProblem(await send('GET', at('absurd')), 500, 'flow_answer_invalid');
    expect(errors[0].pointer).toBe('/status');
    const split = await send('GET', at('split'));
    expectProblem(split, 500, 'flow_answer_invalid');
    expect(split.headers['set-cookie']).toBeUndefined();
  });

  test('that takes longer than the wait of the call is answered with its run', async () => {
    for (const prefer of ['wait=0', 'respond-async']) {
      const answer = await send('POST', at('slow'), undefined, { prefer });
      expect(answer.statusCode).toBe(202);
      expect(answer.json()).toMatchObject({ flow: 'slow', endedAt: null });
      const location = String(answer.headers['location']);
      expect(location).toBe(`/api/v1/live/runs/${answer.json().id}`);
      expect((await service.call('POST', `${location}/cancel`)).statusCode).toBeLessThan(300);
    }
  });
});

describe('a request that cannot be passed to a flow', () => {
  test('is refused before a run starts', async () => {
    const json = { 'content-type': 'application/json' };
    expectProblem(await send('POST', at('strict'), '{}', json), 422, 'parameters_invalid');
    expectProblem(await send('POST', at('echo'), '{"a":', json), 400, 'request_invalid');
    expectProblem(await send('POST', at('echo'), '{"__proto__": {}}', json), 400, 'request_invalid');
    expectProblem(await send('POST', at('echo'), `${'['.repeat(5000)}`, json), 400, 'request_invalid');
    expectProblem(await send('GET', `${at('echo')}?__proto__=1`), 400, 'request_invalid');
    expectProblem(await send('POST', at('echo'), 'x'.repeat(1_100_000)), 413, 'body_too_large');
    expectProblem(await send('GET', at('ekko')), 404, 'flow_not_found');
  });

  test('is refused without the permission to run flows, and accepted from the holder of a share link', async () => {
    expectProblem(await service.anonymous('GET', at('echo')), 401, 'unauthenticated');
    const viewer = { 'x-api-key': await service.key('reader', 'viewer') };
    expectProblem(await service.call('GET', at('echo'), undefined, viewer), 403, 'forbidden');
    const share = { name: 'hook', branch: 'live', flow: 'echo', rights: ['run'] };
    const { token } = (await service.call('POST', '/api/v1/platform/shares', share)).json();
    const answer = await service.anonymous('POST', `${at('echo')}?share=${token}&a=1`, { b: 2 });
    expect(answer.json()).toMatchObject({ method: 'POST', query: { a: '1' }, body: { b: 2 } });
    expect(answer.body).not.toContain(token);
    expectProblem(await service.anonymous('POST', `${at('plain')}?share=${token}`), 403, 'forbidden');
  });
});
