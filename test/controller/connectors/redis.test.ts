import { afterAll, describe, expect, test } from 'vitest';
import type { Connector } from '../../../controller/connectors/index.js';
import { redisConnector } from '../../../controller/connectors/redis/connector.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isServerHere } from './contract/server-here.js';
import { keepsTheContract } from './contract/suite.js';
import { openClients } from './networks.js';

const connector = redisConnector as unknown as Connector;
const isHere = await isServerHere('Redis', 6_379);
const clients = openClients();
const prefix = `svc-test-${process.pid}-${Date.now()}`;
const config = (host: string, port: number): JsonObject => ({ host, port, database: 9 });

afterAll(async () => {
  if (isHere) await call('delete', { keys: [...used] });
  await clients.close();
});

const used = new Set<string>([prefix]);
/** Calls an action on a key of this test. */
function call(action: string, { key, ...input }: JsonObject): Promise<Json> {
  const named = key === undefined ? input : { key: `${prefix}:${key}`, ...input };
  if (key !== undefined) used.add(`${prefix}:${key}`);
  const about = {
    connection: 'cache',
    config: { ...config('127.0.0.1', 6_379), ssl: 'disable', timeout: 10 },
    signal: new AbortController().signal,
  };
  return clients.use(connector, about, (context) => {
    const found = connector.actions[action];
    if (!found) throw new Error(`no action ${action}`);
    return found.run({ ...context, idempotencyKey: 'k', log: () => {} }, named);
  });
}

describe.skipIf(!isHere)('with a server', () => {
  keepsTheContract({
    connector,
    port: 6_379,
    config,
    wrongPassword: {
      config: (host, port) => ({ ...config(host, port), username: 'nobody', password: 'not-the-password' }),
      password: 'not-the-password',
    },
    badConfigs: [
      [{}, ''],
      [{ host: 'redis://a' }, '/host'],
      [{ host: 'a', password: 'plain' }, '/password'],
      [{ host: 'a', prot: 1 }, '/prot'],
    ],
    reads: { action: 'get', input: { key: 'none' } },
  });

  test('values', async () => {
    expect(await call('get', { key: 'order' })).toBeNull();
    expect(await call('set', { key: 'order', value: { total: 80 }, seconds: 60 })).toEqual({ stored: true });
    expect(await call('set', { key: 'order', value: 1, when: 'absent' })).toEqual({ stored: false });
    expect(await call('get', { key: 'order' })).toBe('{"total":80}');
    expect(await call('get', { key: 'order', json: true })).toEqual({ total: 80 });
    expect(await call('expire', { key: 'order', seconds: 0 })).toEqual({ found: true });
    expect(await call('expire', { key: 'order', seconds: 9 })).toEqual({ found: false });
    await Promise.all(Array.from({ length: 50 }, () => call('increment', { key: 'count', by: 2 })));
    expect(await call('get', { key: 'count' })).toBe('100');
    const found = (await call('scan', { match: `${prefix}:cou*`, count: 10_000 })) as { keys: string[] };
    expect(found.keys).toEqual([`${prefix}:count`]);
    expect(await call('delete', { keys: [`${prefix}:count`, `${prefix}:none`] })).toEqual({ deleted: 1 });
  });

  test('hashes, lists, sets and streams', async () => {
    expect(await call('hash-get', { key: 'h' })).toEqual({});
    expect(await call('hash-set', { key: 'h', fields: { a: 1, b: { c: true } } })).toEqual({ added: 2 });
    expect(await call('hash-get', { key: 'h', json: true })).toEqual({ a: 1, b: { c: true } });
    expect(await call('list-push', { key: 'l', values: ['a', { b: 1 }] })).toBe(2);
    expect(await call('list-push', { key: 'l', values: ['first'], side: 'left' })).toBe(3);
    expect(await call('list-range', { key: 'l', json: true })).toEqual(['first', 'a', { b: 1 }]);
    expect(await call('list-pop', { key: 'l', count: 2 })).toEqual(['first', 'a']);
    expect(await call('list-pop', { key: 'nothing' })).toEqual([]);
    expect(await call('set-add', { key: 's', values: ['x', 'y', 'x'] })).toEqual({ added: 2 });
    expect(await call('set-remove', { key: 's', values: ['y', 'z'] })).toEqual({ removed: 1 });
    expect(await call('set-members', { key: 's' })).toEqual(['x']);
    const { id } = (await call('stream-add', { key: 'e', fields: { n: 1 } })) as { id: string };
    await call('stream-add', { key: 'e', fields: { n: 2 }, maxLength: 1_000 });
    expect(await call('stream-range', { key: 'e', after: id, json: true })).toEqual([
      { id: expect.stringMatching(/^\d+-\d+$/), fields: { n: 2 } },
    ]);
    expect(await call('publish', { channel: prefix, message: { a: 1 } })).toEqual({ receivers: 0 });
  });

  test('a command that does not fit the value is the fault of the caller', async () => {
    await call('set', { key: 'text', value: 'a' });
    await expect(call('list-push', { key: 'text', values: ['b'] })).rejects.toMatchObject({
      kind: 'validation',
      message: expect.stringContaining('WRONGTYPE'),
    });
    await expect(call('increment', { key: 'text' })).rejects.toMatchObject({ kind: 'validation' });
  });

  test('an answer beyond the limit is refused, and the next call works', async () => {
    const values = Array.from({ length: 18 }, () => 'x'.repeat(1024 * 1024));
    for (const value of values) await call('list-push', { key: 'large', values: [value] });
    await expect(call('list-range', { key: 'large' })).rejects.toMatchObject({ title: 'Response too large' });
    expect(await call('get', { key: 'none' })).toBeNull();
  });
});
