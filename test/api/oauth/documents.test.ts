import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TestAuthority } from '../../controller/connectors/http/certificates.js';
import { ServiceProcess } from '../../journeys/service-process.js';
import { password } from '../identity/real-service.js';
import { callback, OAuthTestClient } from './client.js';
import { Provider } from './mcp-provider.js';
import { Person, toText } from './person.js';

/** A host that publishes documents about clients: what it answers at each path. */
const documents = new Map<string, (host: string) => { status?: number; headers?: object; body: string }>();
/** Paths that were asked for. */
let asked: string[] = [];

let authority: TestAuthority;
let host: Server;
let published: string;
let service: ServiceProcess;

beforeAll(async () => {
  authority = new TestAuthority();
  const { certificate, key } = authority.issue('localhost', 'DNS:localhost');
  host = createServer({ cert: certificate, key }, (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const {
      status = 200,
      headers = {},
      body,
    } = documents.get(path)?.(published) ?? { status: 404, body: '' };
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => host.listen(0, 'localhost', resolve));
  published = `https://localhost:${(host.address() as AddressInfo).port}`;
  const env: NodeJS.ProcessEnv = { SVC_Auth__OAuth__AllowPrivateAddresses: 'true' };
  service = new ServiceProcess(undefined, env);
  writeFileSync(service.file('ca.pem'), authority.certificate);
  env['NODE_EXTRA_CA_CERTS'] = service.file('ca.pem');
  await service.start();
  const answer = await fetch(`${service.url}/api/v1/platform/users`, {
    method: 'POST',
    headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'ada', role: 'editor', password }),
  });
  expect(answer.status).toBe(201);
});
afterAll(async () => {
  await service?.dispose();
  host?.close();
  authority?.remove();
});
beforeEach(() => {
  asked = [];
});

const metadata = (id: string, changes: object = {}) =>
  JSON.stringify({ client_id: id, client_name: 'Documented', redirect_uris: [callback], ...changes });

/** Publishes a document, and returns the id of its client. */
function publish(path: string, changes: object = {}): string {
  documents.set(path, (at) => ({ body: metadata(at + path, changes) }));
  return published + path;
}

async function open(id: string) {
  const client = new OAuthTestClient(service.url);
  client.id = id;
  return new Person(service.url, 'ada').open(client.address());
}

describe('a client that names itself by the address of a document', () => {
  test.each(['v2', 'v1'] as const)('is what the library of an assistant prefers (%s)', async (library) => {
    const provider = new Provider(publish('/assistant.json'));
    const at = new URL(`${service.url}/mcp`);
    const { transport, client, again } =
      library === 'v2'
        ? {
            transport: new StreamableHTTPClientTransport(at, { authProvider: provider.asProvider }),
            client: new Client({ name: 't', version: '1' }, { versionNegotiation: { mode: 'auto' } }),
            again: new StreamableHTTPClientTransport(at, { authProvider: provider.asProvider }),
          }
        : {
            transport: new FirstTransport(at, { authProvider: provider as never }),
            client: new FirstClient({ name: 't', version: '1' }),
            again: new FirstTransport(at, { authProvider: provider as never }),
          };
    await expect(client.connect(transport as never)).rejects.toThrow();
    expect(provider.opened?.searchParams.get('client_id')).toBe(`${published}/assistant.json`);
    const person = new Person(service.url, 'ada');
    const shown = await person.see(provider.opened?.href ?? '');
    expect(toText(shown.html)).toContain(`It is described at ${published}/assistant.json.`);
    const back = await person.allow(provider.opened?.href ?? '');
    if (transport instanceof StreamableHTTPClientTransport) await transport.finishAuth(back.searchParams);
    else await transport.finishAuth(back.searchParams.get('code') ?? '');
    await client.connect(again as never);
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
    await client.close();
  });

  test('is fetched once for many requests', async () => {
    const id = publish('/often.json');
    await Promise.all([open(id), open(id), open(id)]);
    expect(asked).toEqual(['/often.json']);
  });

  test('that lies about its id, or is no document, is refused', async () => {
    publish('/honest.json');
    documents.set('/lies.json', (at) => ({ body: metadata(`${at}/honest.json`) }));
    documents.set('/html.json', () => ({ headers: { 'content-type': 'text/html' }, body: '<p>' }));
    documents.set('/broken.json', () => ({ body: '{' }));
    documents.set('/list.json', () => ({ body: '[]' }));
    documents.set('/large.json', (at) => ({ body: metadata(`${at}/large.json`, { x: 'x'.repeat(20_000) }) }));
    documents.set('/moved.json', (at) => ({
      status: 302,
      headers: { location: `${at}/honest.json` },
      body: '',
    }));
    publish('/secret.json', { token_endpoint_auth_method: 'client_secret_post' });
    publish('/script.json', { redirect_uris: ['javascript:alert(1)'] });
    publish('/name.json', { client_name: 'a\u202eb' });
    const names = ['lies', 'html', 'broken', 'list', 'large', 'moved', 'secret', 'script', 'name', 'missing'];
    for (const name of names) {
      const shown = await open(`${published}/${name}.json`);
      expect([name, shown.status, shown.location]).toEqual([name, 400, null]);
      expect(toText(shown.html)).toContain('Nothing was allowed');
    }
    // The address that a redirect leads to was not asked.
    expect(asked).not.toContain('/honest.json');
  });

  test('may have addresses of one reading only', async () => {
    publish('/id.json');
    const { port } = new URL(published);
    for (const id of [
      `${published}/id.json#x`,
      `${published}/id.json?x=1`,
      `${published}/a/../id.json`,
      `https://a@localhost:${port}/id.json`,
      `HTTPS://localhost:${port}/id.json`,
      `http://localhost:${port}/id.json`,
      `${published}/`,
      published,
      `${published}/${'x'.repeat(500)}`,
    ]) {
      expect([id, (await open(id)).status]).toEqual([id, 400]);
    }
    expect(asked).toEqual([]);
  });

  test('that is refused asks no more of its host than once in a while', async () => {
    documents.set('/refused.json', () => ({ body: '[]' }));
    for (let count = 0; count < 3; count += 1) await open(`${published}/refused.json`);
    expect(asked).toEqual(['/refused.json']);
  });
});

test('a document on a private address is refused unless the settings allow it', async () => {
  const plain = new ServiceProcess(undefined, { NODE_EXTRA_CA_CERTS: service.file('ca.pem') });
  try {
    await plain.start();
    const client = new OAuthTestClient(plain.url);
    for (const id of [
      publish('/private.json'),
      'https://127.0.0.1/x.json',
      'https://[::1]/x.json',
      'https://10.0.0.1/x.json',
      'https://169.254.169.254/latest',
      'https://[::ffff:127.0.0.1]/x.json',
    ]) {
      client.id = id;
      expect((await new Person(plain.url, 'ada').open(client.address())).status).toBe(400);
    }
    expect(asked).toEqual([]);
  } finally {
    await plain.dispose();
  }
});
