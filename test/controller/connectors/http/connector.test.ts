import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtInConnectors, type Connector } from '../../../../controller/connectors/index.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { openNetwork } from '../networks.js';
import { json, TestServer } from '../server.js';

const [http] = builtInConnectors() as [Connector];
let server: TestServer;
let other: TestServer;

beforeAll(async () => {
  other = await TestServer.start((request, response) => json(response, { leaked: request.headers }));
  server = await TestServer.start((request, response, body) => {
    const url = new URL(request.url ?? '', 'http://x');
    switch (url.pathname) {
      case '/api/refused':
        return json(response, { error: 'no such order', hint: 'look again' }, 404);
      case '/api/repeats':
        return json(response, [request.url, request.headers.authorization], 403);
      case '/api/text':
        return response
          .writeHead(200, { 'content-type': 'text/plain; charset=latin1' })
          .end(Buffer.from([0xe9]));
      case '/api/bytes':
        return response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([1, 2]));
      case '/api/broken':
        return response.writeHead(200, { 'content-type': 'application/json' }).end('{');
      case '/api/deep':
        return response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('['.repeat(100_000) + ']'.repeat(100_000));
      case '/api/moved':
        return response.writeHead(307, { location: '/api/echo?moved' }).end();
      case '/api/away':
        return response.writeHead(302, { location: `${other.url}/` }).end();
      case '/api/slow':
        return;
      default:
        return json(response, { method: request.method, url: request.url, headers: request.headers, body });
    }
  });
});

afterAll(async () => {
  await Promise.all([server.stop(), other.stop()]);
});

async function invoke(action: string, input: JsonObject, config: JsonObject = {}) {
  const about = {
    connection: 'shop',
    config: { baseUrl: `${server.url}/api`, ...config },
    signal: new AbortController().signal,
    network: openNetwork,
  };
  const client = await http.client?.open(about);
  const context = { ...about, client, idempotencyKey: 'run/do/0/a', log: () => {} };
  return http.actions[action]?.run(context, input) as Promise<JsonObject>;
}

test('every verb is an action, and `request` takes any other', async () => {
  for (const verb of ['get', 'post', 'put', 'patch', 'delete']) {
    await expect(invoke(verb, { path: '/echo' })).resolves.toMatchObject({ method: verb.toUpperCase() });
  }
  await expect(invoke('head', { path: '/echo', output: 'response' })).resolves.toMatchObject({
    statusCode: 200,
    content: null,
  });
  await expect(invoke('request', { method: 'options', path: '/echo' })).resolves.toMatchObject({
    method: 'OPTIONS',
  });
});

test('path, query, headers and body go where they belong', async () => {
  const sent = await invoke(
    'post',
    {
      path: '/orders/{id}',
      pathParams: { id: 'a/b' },
      query: { tag: ['x', 'y'], none: null },
      headers: { accept: 'text/plain' },
      body: { n: 1 },
    },
    { headers: { accept: 'application/json', 'x-team': 'shop' }, query: { lang: 'en' } },
  );
  expect(sent).toMatchObject({
    url: '/api/orders/a%2Fb?lang=en&tag=x&tag=y',
    body: '{"n":1}',
    headers: {
      accept: 'text/plain',
      'x-team': 'shop',
      'content-type': 'application/json',
      'idempotency-key': 'run/do/0/a',
    },
  });
});

describe('a value of the path', () => {
  test.each(['..', '.'])('%j leads to no other path', async (id) => {
    const refused = { kind: 'validation', message: expect.stringContaining('another path') };
    await expect(invoke('delete', { path: '/orders/{id}/notes', pathParams: { id } })).rejects.toMatchObject(
      refused,
    );
    const twice = { path: '/orders/{id}{id}', pathParams: { id: '.' } };
    await expect(invoke('delete', twice)).rejects.toMatchObject(refused);
  });

  test.each([
    ['../a', '/api/orders/..%2Fa'],
    ['%2e%2e', '/api/orders/%252e%252e'],
    ['..\\a', '/api/orders/..%5Ca'],
    ['a?b#c', '/api/orders/a%3Fb%23c'],
    ['\ud800', '/api/orders/%EF%BF%BD'],
    ['...', '/api/orders/...'],
  ])('%j stays a part of it', async (id, url) => {
    await expect(invoke('get', { path: '/orders/{id}', pathParams: { id } })).resolves.toMatchObject({ url });
  });
});

describe('what no request can have', () => {
  test.each([
    ['request', { method: 'connect' }, '/method'],
    ['request', { method: 'TRACE' }, '/method'],
    ['request', { method: 'get', body: 1 }, '/body'],
    ['post', { headers: { 'Transfer-Encoding': 'chunked' } }, '/headers/Transfer-Encoding'],
    ['get', { headers: { upgrade: 'h2c' } }, '/headers/upgrade'],
  ])('is found before the run, and refused in it: %s %j', async (action, input, pointer) => {
    expect(http.actions[action]?.check?.(input as JsonObject, () => true)).toMatchObject({ pointer });
    await expect(invoke(action, { path: '/echo', ...input })).rejects.toMatchObject({ kind: 'validation' });
  });

  test('is no argument of the verb', () => {
    expect(http.actions['get']?.input).not.toHaveProperty('properties.body');
    expect(http.actions['post']?.input).toHaveProperty('properties.body');
  });
});

