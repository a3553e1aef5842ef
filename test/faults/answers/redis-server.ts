import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../controller/connectors/sshd.js';
import { eventually } from '../../eventually.js';
import { removeFolder } from '../../remove-folder.js';

const program = '/usr/bin/redis-server';

/** A server of Redis that the proof started, in memory only. */
export interface RedisServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts a server with one value; returns undefined where Redis is not installed. */
export async function startRedis(key: string, value: string): Promise<RedisServer | undefined> {
  if (!existsSync(program)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'svc-redis-'));
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const server = spawn(program, options, { stdio: 'ignore' });
  await eventually(() => store(port, key, value).then(Boolean, () => false));
  return {
    port,
    async stop() {
      server.kill();
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      removeFolder(folder);
    },
  };
}

async function store(port: number, key: string, value: string): Promise<unknown> {
  const client = new Redis({ port, lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => {});
  try {
    return await client.set(key, value);
  } finally {
    client.disconnect();
  }
}
