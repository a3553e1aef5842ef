import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validateFiles } from '../../../controller/catalog/index.js';
import { type ActionFiles, createHttpClient } from '../../../controller/connectors/index.js';
import { kinds } from '../../../controller/kinds/index.js';
import { type JsonObject, schema } from '../../../schemas/index.js';
import { json, TestServer } from '../connectors/server.js';
import { constructs, loginSecret } from './language.js';
import { MemoryHost } from './memory-host.js';
import { plan } from './support.js';

const client = createHttpClient({ allowPrivateNetworks: true });
const header = "document: { dsl: '1.0.3', namespace: test, name: flow, version: '1.0.0' }\n";
const other = {
  path: 'other.yaml',
  content: `${header.replace('name: flow', 'name: other')}do: [{ note: { set: { done: true } } }]\n`,
};
let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start((request, response) => {
    const token = { access_token: 't', expires_in: 3600, token_endpoint: `${server.url}/oauth2/token` };
    if (request.url === '/a.json') {
      return json(response, { openapi: '3.1.0', paths: { '/a': { get: { operationId: 'a' } } } });
    }
    if (request.url === '/async.json') return json(response, channels);
    if (request.url === '/a.proto') {
      return response.end('syntax = "proto3"; service A { rpc B (C) returns (C); } message C {}');
    }
    return json(response, request.url === '/script.js' ? 'return 1;' : token);
  });
});

afterAll(async () => {
  await Promise.all([client.close(), server.stop()]);
});

function getErrors(flow: string) {
  const files = [other, { path: 'flow.yaml', content: `${header}${flow}\n` }];
  return validateFiles(files, kinds).filter(({ severity }) => severity === 'error');
}

function run(flow: string, input: unknown) {
  const host = new MemoryHost({
    fetch: client.fetch,
    transfer: client.transfer,
    secrets: { login: loginSecret(server.url) },
    callProtocol: async () => null,
    runFlow: async () => null,
    script: async () => ({ stdout: 'hi', stderr: '', code: 0, output: null }),
    container: async () => ({ stdout: 'hi', stderr: '', code: 0 }),
    files: oneFile(),
  });
  return plan(flow).execute(input as JsonObject, host);
}

/** Keeps the last file that a flow stored. */
function oneFile(): ActionFiles {
  let content = Buffer.alloc(0);
  const about = () => ({ file: 'f', name: 'f', type: 'text/plain', size: content.length, sha256: '' });
  return {
    async write(_, stream) {
      content = await buffer(stream);
      return about();
    },
    open: async () => ({ about: about(), read: () => Readable.from([content]) }),
  };
}

/** A description of AsyncAPI with one operation. */
const channels: JsonObject = {
  asyncapi: '3.0.0',
  servers: { here: { host: 'broker.example.com', protocol: 'nats' } },
  channels: { all: { address: 'all' } },
  operations: { a: { action: 'send', channel: { $ref: '#/channels/all' } } },
};

describe('a flow that is valid runs; any other says what to use', () => {
  test.each(Object.entries(constructs))('%s', async (_, { flow, input = {} }) => {
    const written = flow.replaceAll('SERVER', server.url);
    const errors = getErrors(written);
    if (errors.length === 0) await run(written, input);
    for (const { rule, hint } of errors) {
      expect(rule).toBe('not-supported');
      expect(hint).toMatch(/`|^Put|^Let|^Copy/);
    }
  });

  test('most of the language is supported', () => {
    const flows = Object.values(constructs).map(({ flow }) => flow.replaceAll('SERVER', server.url));
    const refused = flows.filter((flow) => getErrors(flow).length > 0);
    expect(refused.length).toBeLessThan(flows.length / 3);
  });
});

/** The part of the schema of flows at a path; `$ref`s are followed. */
function part(path: string): JsonObject {
  const root = schema('flow');
  const follow = (value: unknown): JsonObject => {
    const { $ref } = value as { $ref?: string };
    if ($ref === undefined) return value as JsonObject;
    return follow((root['$defs'] as JsonObject)[$ref.slice('#/$defs/'.length)]);
  };
  return path.split('.').reduce((at, step) => follow(at[step] ?? null), root);
}

function namesIn(path: string): string[] {
  return Object.keys(part(path));
}

function getWords(path: string): string[] {
  return (part(path) as unknown as string[]).map(String);
}

/** The fields that tell the alternatives of a place apart. */
function getTags(path: string): string[] {
  const count = (part(path) as unknown as unknown[]).length;
  return Array.from({ length: count }, (_, index) =>
    String((part(`${path}.${index}`)['required'] as string[])[0]),
  );
}

function taskTypes(): string[] {
  const alternatives = part('$defs.task')['oneOf'] as { $ref: string }[];
  return alternatives.map(({ $ref }) => $ref.slice('#/$defs/'.length, -'Task'.length));
}

describe('the list of constructs is the language', () => {
  const protocols = ['callHttp', 'callAsyncApi', 'callGrpc', 'callOpenApi', 'callA2A', 'callMcp'];
  const all: Readonly<Record<string, () => string[]>> = {
    task: taskTypes,
    field: () => namesIn('$defs.setTask.properties').filter((name) => name !== 'set'),
    call: () => protocols.map((name) => String(part(`$defs.${name}.properties.call`)['const'])),
    http: () => namesIn('$defs.callHttp.properties.with.properties'),
    authentication: () => getTags('$defs.authenticationOrName.oneOf'),
    grant: () => getWords('$defs.oauthGrant.enum'),
    client: () => getWords('$defs.oauthClient.properties.authentication.enum'),
    for: () => namesIn('$defs.forTask.properties.for.properties'),
    catch: () => namesIn('$defs.tryTask.properties.catch.properties'),
    backoff: () => getTags('$defs.retryPolicy.properties.backoff.oneOf'),
    run: () => getTags('$defs.runTask.properties.run.oneOf'),
    return: () => getWords('$defs.processReturn.enum'),
    flow: () => namesIn('properties').filter((name) => !['document', 'do', 'use', 'schedule'].includes(name)),
    schedule: () => namesIn('properties.schedule.properties'),
    read: () => getWords('$defs.eventRead.enum'),
    use: () => namesIn('properties.use.properties'),
  };

  test.each(Object.entries(all))('%s', (word, names) => {
    const found = names();
    expect(found.length).toBeGreaterThan(0);
    expect(found.map((name) => `${word} ${name}`).filter((name) => !(name in constructs))).toEqual([]);
  });
});
