import { Redis } from 'ioredis';
import type { Place } from './peer.js';
import { eventually, freePort, startProgram } from './processes.js';

/** Starts a Redis that flushes each write to disk before it answers, and returns its port. */
export async function startRedis(place: Place): Promise<number> {
  const port = await freePort();
  const options = ['--bind', '127.0.0.1', '--port', String(port), '--dir', place.scratch, '--save', ''];
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'];
  const child = startProgram(place, ['redis-server', ...options, ...durable]);
  const client = new Redis({ port, lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => {});
  try {
    await eventually(place, child, async () => {
      if (client.status !== 'ready') await client.connect();
      await client.ping();
    });
  } finally {
    client.disconnect();
  }
  return port;
}
