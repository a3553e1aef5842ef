import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RealService } from '../identity/real-service.js';
import { sendRaw } from './wire.js';

let service: RealService;
let url = '';
beforeAll(async () => {
  service = await RealService.start({}, { SVC_Limits__RequestsPerMinute: '100000' });
  url = await service.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => service.remove());

const revision = { 'mcp-protocol-version': '2025-11-25' };
const read = { name: 'read-entity', arguments: { type: 'flow', name: 'hello' } };
const call = (id: unknown, more: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: read,
  ...more,
});

async function post(message: unknown, headers: Record<string, string> = revision) {
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'x-api-key': service.adminKey,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
  const text = await answer.text();
  const data =
    text
      .split('\n')
      .findLast((line) => line.startsWith('data: {'))
      ?.slice('data: '.length) ?? text;
  return { status: answer.status, body: data === '' ? undefined : JSON.parse(data) };
}

/** Asserts an error of the protocol or a problem, without internal details. */
function expectError({ status, body }: { status: number; body: unknown }): void {
  const text = JSON.stringify(body);
  expect(status, text).toBeLessThan(500);
  expect(text).toMatch(/"error":\{|"code":"\w+"/);
  expect(text).not.toMatch(/node_modules|\.[jt]s:\d| {4}at /);
}

describe('a message that is no JSON-RPC request', () => {
  test.each([
    ['an empty batch', []],
    ['a batch of what is nothing', [1, null, 'a']],
    ['a number', 7],
    ['no version', { id: 1, method: 'ping' }],
    ['another version', { jsonrpc: '1.0', id: 1, method: 'ping' }],
    ['an id that is an object', { jsonrpc: '2.0', id: { a: 1 }, method: 'ping' }],
    ['an id that is a list', { jsonrpc: '2.0', id: [1], method: 'ping' }],
    ['an id that is true', { jsonrpc: '2.0', id: true, method: 'ping' }],
    ['an id that is null', { jsonrpc: '2.0', id: null, method: 'ping' }],
    ['no method', { jsonrpc: '2.0', id: 1 }],
    ['a method that is a number', { jsonrpc: '2.0', id: 1, method: 5 }],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'constructor' }],
    ['parameters that are a list', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: [1] }],
    ['an unknown tool', call(1, { params: { name: '__proto__', arguments: {} } })],
    ['arguments that are text', call(1, { params: { name: 'read-entity', arguments: 'a' } })],
    ['a name that is a list', call(1, { params: { name: ['read-entity'] } })],
  ])('is refused: %s', async (_what, message) => {
    expectError(await post(message));
  });

  test.each([
    ['a session in a revision without', { 'mcp-protocol-version': '2026-07-28', 'mcp-session-id': 'x' }],
    ['a revision that is none', { 'mcp-protocol-version': '1999-01-01' }],
    ['a revision that is text', { 'mcp-protocol-version': '../../etc' }],
  ])('is refused: %s', async (_what, headers) => {
    expectError(await post(call(1), headers));
  });

  test('keys such as `__proto__` do not change the prototype of objects', async () => {
    const text = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run-flow","arguments":{"flow":"hello","parameters":{"__proto__":{"polluted":1}}}}}`;
    expect((await post(text)).status).toBeLessThan(500);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('an unusual but valid message', () => {
  const isAnswer = (id: unknown) => ({
    status: 200,
    body: { jsonrpc: '2.0', id, result: { structuredContent: { name: 'hello' } } },
  });

  test.each([
    ['long', 'x'.repeat(100_000)],
    ['empty', ''],
    ['zero', 0],
    ['below zero', -1],
    ['of another script', '\u2028💥'],
    ['the name of what all objects have', '__proto__'],
  ])('an id that is %s comes back unchanged', async (_what, id) => {
    expect(await post(call(id))).toMatchObject(isAnswer(id));
  });

  test('calls with the same id at the same time each get their own answer', async () => {
    const session = { ...revision, 'mcp-session-id': 'of-nobody' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(call(7), session)));
    for (const answer of answers) expect(answer).toMatchObject(isAnswer(7));
  });

  test('unknown notifications are accepted and ignored', async () => {
    for (const method of ['notifications/nothing', 'notifications/cancelled', 'notifications/progress']) {
      const { status, body } = await post({
        jsonrpc: '2.0',
        method,
        params: { requestId: 'nobody', progressToken: 1, progress: 1 },
      });
      expect([method, status, body]).toEqual([method, 202, undefined]);
    }
  });

  test('answers to requests that were never sent are ignored', async () => {
    expect((await post({ jsonrpc: '2.0', id: 99, result: {} })).status).toBe(202);
  });
});

test('two lengths, two types and an end in the middle leave the service as it was', async () => {
  const { port } = new URL(url);
  const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${service.adminKey}\r\nAccept: application/json, text/event-stream\r\n`;
  await sendRaw(
    Number(port),
    `${head}Content-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
  );
  await sendRaw(
    Number(port),
    `${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n`,
  );
  expect((await post(call(1))).status).toBe(200);
});
