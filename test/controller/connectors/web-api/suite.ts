import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ActionFiles,
  Clients,
  type Connector,
  ConnectorError,
  configDefaults,
  validateConfig,
} from '../../../../controller/connectors/index.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { eventually } from '../../../eventually.js';
import { actionNamed } from '../contract/action-named.js';
import { Relay } from '../contract/relay.js';
import { guardedNetwork, openNetwork } from '../networks.js';
import { type Handler, json, TestServer } from '../server.js';

/** A connector of a web API, and a server that behaves as the API. */
export interface WebSubject {
  connector: Connector;
  handler: Handler;
  /** The configuration of a connection to the server at this address; its credentials are right. */
  config(url: string): JsonObject;
  /** As `config`, with a credential that the server refuses. */
  wrong: { config(url: string): JsonObject; secret: string };
  badConfigs: readonly [config: JsonObject, pointer: string][];
  /** An action that can be called again and again. */
  reads: { action: string; input: JsonObject };
  /** The texts of the files that the configuration names, by what they hold. */
  texts?: Readonly<Record<string, string>>;
  /** The kinds of the error for a wrong credential, where the server's status alone is known. */
  refusals?: readonly string[];
}

/** Calls an action as a run does. */
export async function callAction(
  connector: Connector,
  config: JsonObject,
  {
    action,
    input,
    ...more
  }: {
    action: string;
    input: JsonObject;
    signal?: AbortSignal;
    idempotencyKey?: string;
    files?: ActionFiles;
    texts?: Readonly<Record<string, string>>;
  },
  network = openNetwork,
): Promise<Json> {
  const { signal = new AbortController().signal, idempotencyKey = 'key-1', files, texts } = more;
  const about = { connection: connector.name, config: configDefaults(connector, config), signal };
  const client = await connector.client?.open({ ...about, network });
  try {
    const context = { ...about, network, client, idempotencyKey, files, log: () => {} };
    const found = await actionNamed(connector, action, context, texts);
    return await found.run(context, input);
  } finally {
    await connector.client?.close(client);
  }
}

/** The rules that every connector of a web API keeps. */
export function keepsTheWebContract(subject: WebSubject): void {
  const { connector, reads, texts = {}, refusals = ['authentication', 'authorization'] } = subject;
  let server: TestServer;
  let relay: Relay;

  beforeEach(async () => {
    server = await TestServer.start(subject.handler);
    relay = await Relay.to(server.port);
  });
  afterEach(async () => {
    await relay.stop();
    await server.stop();
  });

  const here = (more: JsonObject = {}) => ({ ...subject.config(`http://127.0.0.1:${relay.port}`), ...more });
  const call = (config: JsonObject, signal?: AbortSignal) =>
    callAction(connector, config, { ...reads, texts, ...(signal && { signal }) });

  async function getTest(config: JsonObject): Promise<string> {
    const about = { connection: 'c', config: configDefaults(connector, config) };
    const { signal } = new AbortController();
    const clients = new Clients(openNetwork);
    try {
      return await clients.use(
        connector,
        { ...about, signal },
        (context) => connector.test?.(context) as Promise<string>,
      );
    } finally {
      await clients.close();
    }
  }

  describe(`the connector ${connector.name}`, () => {
    test.each(subject.badConfigs)('finds the fault of %j', (bad, pointer) => {
      expect(validateConfig(connector, bad).map((finding) => finding.pointer)).toContain(pointer);
    });

    test('describes each field, action, argument and result', () => {
      const undescribed = (schema: unknown): string[] =>
        Object.entries((schema as { properties?: Record<string, JsonObject> }).properties ?? {})
          .filter(([, field]) => !field['title'] || !field['description'] || !field['examples'])
          .map(([name]) => name);
      expect(undescribed(connector.configSchema)).toEqual([]);
      for (const [name, { title, description, input, output }] of Object.entries(connector.actions))
        expect([name, title, description, undescribed(input), output]).toEqual([
          name,
          expect.any(String),
          expect.any(String),
          [],
          expect.any(Object),
        ]);
    });

    test('tests the connection and calls actions', async () => {
      expect(await getTest(here())).toMatch(/ answers/);
      await Promise.all([call(here()), call(here()), call(here())]);
    });

    test('refuses the private addresses of a guarded network', async () => {
      const config = subject.config(`http://127.0.0.1:${server.port}`);
      await expect(callAction(connector, config, { ...reads, texts }, guardedNetwork)).rejects.toMatchObject({
        kind: 'authorization',
        title: 'Address not allowed',
      });
    });

    test('says that a server is not there', async () => {
      await expect(call(subject.config('http://127.0.0.1:1'))).rejects.toMatchObject({
        kind: 'communication',
        status: 503,
        message: expect.stringContaining('127.0.0.1:1'),
      });
    });

    test('says that a credential is wrong, without the credential', async () => {
      const config = subject.wrong.config(`http://127.0.0.1:${relay.port}`);
      const failure = await call(config).catch((error) => error);
      expect(failure).toBeInstanceOf(ConnectorError);
      expect(refusals).toContain(failure.kind);
      expect(`${failure.message} ${JSON.stringify(failure)}`).not.toContain(subject.wrong.secret);
    });

    test('follows no redirect to another origin, which would get the credential', async () => {
      const seen: string[] = [];
      const other = await TestServer.start((request, response) => {
        seen.push(`${request.method} ${request.url}`);
        json(response, {});
      });
      const away = await TestServer.start((request, response) => {
        response.writeHead(307, { location: other.url + request.url }).end();
      });
      try {
        await expect(call(subject.config(away.url))).rejects.toBeInstanceOf(ConnectorError);
        expect(seen).toEqual([]);
      } finally {
        await Promise.all([away.stop(), other.stop()]);
      }
    });

    test('gives up an answer without end', async () => {
      let open = 0;
      const endless = await TestServer.start((_, response) => {
        open++;
        response.writeHead(200, { 'content-type': 'application/json' });
        const writing = setInterval(() => response.write(' '.repeat(65_536)), 1);
        response.on('close', () => {
          clearInterval(writing);
          open--;
        });
      });
      try {
        await expect(call(subject.config(endless.url))).rejects.toMatchObject({ kind: 'communication' });
        await eventually(() => open === 0);
      } finally {
        await endless.stop();
      }
    });

    test('gives up a server that does not answer', async () => {
      relay.mode = 'silent';
      await expect(call(here({ timeout: 0.2 }))).rejects.toMatchObject({ kind: 'timeout', status: 408 });
    });

    test('ends when the caller cancels', async () => {
      relay.mode = 'silent';
      const abort = new AbortController();
      const called = call(here(), abort.signal);
      await eventually(() => relay.open.size > 0);
      abort.abort(new Error('cancelled'));
      await expect(called).rejects.toThrow('cancelled');
    });

    test('fails when the server dies in the middle, and reaches it again with the next call', async () => {
      relay.mode = 'cut';
      await expect(call(here())).rejects.toMatchObject({ kind: 'communication' });
      relay.mode = 'passes';
      await call(here());
    });
  });
}
