import { Agent, request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../controller/git/git-fixture.js';
import { platform, RealService } from '../../identity/real-service.js';

const connections = 48;
const waiting = `document: { dsl: '1.0.3', namespace: test, name: waiting, version: '1.0.0' }
do: [{ pause: { wait: { hours: 1 } } }]
`;

let service: RealService;
let url: string;
const agent = new Agent({ keepAlive: true, maxSockets: connections });

beforeAll(async () => {
  service = await RealService.start(
    { 'flows/waiting.yaml': waiting },
    { SVC_Limits__RequestsPerMinute: '1000000' },
  );
  url = await service.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  agent.destroy();
  await service.remove();
});

interface Asked {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: object;
}

const session = '11111111-2222-4333-8444-555555555555';
const legacy = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
const toolCall = { name: 'list-entities', arguments: { type: 'flow' } };

/** One cheap question on each surface. */
const surfaces: Readonly<Record<string, Asked>> = {
  REST: { method: 'GET', path: `${platform}/auth/me` },
  GraphQL: { method: 'POST', path: '/graphql', body: { query: '{ __typename }' } },
  'an open session of MCP': {
    method: 'POST',
    path: '/mcp',
    headers: { ...legacy, 'mcp-session-id': session },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: toolCall },
  },
};

function ask({ method, path, headers, body }: Asked, key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      {
        agent,
        method,
        headers: {
          'x-api-key': key,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.on('error', reject).end(body && JSON.stringify(body));
  });
}

interface Opened {
  isOpen: boolean;
  text: string;
}

/** Opens a stream that goes on until one side ends it. */
async function open({ method, path, headers, body }: Asked, key: string): Promise<Opened> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const opened = { isOpen: true, text: '' };
  const decoder = new TextDecoder();
  const read = async () => {
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>)
      opened.text += decoder.decode(chunk);
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      opened.isOpen = false;
    });
  await eventually(() => opened.text !== '');
  return opened;
}

const notices: Asked = { method: 'GET', path: '/mcp', headers: { ...legacy, accept: 'text/event-stream' } };
const events: Asked = { method: 'GET', path: `${platform}/events` };
const listen: Asked = {
  method: 'POST',
  path: '/mcp',
  headers: {
    accept: legacy.accept,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'subscriptions/listen',
  },
  body: {
    jsonrpc: '2.0',
    id: 1,
    method: 'subscriptions/listen',
    params: {
      notifications: { toolsListChanged: true },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  },
};

async function openAll(key: string): Promise<Record<string, Opened>> {
  const run = await service.call('POST', '/api/v1/live/flows/waiting/runs', undefined, {
    prefer: 'respond-async',
  });
  const sse = { accept: 'text/event-stream' };
  const streams: Record<string, Asked> = {
    events,
    'the log of a run': {
      method: 'GET',
      path: `/api/v1/live/runs/${run.json().id}/logs`,
      headers: sse,
    },
    'the log of the service': { method: 'GET', path: `${platform}/logs`, headers: sse },
    'notices of MCP 2025-11-25': notices,
    'notices of MCP 2026-07-28': listen,
  };
  const opened = Object.entries(streams).map(async ([name, asked]) => [name, await open(asked, key)]);
  return Object.fromEntries(await Promise.all(opened));
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

const openOnes = (streams: Record<string, Opened>) =>
  Object.keys(streams).filter((name) => streams[name]?.isOpen);

describe('a key that is rotated and deleted under load', () => {
  test('every request with a valid key passes, and every request with a deleted key fails', async () => {
    let current = await service.controller.identity.apiKeys.create({
      name: 'worker',
      role: 'viewer',
      createdBy: 'user:test',
    });
    let previous: typeof current | undefined;
    /** Keys whose deletion is under way, and those it was told of. */
    const going = new Set<string>();
    const gone = new Set<string>();
    const wrong: object[] = [];
    let asked = 0;
    let isOver = false;
    const names = Object.keys(surfaces);

    async function client(): Promise<void> {
      while (!isOver) {
        const number = asked++;
        const name = names[number % names.length] ?? '';
        const { key } = (number % 2 === 0 && previous) || current;
        const mustFail = gone.has(key);
        const status = await ask(surfaces[name] as Asked, key);
        const mustPass = !going.has(key);
        if (mustFail && status !== 401) wrong.push({ name, status, mustFail });
        if (mustPass && status !== 200) wrong.push({ name, status, mustPass });
      }
    }

    const clients = Promise.all(Array.from({ length: connections }, client));
    const passed = async (more: number) => {
      const until = asked + more;
      await eventually(() => asked >= until);
    };
    for (let round = 0; round < 4; round++) {
      await passed(100);
      const rotated = await service.call('POST', `${platform}/auth/api-keys/${current.id}/rotate`, {});
      previous = current;
      current = rotated.json();
      await passed(200);
      going.add(previous.key);
      expect((await service.call('DELETE', `${platform}/api-keys/${previous.id}`)).statusCode).toBe(204);
      gone.add(previous.key);
      await passed(100);
    }
    isOver = true;
    await clients;
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(1_500);
  });
});

describe('streams that are open', () => {
  test('end when their key is deleted, and those of the new key go on', async () => {
    const { id, key } = await service.controller.identity.apiKeys.create({
      name: 'listener',
      role: 'admin',
      createdBy: 'user:test',
    });
    const rotated = await service.call('POST', `${platform}/auth/api-keys/${id}/rotate`, {});
    const old = await openAll(key);
    const renewed = await openAll(rotated.json().key);
    // A stream is open for hours: all that ends it must outlive many collections.
    collectGarbage();
    await service.call('DELETE', `${platform}/api-keys/${id}`);
    await eventually(() => openOnes(old).length === 0 || undefined).catch(() => undefined);
    expect(openOnes(old)).toEqual([]);
    expect(openOnes(renewed)).toEqual(Object.keys(renewed));
    for (const asked of [notices, events, listen]) expect(await ask(asked, key)).toBe(401);
  });

  test('end when their user gets another role, is disabled, signs out, or is deleted', async () => {
    const [first, second] = ['first', 'second'];
    await Promise.all([service.user(first, 'admin'), service.user(second, 'viewer')]);
    const user = (name: string) => `${platform}/entities/platform/user/${name}`;
    async function ends(bearer: { authorization: string }, change: () => Promise<{ statusCode: number }>) {
      const stream = await open(events, bearer.authorization.slice('Bearer '.length));
      expect((await change()).statusCode).toBeLessThan(300);
      await eventually(() => !stream.isOpen);
    }
    const admin = await service.bearer(first, '10.9.0.1');
    await ends(admin, () => service.call('PATCH', user(first), { role: 'viewer' }));
    await ends(admin, () => service.call('PATCH', user(first), { disabled: true }));
    const viewer = await service.bearer(second, '10.9.0.2');
    const again = await service.bearer(second, '10.9.0.2');
    await ends(viewer, () => service.call('POST', `${platform}/auth/logout`, {}, viewer));
    await ends(again, () => service.call('DELETE', user(second)));
  });

  test('end when their key expires', async () => {
    const { key } = await service.controller.identity.apiKeys.create({
      name: 'short',
      role: 'viewer',
      createdBy: 'user:test',
      expiresAt: new Date(Date.now() + 5_000).toISOString(),
    });
    const stream = await open(events, key);
    await eventually(() => !stream.isOpen);
    expect(await ask(events, key)).toBe(401);
  });
});