test('a form is sent as one', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await expect(invoke('post', { path: '/echo', headers, body: { a: [1, 2] } })).resolves.toMatchObject({
    body: 'a=1&a=2',
  });
});

describe('credentials', () => {
  test.each([
    [{ type: 'basic', username: 'u', password: 'p' }, { authorization: 'Basic dTpw' }],
    [{ type: 'bearer', token: 't' }, { authorization: 'Bearer t' }],
    [{ type: 'apiKey', in: 'header', name: 'X-Key', value: 'k' }, { 'x-key': 'k' }],
  ])('%j', async (auth, headers) => {
    await expect(invoke('get', { path: '/echo' }, { auth })).resolves.toMatchObject({ headers });
  });

  test('a key in the query', async () => {
    const auth = { type: 'apiKey', in: 'query', name: 'key', value: 'k' };
    await expect(invoke('get', { path: '/echo' }, { auth })).resolves.toMatchObject({
      url: '/api/echo?key=k',
    });
  });

  test('the flow cannot replace them', async () => {
    const input = { path: '/echo', headers: { authorization: 'Bearer mine' } };
    const sent = await invoke('get', input, { auth: { type: 'bearer', token: 't' } });
    expect(sent).toMatchObject({ headers: { authorization: 'Bearer t' } });
  });

  test('are in no error, not even in one about themselves', async () => {
    const auth = { type: 'apiKey', in: 'query', name: 'key', value: 'geheim' };
    const refused = await invoke('get', { path: '/refused' }, { auth }).catch(String);
    const malformed = await invoke('get', {}, { auth: { type: 'bearer', token: 'geheim\n' } }).catch(String);
    expect(`${refused}${malformed}`).not.toContain('geheim');
  });

  test.each([
    { type: 'basic', username: 'u', password: 'geheim' },
    { type: 'bearer', token: 'geheim' },
    { type: 'apiKey', in: 'query', name: 'key', value: 'geheim ä' },
  ])('are hidden when the server repeats them in a refusal: %j', async (auth) => {
    const refused = await invoke('get', { path: '/repeats' }, { auth }).catch(String);
    expect(refused).toContain('answered 403');
    expect(refused).toContain('***');
    expect(refused).not.toMatch(/geheim|dTpnZWhlaW0=/);
  });

  test('do not go along to another origin', async () => {
    const auth = { type: 'apiKey', in: 'header', name: 'X-Key', value: 'k' };
    await expect(invoke('get', { path: '/away' }, { auth })).rejects.toMatchObject({
      status: 502,
      code: 'redirect_refused',
    });
    await expect(invoke('get', { path: '/moved' }, { auth })).resolves.toMatchObject({
      url: '/api/echo?moved',
    });
  });
});

test.each(['/../admin', '/%2e%2e/admin', '//../../admin', '\\..\\..\\admin'])(
  'the path %s does not lead out of the base address',
  async (path) => {
    await expect(invoke('get', { path })).rejects.toMatchObject({
      kind: 'validation',
      message: expect.stringContaining('leads out of the base address'),
    });
  },
);

test('a path cannot change the host', async () => {
  await expect(invoke('get', { path: '@example.com/' })).resolves.toMatchObject({
    url: '/api/@example.com/',
  });
});

describe('answers', () => {
  test('anything but 2xx is a communication error with that status and the beginning of the body', async () => {
    await expect(invoke('get', { path: '/refused' })).rejects.toMatchObject({
      name: 'ConnectorError',
      kind: 'communication',
      status: 404,
      title: 'Not Found',
      message: `GET ${server.url}/api/refused answered 404: {"error":"no such order","hint":"look again"}`,
    });
  });

  test('text in its character set, bytes as base64', async () => {
    await expect(invoke('get', { path: '/text' })).resolves.toBe('é');
    await expect(invoke('get', { path: '/bytes' })).resolves.toBe('AQI=');
  });

  test('JSON that is none is a communication error', async () => {
    await expect(invoke('get', { path: '/deep' })).rejects.toMatchObject({
      kind: 'communication',
      status: 502,
      message: expect.stringContaining('deeper than 500 levels'),
    });
    await expect(invoke('get', { path: '/broken' })).rejects.toMatchObject({
      kind: 'communication',
      status: 502,
    });
  });

  test('as a whole when asked', async () => {
    await expect(invoke('get', { path: '/echo', output: 'response' })).resolves.toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'application/json' },
      content: { method: 'GET' },
    });
  });

  test('that take longer than the connection allows are a timeout', async () => {
    await expect(invoke('get', { path: '/slow' }, { timeout: 0.05 })).rejects.toMatchObject({
      kind: 'timeout',
      status: 408,
    });
  });
});

test('an address that no server would take is refused before it is sent, however it became long', async () => {
  const refused = /the address has \d+ characters, and at most 65536 are sent/;
  await expect(invoke('get', { path: `/${'a'.repeat(900_000)}` })).rejects.toThrow(refused);
  await expect(invoke('get', { path: '/x', query: { q: 'ä'.repeat(20_000) } })).rejects.toThrow(refused);
  await expect(invoke('get', { path: '/x', query: { q: 'a'.repeat(9_000) } })).resolves.toBeDefined();
});
