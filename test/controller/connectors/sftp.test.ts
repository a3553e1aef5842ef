import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Action, Connector } from '../../../controller/connectors/index.js';
import { sftpConnector } from '../../../controller/connectors/sftp/connector.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { eventually } from '../../eventually.js';
import { keepsTheContract } from './contract/suite.js';
import { openClients } from './networks.js';
import { RecordingSshServer } from './ssh-server.js';
import { startSshd } from './sshd.js';

const connector = sftpConnector as unknown as Connector;
const sshd = await startSshd();
const clients = openClients();
const config = (host: string, port: number): JsonObject => ({
  host,
  port,
  username: sshd?.username ?? '',
  hostKey: sshd?.hostKey ?? '',
  privateKey: sshd?.privateKey ?? '',
});
const folder = sshd?.folder ?? '';

afterAll(async () => {
  await clients.close();
  await sshd?.stop();
});

function call(action: string, input: JsonObject): Promise<Json> {
  const known = { ...config('127.0.0.1', sshd?.port ?? 0), timeout: 20 };
  const about = { connection: 'files', config: known, signal: new AbortController().signal };
  return clients.use(connector, about, (context) => {
    const found = connector.actions[action];
    if (!found) throw new Error(`no action ${action}`);
    return found.run({ ...context, idempotencyKey: 'k', log: () => {} }, input);
  });
}

describe.skipIf(!sshd)('with a server', () => {
  const hostKey = 'SHA256:uNiVztksCsDhcc0u9e8BrJQXVUpKZIDTMczCvj3tD2s';
  const secret = { secret: 'a', key: 'b' };
  keepsTheContract({
    connector,
    port: sshd?.port ?? 0,
    config,
    greetsBeforeTls: true,
    badConfigs: [
      [{}, ''],
      [{ host: 'a', username: 'b', hostKey }, ''],
      [{ host: 'a', username: 'b', password: 'plain', hostKey }, '/password'],
      [{ host: 'a', username: 'b', password: secret, hostKey: 'MD5:00' }, '/hostKey'],
    ],
    reads: { action: 'stat', input: { path: '.' } },
  });

  test('files are written in one step, read, listed, renamed and deleted', async () => {
    const path = join(folder, 'orders', '2026', 'a.csv');
    await call('createFolder', { path: join(folder, 'orders', '2026') });
    await call('createFolder', { path: join(folder, 'orders', '2026') });
    await call('write', { path, content: 'id;ä\n' });
    expect(readFileSync(path, 'utf8')).toBe('id;ä\n');
    await call('write', { path, content: '/w==', encoding: 'base64' });
    expect(await call('read', { path })).toEqual({ path, content: '/w==', encoding: 'base64', size: 1 });
    expect(await call('list', { path: join(folder, 'orders') })).toMatchObject([
      { name: '2026', type: 'folder' },
    ]);
    const [entry] = (await call('list', { path: join(folder, 'orders', '2026') })) as JsonObject[];
    expect(entry).toEqual({ name: 'a.csv', type: 'file', size: 1, modifiedAt: expect.stringMatching(/Z$/) });
    const to = join(folder, 'orders', 'b.csv');
    writeFileSync(to, 'old');
    await expect(call('rename', { path, to })).rejects.toMatchObject({ status: 409 });
    await call('rename', { path, to, replace: true });
    expect(await call('read', { path: to })).toMatchObject({ encoding: 'base64' });
    await call('delete', { path: to });
    await call('deleteFolder', { path: join(folder, 'orders', '2026') });
    expect(readdirSync(join(folder, 'orders'))).toEqual([]);
  });

  test('failures name the path and the reason, and leave no file behind', async () => {
    await expect(call('read', { path: '/nothing/like/it' })).rejects.toMatchObject({
      kind: 'communication',
      status: 404,
      message: expect.stringContaining('/nothing/like/it'),
    });
    await expect(call('write', { path: '/nothing/like/it', content: '' })).rejects.toMatchObject({
      status: 404,
    });
    const path = join(folder, 'full');
    await call('createFolder', { path: join(path, 'below') });
    await expect(call('deleteFolder', { path })).rejects.toMatchObject({ status: 409 });
    await expect(call('write', { path, content: 'a' })).rejects.toMatchObject({ status: 409 });
    expect(readdirSync(folder).filter((name) => name.startsWith('full'))).toEqual(['full']);
  });

  test('a file beyond the limit is not held in memory', async () => {
    const path = join(folder, 'large');
    writeFileSync(path, Buffer.alloc(9 * 1024 * 1024));
    await expect(call('read', { path })).rejects.toMatchObject({ kind: 'runtime', status: 413 });
  });
});

describe('a server of its own kind', () => {
  const own = openClients();
  let server: RecordingSshServer;
  beforeAll(async () => {
    server = await RecordingSshServer.start();
  });
  afterAll(async () => {
    await own.close();
    await server.stop();
  });

  function ask(action: string, input: JsonObject): Promise<Json> {
    const known = { host: '127.0.0.1', port: server.port, username: 'a', password: 'b', timeout: 20 };
    const about = {
      connection: 'files',
      config: { ...known, hostKey: server.hostKey },
      signal: new AbortController().signal,
    };
    return own.use(connector, about, (context) =>
      (connector.actions[action] as Action).run({ ...context, idempotencyKey: 'k', log: () => {} }, input),
    );
  }

  test('may leave attributes out, and cannot send entries without end', async () => {
    expect(await ask('list', { path: 'plain' })).toEqual([
      { name: 'f-0-0', type: 'other', size: 0, modifiedAt: null },
    ]);
    await expect(ask('list', { path: 'endless' })).rejects.toMatchObject({
      status: 413,
      title: 'Folder too large',
    });
  });

  test('ends the call, and not the process, when it loses the connection as a file is closed', async () => {
    const escaped: unknown[] = [];
    const note = (error: unknown) => void escaped.push(error);
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException').on('uncaughtException', note);
    try {
      // The content may have arrived before.
      await ask('read', { path: 'order.csv' }).catch(() => {});
      await eventually(() => ask('list', { path: 'plain' }).then(Boolean, () => false));
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.off('uncaughtException', note);
      for (const listener of listeners) process.on('uncaughtException', listener);
    }
    expect(escaped).toEqual([]);
  });
});
