import { execFileSync } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import type { Connector } from '../../../controller/connectors/index.js';
import { sshConnector } from '../../../controller/connectors/ssh/connector.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { eventually } from '../../eventually.js';
import { keepsTheContract } from './contract/suite.js';
import { openClients } from './networks.js';
import { RecordingSshServer } from './ssh-server.js';
import { startSshd } from './sshd.js';

const connector = sshConnector as unknown as Connector;
const sshd = await startSshd();
const clients = openClients();
const key = { hostKey: sshd?.hostKey ?? '', privateKey: sshd?.privateKey ?? '' };
const config = (host: string, port: number): JsonObject => ({
  host,
  port,
  username: sshd?.username ?? '',
  ...key,
});

const known = { ...config('127.0.0.1', sshd?.port ?? 0), timeout: 20 };

afterAll(async () => {
  await clients.close();
  await sshd?.stop();
});

function run(input: JsonObject, more: JsonObject = {}, signal = new AbortController().signal) {
  const about = {
    connection: 'host',
    config: 'password' in more ? { host: '127.0.0.1', timeout: 20, ...more } : { ...known, ...more },
    signal,
  };
  return clients.use(connector, about, (context) => {
    const action = connector.actions['run'];
    if (!action) throw new Error('no action run');
    return action.run({ ...context, idempotencyKey: 'k', log: () => {} }, input);
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
      [{ host: 'a', username: 'b', privateKey: secret }, ''],
      [{ host: 'a', username: 'b', password: 'plain', hostKey }, '/password'],
      [{ host: 'a', username: 'b', password: secret, hostKey: 'MD5:00' }, '/hostKey'],
    ],
    reads: { action: 'run', input: { command: 'true' } },
  });

  test('a command gets its input and environment, and returns its output', async () => {
    const command = 'cat; echo "$SVC_ORDER" >&2';
    expect(await run({ command, input: 'ä\n', environment: { SVC_ORDER: '17' } })).toEqual({
      code: 0,
      signal: null,
      stdout: 'ä\n',
      stderr: '17\n',
    });
    expect(await run({ command: 'echo \'{"a":1}\'', output: 'json' })).toMatchObject({ stdout: { a: 1 } });
    await expect(run({ command: 'echo a', output: 'json' })).rejects.toMatchObject({ kind: 'runtime' });
  });

  test('a variable that the server does not accept is an error', async () => {
    await expect(run({ command: 'true', environment: { SVC_A: '1', OTHER: '2' } })).rejects.toMatchObject({
      kind: 'validation',
      message: expect.stringContaining('`OTHER`'),
    });
  });

  test('a command that fails is an error unless any end is expected', async () => {
    await expect(run({ command: 'echo no >&2; exit 3' })).rejects.toMatchObject({
      kind: 'runtime',
      message: 'The command ended with code 3: no',
    });
    expect(await run({ command: 'exit 3', expect: 'any' })).toMatchObject({ code: 3, signal: null });
    expect(await run({ command: 'kill -9 $$', expect: 'any' })).toMatchObject({
      code: null,
      signal: 'SIGKILL',
    });
  });

  test('more output than the limit ends the command, and the next one runs', async () => {
    await expect(run({ command: 'yes' })).rejects.toMatchObject({ title: 'Response too large' });
    expect(await run({ command: 'true' })).toMatchObject({ code: 0 });
  });

  test('a server with another key gets nothing; the fingerprint of its key serves as well', async () => {
    const wrong = run({ command: 'true' }, { hostKey });
    await expect(wrong).rejects.toMatchObject({
      kind: 'authentication',
      message: expect.stringContaining('SHA256:'),
    });
    const shown = execFileSync('ssh-keygen', ['-lf', '-'], { input: key.hostKey, encoding: 'utf8' });
    const [, right = ''] = shown.split(' ');
    expect(await run({ command: 'true' }, { hostKey: right })).toMatchObject({ code: 0 });
  });

  test('a user or key that the server does not know is refused', async () => {
    const refused = { kind: 'authentication', status: 401 };
    await expect(run({ command: 'true' }, { username: 'nobody-here' })).rejects.toMatchObject(refused);
    await expect(run({ command: 'true' }, { privateKey: 'no key' })).rejects.toMatchObject(refused);
  });
});

test('a command is closed when the time is over, when the caller cancels and when it writes too much', async () => {
  const server = await RecordingSshServer.start();
  const { hostKey, port } = server;
  const given = { hostKey, port, username: 'a', password: 'b' };
  const abort = new AbortController();
  try {
    const late = run({ command: 'wait' }, { ...given, timeout: 0.5 });
    await expect(late).rejects.toMatchObject({ kind: 'timeout', status: 408 });
    const cancelled = run({ command: 'wait' }, given, abort.signal);
    await eventually(() => server.commands === 2);
    abort.abort(new Error('cancelled'));
    await expect(cancelled).rejects.toThrow('cancelled');
    await expect(run({ command: 'flood' }, given)).rejects.toMatchObject({ title: 'Response too large' });
    await eventually(() => server.closed === 3);
    const wrong = run({ command: 'wait' }, { ...given, password: 'not-the-password' });
    await expect(wrong).rejects.toMatchObject({ kind: 'authentication', status: 401 });
    await expect(wrong).rejects.not.toThrow('not-the-password');
  } finally {
    await clients.close();
    await server.stop();
  }
});
