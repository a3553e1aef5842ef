import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectClient, connectFirstClient } from './clients.js';
import { type McpTestService, startMcp } from './mcp-service.js';

let mcp: McpTestService;
beforeAll(async () => {
  mcp = await startMcp();
});
afterAll(() => mcp.service.remove());

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const accept = 'application/json, text/event-stream';

interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A request with headers that `fetch` would not send. */
function send(
  body: string,
  headers: Record<string, string>,
  path = '/mcp',
  method = 'POST',
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${mcp.url}${path}`,
      { method, headers: { accept, 'content-type': 'application/json', ...headers } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
        );
      },
    );
    sent.on('error', reject).end(body);
  });
}

const post = (headers: Record<string, string> = {}, body = JSON.stringify(ping)) =>
  send(body, { 'x-api-key': mcp.apiKey, ...headers });

describe('numbers with more digits than a double keeps', () => {
  test.each([
    ['an id', '{"jsonrpc":"2.0","id":7615917337495251231,"method":"ping"}', '`id` 7615917337495251231'],
    [
      'the token of progress',
      '{"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":{"progressToken":9007199254740993}}}',
      '`params._meta.progressToken` 9007199254740993',
    ],
  ])('as %s are refused by name, in an answer to that request', async (_name, body, named) => {
    const answer = await post({}, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toContain(named);
    expect(/"id":(\d+)/.exec(answer.body)?.[1]).toBe(/"id":(\d+)/.exec(body)?.[1]);
  });

  test('the largest integer of a double is an id', async () => {
    const answer = await post({}, '{"jsonrpc":"2.0","id":9007199254740991,"method":"ping"}');
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('"id":9007199254740991');
  });
});

describe('access to the endpoint', () => {
  test('a call without a credential is refused, with any body', async () => {
    const answer = await send('{', {});
    expect(answer.status).toBe(401);
    const path = '/.well-known/oauth-protected-resource/mcp';
    const scope = 'read run call propose write';
    expect(answer.headers['www-authenticate']).toBe(
      `Bearer realm="svc", resource_metadata="${mcp.url}${path}", scope="${scope}"`,
    );
    expect(JSON.parse(answer.body).code).toBe('unauthenticated');
  });

  test('a key is accepted like a bearer token', async () => {
    expect((await post()).status).toBe(200);
    const bearer = await send(JSON.stringify(ping), { authorization: `Bearer ${mcp.apiKey}` });
    expect(bearer.status).toBe(200);
  });

  test.each([
    ['Host', { host: 'evil.example.com' }],
    ['Origin', { origin: 'https://evil.example.com' }],
    ['Origin', { origin: 'null' }],
  ])('a page of another %s is refused', async (header, headers) => {
    const answer = await post(headers);
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 'forbidden',
      detail: expect.stringContaining(header),
      hints: [{ text: expect.stringContaining('Server.BaseUrl') }],
    });
  });

  test('a page of this machine is let in', async () => {
    expect((await post({ origin: 'http://localhost:6274', host: 'localhost:1' })).status).toBe(200);
  });

  test('the protected resource metadata exists only when there is an issuer', async () => {
    const path = '/.well-known/oauth-protected-resource/mcp';
    expect(JSON.parse((await send('', {}, path, 'GET')).body)).toMatchObject({
      authorization_servers: [mcp.url],
    });
    const none = await startMcp({ SVC_Auth__OAuth__Enabled: 'false' });
    try {
      expect((await fetch(`${none.url}${path}`)).status).toBe(404);
      const refused = await fetch(`${none.url}/mcp`, { method: 'POST' });
      expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="svc"');
    } finally {
      await none.service.remove();
    }
    const other = await startMcp({
      SVC_Auth__Oidc__Issuer: 'https://login.example.com/realms/ops',
      SVC_Auth__Oidc__Audience: 'svc',
    });
    try {
      const metadata = await (await fetch(`${other.url}${path}`)).json();
      expect(metadata).toMatchObject({
        resource: `${other.url}/mcp`,
        // No browser can be led to the issuer by svc, so that it comes first.
        authorization_servers: ['https://login.example.com/realms/ops', other.url],
      });
      const refused = await fetch(`${other.url}/mcp`, { method: 'POST' });
      expect(refused.headers.get('www-authenticate')).toBe(
        `Bearer realm="svc", resource_metadata="${other.url}${path}", scope="read run call propose write"`,
      );
    } finally {
      await other.service.remove();
    }
  });
});

describe('a malformed request', () => {
  test.each([
    ['no JSON', '{'],
    ['no body', ''],
    ['no request', '{"a":1}'],
  ])('%s is answered with an error of the protocol', async (_name, body) => {
    const answer = await post({}, body);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
  });

  test('a body that is too large is refused', async () => {
    const answer = await post({}, `{"a":"${'x'.repeat(1_100_000)}"}`);
    expect(answer.status).toBe(413);
  });

  test('a GET of a client of the current revision is refused as not supported', async () => {
    const answer = await send('', { 'x-api-key': mcp.apiKey }, '/mcp', 'GET');
    expect(answer.status).toBe(405);
  });
});

describe('a change in the repository', () => {
  test.each(['auto', 'legacy', 'first'] as const)(
    'that brings another tool is announced to listening clients (%s)',
    async (kind) => {
      const heard: string[] = [];
      let names: () => Promise<string[]>;
      if (kind === 'first') {
        const client = await connectFirstClient(mcp);
        client.setNotificationHandler(ToolListChangedNotificationSchema, () => void heard.push('tools'));
        names = async () => (await client.listTools()).tools.map(({ name }) => name);
      } else {
        const client = await connectClient(mcp, kind);
        client.setNotificationHandler('notifications/tools/list_changed', () => void heard.push('tools'));
        if (kind === 'auto') await client.listen({ toolsListChanged: true });
        names = async () => (await client.listTools()).tools.map(({ name }) => name);
      }
      const late = `late-${kind}`;
      // A client of 2025-11-25 begins to listen when it likes: each look brings a change.
      let version = 0;
      const change = async () => {
        version += 1;
        const flow = `document:
  { dsl: '1.0.3', namespace: test, name: ${late}, version: '1.0.0', title: 'T${version}', tags: { mcp: true } }
do:
  - greet: { set: { a: 1 } }
`;
        writeFileSync(join(mcp.service.folder, 'flows', `${late}.yaml`), flow);
        await mcp.service.controller.reconciler.request('live');
        return heard;
      };
      await expect.poll(change).toContain('tools');
      expect(await names()).toContain(late);
    },
  );
});
