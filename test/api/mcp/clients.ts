import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';

const info = { name: 'test', version: '1.0.0' };

export interface Reached {
  url: string;
  apiKey: string;
}

const withKey = (apiKey: string, headers: Record<string, string> = {}) => ({
  requestInit: { headers: { ...headers, 'x-api-key': apiKey } },
});

/** A client of the current revision, or of the default of its library, 2025-11-25. */
export async function connectClient(
  { url, apiKey }: Reached,
  revision: 'auto' | 'legacy',
  path = '/mcp',
  headers: Record<string, string> = {},
): Promise<Client> {
  const client = new Client(info, revision === 'auto' ? { versionNegotiation: { mode: 'auto' } } : {});
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}${path}`), withKey(apiKey, headers)));
  onTestFinished(() => client.close());
  return client;
}

/** A client of the first library. */
export async function connectFirstClient({ url, apiKey }: Reached): Promise<FirstClient> {
  const client = new FirstClient(info);
  await client.connect(new FirstTransport(new URL(`${url}/mcp`), withKey(apiKey)) as never);
  onTestFinished(() => client.close());
  return client;
}
