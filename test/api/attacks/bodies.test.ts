import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { promisify } from 'node:util';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../../api/operations/registry.js';
import { buildApp } from '../../../api/server.js';
import { RealService } from '../identity/real-service.js';
import { sendRaw, told } from './wire.js';

let service: RealService;
let hasty: ReturnType<typeof buildApp>;
let base = '';
let port = 0;

beforeAll(async () => {
  service = await RealService.start({}, { SVC_Limits__RequestsPerMinute: '100000' });
  base = await service.app.listen({ port: 0, host: '127.0.0.1' });
  port = Number(new URL(base).port);
  const { controller } = service;
  hasty = buildApp({ controller, log: pino({ level: 'silent' }), bodyTimeoutMs: 50 });
  await hasty.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await hasty.close();
  await service.remove();
});

const runs = '/api/v1/live/flows/hello/runs';
const mcpHeaders = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };

async function post(path: string, body: string, headers: Record<string, string> = {}) {
  const answer = await fetch(base + path, {
    method: 'POST',
    headers: { 'x-api-key': service.adminKey, 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

function head(path: string, ...more: string[]): string {
  const lines = [`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1', `X-API-Key: ${service.adminKey}`];
  return [...lines, 'Content-Type: application/json', ...more, '', ''].join('\r\n');
}

describe('a body that is too large', () => {
  test.each([runs, '/graphql', '/mcp', '/api/v1/platform/auth/token', '/api/v1/live/entities/platform/flow'])(
    'is refused on %s, with and without a Content-Length',
    async (path) => {
      const huge = 'a'.repeat(1_100_000);
      const { status, text } = await post(path, huge, path === '/mcp' ? mcpHeaders : {});
      expect([status, JSON.parse(text).code]).toEqual([413, 'body_too_large']);
      const announced = await sendRaw(port, head(path, 'Content-Length: 99999999'), /body_too_large/);
      expect(told(announced)).toBe('413 body_too_large');
      const chunk = `${huge.length.toString(16)}\r\n${huge}\r\n`;
      const chunked = await sendRaw(port, head(path, 'Transfer-Encoding: chunked') + chunk, /body_too_large/);
      expect(told(chunked)).toBe('413 body_too_large');
    },
  );

  test.each([runs, '/mcp', '/graphql'])(
    'is answered on %s also to a client that reads only after it has sent everything',
    async (path) => {
      const part = 'a'.repeat(1_000_000);
      const socket = connect(port, '127.0.0.1');
      const write = promisify(socket.write.bind(socket) as (text: string, done: () => void) => boolean);
      await write(head(path, `Content-Length: ${8 * part.length}`));
      for (let sent = 0; sent < 8; sent += 1) await write(part);
      const [answer] = await once(socket, 'data');
      expect(told(String(answer))).toBe('413 body_too_large');
      socket.destroy();
    },
  );

  test('without an end is cut off after the answer', async () => {
    const { port: hurried } = hasty.server.address() as AddressInfo;
    const answer = await sendRaw(hurried, `${head(runs, 'Content-Length: 99999999')}{"na`);
    expect(told(answer)).toBe('413 body_too_large');
  });

  test('is refused as a delivery of a forge', async () => {
    const { status, text } = await post('/api/v1/platform/git/sync', 'a'.repeat(5_300_000));
    expect([status, JSON.parse(text).code]).toEqual([413, 'body_too_large']);
  });
});

describe('a body that trickles in', () => {
  test.each([runs, '/graphql', '/mcp', '/api/v1/platform/git/sync', '/api/v1/platform/auth/token'])(
    'is answered on %s with 408, and the connection is closed',
    async (path) => {
      const { port: hurried } = hasty.server.address() as AddressInfo;
      // Without a pattern: the promise settles only because the service closes.
      const answer = await sendRaw(hurried, `${head(path, 'Content-Length: 1000')}{"na`);
      expect(told(answer)).toBe('408 request_timeout');
      expect(answer.toLowerCase()).toContain('connection: close');
    },
  );
});

describe('JSON that nests too deep', () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const tool = (value: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run-flow","arguments":{"flow":"hello","parameters":${value}}}}`;
  const mutation = (value: string) =>
    `{"query":"mutation($p:JSON){ runFlow(flow:\\"hello\\", parameters:$p){ status } }","variables":{"p":${value}}}`;

  test.each([
    ['REST', runs, (value: string) => value],
    ['GraphQL', '/graphql', mutation],
    ['MCP', '/mcp', tool],
  ] as const)('is refused over %s before it is processed', async (_surface, path, wrap) => {
    for (const levels of [600, 10_000, 100_000]) {
      const { status, text } = await post(path, wrap(deep(levels)), mcpHeaders);
      expect([levels, status, JSON.parse(text).code]).toEqual([levels, 400, 'request_invalid']);
    }
    const fine = await post(path, wrap(deep(400)), mcpHeaders);
    expect(fine.text).toContain('completed');
    // Brackets in texts are no levels.
    const text = await post(
      path,
      wrap(JSON.stringify({ name: '[{'.repeat(2_000), quote: '"\\' })),
      mcpHeaders,
    );
    expect(text.text).toContain('completed');
  });
});

describe('half a million levels', () => {
  const arrays = '['.repeat(250_000) + ']'.repeat(250_000);
  const objects = `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`;
  const open = '['.repeat(500_000);
  const withBody = routes.filter(({ method }) => method !== 'GET');
  const getAddress = (path: string) =>
    path.replaceAll(
      /:(\w+)/g,
      (_, name: string) => ({ branch: 'live', name: 'hello', flow: 'hello' })[name] ?? 'x',
    );
  const refused = async (path: string, body: string, init: RequestInit = {}) => {
    const { headers, ...more } = init;
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: {
        'x-api-key': service.adminKey,
        'content-type': 'application/json',
        ...mcpHeaders,
        ...headers,
      },
      body,
      ...more,
    });
    const text = await answer.text();
    expect(answer.status, `${path} ${text.slice(0, 200)}`).toBeGreaterThanOrEqual(400);
    expect(answer.status, `${path} ${text.slice(0, 200)}`).toBeLessThan(500);
    return text;
  };

  test(`are a fault of the caller in the body of each of the ${withBody.length} routes`, async () => {
    const before = service.logged.length;
    for (const { method, path } of withBody)
      for (const body of [arrays, objects, open]) await refused(getAddress(path), body, { method });
    for (const type of ['application/merge-patch+json', 'application/json-patch+json'])
      for (const body of [arrays, objects])
        await refused('/api/v1/live/entities/platform/flow/hello', body, {
          method: 'PATCH',
          headers: { 'content-type': type },
        });
    for (const body of [arrays, objects, open]) {
      await refused('/mcp', body);
      await refused('/mcp', `{"jsonrpc":"2.0","id":${body},"method":"tools/list"}`);
      await refused('/api/v1/git/sync', body);
      await refused('/api/v1/live/hooks/x', body);
      await refused('/graphql', body);
    }
    expect(service.logged.slice(before).filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  test('are a fault of the caller in a query, its variables and its extensions', async () => {
    const before = service.logged.length;
    const value = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const [fields, types] = [
      `${'{a'.repeat(50_000)}${'}'.repeat(50_000)}`,
      `query ($a: ${'['.repeat(50_000)}Int${']'.repeat(50_000)}) { __typename }`,
    ];
    const few = `{ flows(q: ${'['.repeat(1_990)}${']'.repeat(1_990)}) { nodes { name } } }`;
    for (const query of [`{flows(q:${value})}`, `{flows(q:${value.slice(0, 50_000)})}`, fields, types, few]) {
      expect(
        await refused('/graphql', JSON.stringify({ query }), {
          headers: { accept: 'application/graphql-response+json' },
        }),
      ).toContain('nested deeper');
      const { text } = await post('/graphql', JSON.stringify({ query }), { accept: 'text/event-stream' });
      expect(text).toContain('nested deeper');
    }
    for (const name of ['variables', 'extensions'] as const) {
      const deep = new URLSearchParams({
        query: '{ __typename }',
        [name]: `{"a":${'['.repeat(900)}${']'.repeat(900)}}`,
      });
      const answer = await fetch(`${base}/graphql?${deep}`, {
        headers: { 'x-api-key': service.adminKey, accept: 'application/graphql-response+json' },
      });
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('nested deeper')]);
    }
    expect(service.logged.slice(before).filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});

describe('malformed HTTP', () => {
  test.each([
    ['headers of 20 KiB', `X-A: ${'a'.repeat(20_000)}`, '431 request_invalid'],
    [
      'three thousand headers',
      Array.from({ length: 3_000 }, (_, i) => `a${i}: 1`).join('\r\n'),
      '431 request_invalid',
    ],
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3', '400 request_invalid'],
    ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked', '400 request_invalid'],
    ['a line of a header that goes on', 'X-A: 1\r\n b: 2\r\nX-B : 3', '400 request_invalid'],
    ['a control character in a header', 'X-Request-Id: a\u001b[31m', '400 request_invalid'],
  ])('is answered with a problem, and the connection is closed: %s', async (_what, header, expected) => {
    expect(told(await sendRaw(port, head(runs, header)))).toBe(expected);
  });

  test('does not stop the service', async () => {
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
  });
});
