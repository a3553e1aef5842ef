import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type McpTestService, startMcp } from '../mcp/mcp-service.js';
import { Provider } from './mcp-provider.js';
import { Person } from './person.js';

let mcp: McpTestService;

beforeAll(async () => {
  mcp = await startMcp({ SVC_Limits__SignInsPerMinute: '1000' });
  await mcp.service.user('ada', 'editor');
});
afterAll(() => mcp.service.remove());

const info = { name: 'test', version: '1.0.0' };

/** The libraries of assistants: a connection is refused at first, then a person is asked, then the connection stands. */
const libraries: [
  string,
  (provider: Provider) => { connect(): Promise<Connected>; finish(back: URL): Promise<void> },
][] = [
  ['of 2026-07-28', (provider) => modern(provider, { versionNegotiation: { mode: 'auto' } })],
  ['of 2025-11-25 by the same library', (provider) => modern(provider, {})],
  ['of 2025-11-25 by the first library', first],
];

interface Connected {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

function modern(provider: Provider, options: object) {
  const open = () =>
    new StreamableHTTPClientTransport(new URL(`${mcp.url}/mcp`), { authProvider: provider.asProvider });
  const before = open();
  return {
    async connect(): Promise<Connected> {
      const client = new Client(info, options);
      await client.connect(provider.kept ? open() : before);
      return client as unknown as Connected;
    },
    finish: (back: URL) => before.finishAuth(back.searchParams),
  };
}

function first(provider: Provider) {
  const open = () => new FirstTransport(new URL(`${mcp.url}/mcp`), { authProvider: provider as never });
  const before = open();
  return {
    async connect(): Promise<Connected> {
      const client = new FirstClient(info);
      await client.connect((provider.kept ? open() : before) as never);
      return client as unknown as Connected;
    },
    finish: (back: URL) => before.finishAuth(back.searchParams.get('code') ?? ''),
  };
}

describe.each(libraries)('an assistant %s', (_name, library) => {
  test('registers, asks a person, lists tools, and renews its access', async () => {
    const provider = new Provider();
    const { connect, finish } = library(provider);
    await expect(connect()).rejects.toThrow();
    expect(provider.opened?.href).toContain(`${mcp.url}/oauth/authorize?`);
    expect(provider.opened?.searchParams.get('resource')).toBe(`${mcp.url}/mcp`);
    expect(provider.opened?.searchParams.get('scope')).toBe('read run call propose write');
    const back = await new Person(mcp.url, 'ada').allow(provider.opened?.href ?? '');
    expect(back.origin + back.pathname).toBe(provider.redirectUrl);
    expect(back.searchParams.get('iss')).toBe(mcp.url);
    expect(back.searchParams.get('state')).toBe('state-of-the-assistant');
    await finish(back);
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('run-flow');
    const before = provider.kept;
    expect(before).toMatchObject({ refresh_token: expect.any(String), scope: 'read run call propose write' });
    // An access token that is not taken any more has the library renew it.
    provider.kept = { ...before, access_token: `${before?.access_token.slice(0, -4)}AAAA` };
    const again = await connect();
    expect((await again.listTools()).tools.length).toBe(tools.length);
    expect(provider.kept?.refresh_token).not.toBe(before?.refresh_token);
    expect(provider.opened).toBeDefined();
    await Promise.all([client.close(), again.close()]);
  });
});
