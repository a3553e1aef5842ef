import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  Clients,
  type ConnectionContext,
  type Connector,
  ConnectorError,
  configDefaults,
  validateConfig,
} from '../../../../controller/connectors/index.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { eventually } from '../../../eventually.js';
import { guardedNetwork, openNetwork } from '../networks.js';
import { actionNamed } from './action-named.js';
import { certificate } from './certificate.js';
import { Relay } from './relay.js';

/** A connector, and a real server to try it with. */
export interface Subject {
  connector: Connector;
  /** The port of the server on this machine. */
  port: number;
  /** The configuration of a connection to the server behind this address; its passwords are right. */
  config(host: string, port: number): JsonObject;
  /** As `config`, with a wrong password; left out where the server has none. */
  wrongPassword?: {
    config(host: string, port: number): JsonObject;
    password: string;
    /** True where credentials go with each call, so that the connection stays. */
    staysOpen?: boolean;
  };
  /** True for a protocol without TLS, or that starts it after a greeting. */
  greetsBeforeTls?: boolean;
  /** For a connector that keeps its connections itself: closes them, and is the connector of a guarded network. */
  own?: { close(): Promise<void>; guarded: Connector };
  /** The field that limits an answer, in seconds; `timeout` where it is left out. */
  limit?: string;
  /** Configurations as files have them, with the pointer of their fault. */
  badConfigs: readonly [config: JsonObject, pointer: string][];
  /** An action that only reads. */
  reads: { action: string; input: JsonObject };
  /** The texts of the files that the configuration names, by what they hold. */
  texts?: Readonly<Record<string, string>>;
}

/** The rules that every connector keeps which reaches a server over TCP. */
export function keepsTheContract({
  connector,
  port,
  config,
  wrongPassword,
  greetsBeforeTls = false,
  own,
  limit = 'timeout',
  badConfigs,
  reads,
  texts = {},
}: Subject): void {
  const { name } = connector;
  let relay: Relay;
  let clients: Clients;

  beforeEach(async () => {
    relay = await Relay.to(port);
    clients = new Clients(openNetwork);
  });
  afterEach(async () => {
    await closeAll();
    await relay.stop();
  });

  async function closeAll(): Promise<void> {
    await clients.close();
    await own?.close();
  }

  const here = (more: JsonObject = {}) => ({ ...config('127.0.0.1', relay.port), ...more });

  function use<Result>(
    given: JsonObject,
    work: (context: ConnectionContext<JsonObject>) => Promise<Result>,
    signal = new AbortController().signal,
    by = connector,
  ): Promise<Result> {
    return clients.use(by, { connection: name, config: configDefaults(connector, given), signal }, work);
  }

  function call(given: JsonObject, signal?: AbortSignal, by = connector): Promise<Json> {
    return use(
      given,
      async (context) => {
        const action = await actionNamed(by, reads.action, context, texts);
        return action.run({ ...context, idempotencyKey: 'k', log: () => {} }, reads.input);
      },
      signal,
      by,
    );
  }

  describe(`the connector ${name}`, () => {
    test.each(badConfigs)('finds the fault of %j', (bad, pointer) => {
      expect(validateConfig(connector, bad).map((finding) => finding.pointer)).toContain(pointer);
    });

    test('describes each field, action and argument', () => {
      const described = (schema: unknown): boolean =>
        Object.values((schema as { properties?: object }).properties ?? {}).every(
          (field) => field.title && field.description && field.examples,
        );
      expect(described(connector.configSchema)).toBe(true);
      for (const { title, description, input } of Object.values(connector.actions))
        expect([title, description, described(input)]).toEqual([
          expect.any(String),
          expect.any(String),
          true,
        ]);
    });

    test('calls actions and tests the connection over one connection, which closes with the service', async () => {
      await Promise.all([call(here()), call(here()), call(here())]);
      expect(await use(here(), (context) => connector.test?.(context) as Promise<string>)).toMatch(
        /answers$/,
      );
      expect(relay.open.size).toBe(1);
      await closeAll();
      await eventually(() => relay.open.size === 0);
    });

    test('refuses the private addresses of a guarded network', async () => {
      clients = new Clients(guardedNetwork);
      for (const host of ['127.0.0.1', 'localhost'])
        await expect(call(config(host, port), undefined, own?.guarded)).rejects.toMatchObject({
          kind: 'authorization',
          title: 'Address not allowed',
        });
    });

    test('says that a server is not there', async () => {
      await expect(call(config('127.0.0.1', 1))).rejects.toMatchObject({
        kind: 'communication',
        message: expect.stringContaining('127.0.0.1:1'),
      });
    });

    test.skipIf(!wrongPassword)('says that a password is wrong, without the password', async () => {
      const failure = await call(wrongPassword?.config('127.0.0.1', relay.port) ?? {}).catch(
        (error) => error,
      );
      expect(failure).toBeInstanceOf(ConnectorError);
      expect(failure).toMatchObject({ kind: 'authentication', status: 401 });
      expect(`${failure.message} ${JSON.stringify(failure)}`).not.toContain(wrongPassword?.password);
      if (!wrongPassword?.staysOpen) await eventually(() => relay.open.size === 0);
    });

    test.skipIf(greetsBeforeTls)('checks the certificate for the host of the connection', async () => {
      const encrypted = await Relay.to(port, certificate);
      try {
        const at = (host: string): JsonObject => ({ ...config(host, encrypted.port), ssl: 'verify' });
        await call({ ...at('127.0.0.1'), ca: certificate.cert });
        for (const refused of [at('127.0.0.1'), { ...at('localhost'), ca: certificate.cert }])
          await expect(call(refused)).rejects.toMatchObject({ kind: 'communication' });
        await call({ ...at('localhost'), ssl: 'require' });
      } finally {
        await closeAll();
        await encrypted.stop();
      }
    });

    test('gives up a server that does not answer', async () => {
      // On a busy machine, a server that is well may need longer.
      const isInTime = () =>
        call(here({ [limit]: 1 })).then(
          () => true,
          (error) => {
            if (error.kind !== 'timeout') throw error;
            return false;
          },
        );
      await eventually(isInTime);
      relay.mode = 'silent';
      await expect(call(here({ [limit]: 1 }))).rejects.toMatchObject({ kind: 'timeout', status: 408 });
    });

    test('ends when the caller cancels', async () => {
      await call(here());
      relay.mode = 'silent';
      const abort = new AbortController();
      const called = call(here(), abort.signal);
      abort.abort(new Error('cancelled'));
      await expect(called).rejects.toThrow('cancelled');
    });

    test('ends when the caller cancels while it connects', async () => {
      relay.mode = 'silent';
      const abort = new AbortController();
      const called = call(here(), abort.signal);
      await eventually(() => relay.open.size > 0);
      abort.abort(new Error('cancelled'));
      await expect(called).rejects.toThrow('cancelled');
    });

    test('fails when the server dies in the middle, and connects again with the next call', async () => {
      await call(here());
      relay.mode = 'cut';
      await expect(call(here())).rejects.toMatchObject({ kind: 'communication' });
      relay.mode = 'passes';
      await call(here());
      relay.cut();
      await eventually(() =>
        call(here()).then(
          () => true,
          () => false,
        ),
      );
    });
  });
}
