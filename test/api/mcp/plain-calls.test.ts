import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type McpTestService, startMcp } from './mcp-service.js';

let mcp: McpTestService;
beforeAll(async () => {
  mcp = await startMcp();
});
afterAll(() => mcp.service.remove());

type Message = Record<string, unknown>;

/** Returns the message that answers a call of a tool. */
async function call(era: 'legacy' | 'modern', params: Message, meta: Message): Promise<Message> {
  const revision = era === 'modern' ? '2026-07-28' : '2025-11-25';
  const answer = await fetch(`${mcp.url}/mcp`, {
    method: 'POST',
    headers: {
      'x-api-key': mcp.apiKey,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...(era === 'modern' ? { 'mcp-method': 'tools/call', 'mcp-name': String(params['name']) } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'one', method: 'tools/call', params: withMeta(params, meta) }),
  });
  const text = await answer.text();
  return JSON.parse(text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? ''));
}

const withMeta = (params: Message, meta: Message) =>
  Object.keys(meta).length > 0 ? { ...params, _meta: meta } : params;

const envelopes = { legacy: {}, modern: envelope() };

function envelope(): Message {
  return {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  };
}

describe.each(['legacy', 'modern'] as const)('a plain call of a tool (%s)', (era) => {
  test.each([
    ['is answered', { name: 'read-entity', arguments: { type: 'flow', name: 'greet' } }],
    ['is refused', { name: 'read-entity', arguments: { type: 'flow', name: 'nowhere' } }],
    ['without its arguments is refused', { name: 'read-entity' }],
    ['that changes nothing is answered', { name: 'list-entities', arguments: { type: 'folio' } }],
    ['of no tool is refused', { name: 'read-entities', arguments: {} }],
  ])('%s like the library of the protocol', async (_name, params) => {
    const plain = await call(era, params, envelopes[era]);
    // The library of the protocol answers a call that asks for progress.
    const byLibrary = await call(era, params, { ...envelopes[era], progressToken: 1 });
    expect(withoutIds(plain)).toEqual(withoutIds(byLibrary));
  });
});

test.each([
  ['names another tool in its headers', { 'mcp-name': 'list-entities' }, -32020],
  ['names another revision in its headers', { 'mcp-protocol-version': '2025-11-25' }, -32020],
])('a call that %s is refused by the protocol', async (_name, headers, code) => {
  const params = { name: 'read-entity', arguments: { type: 'flow', name: 'greet' }, _meta: envelope() };
  const answer = await fetch(`${mcp.url}/mcp`, {
    method: 'POST',
    headers: {
      'x-api-key': mcp.apiKey,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'read-entity',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ id: 1, error: { code } });
});

/** Removes the ids of requests, which differ for each request and stand in problems. */
function withoutIds(message: Message): unknown {
  return JSON.parse(JSON.stringify(message).replaceAll(/(instance(?:": "|":"|: ))[\w-]+/g, '$1'));
}
