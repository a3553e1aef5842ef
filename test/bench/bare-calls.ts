/**
 * The yardsticks of `connectors`: the client libraries in a process of their own, alone, and with each answer in a row of
 * SQLite (group commit) before the next call. Arguments: the address of the HTTP server, the port of Redis, the file of the rows.
 */
import { Redis } from 'ioredis';
import pg from 'pg';
import { Agent, fetch } from 'undici';
import { openRows } from './grouped-rows.js';

const [url = '', port = '', rows = ':memory:'] = process.argv.slice(2);
const write = openRows(rows);
const agent = new Agent({ connections: 64 });
const pool = new pg.Pool({ host: '127.0.0.1', user: 'root', database: 'test', max: 20 });
const redis = new Redis({ host: '127.0.0.1', port: Number(port) });

/** A loop of calls, so many at a time. */
export interface BareLoop {
  name: string;
  count: number;
  concurrency: number;
  isDurable: boolean;
}

const calls: Record<string, () => Promise<unknown>> = {
  http: async () => (await fetch(`${url}/item`, { dispatcher: agent })).json(),
  postgres: async () => (await pool.query('select $1::int + 1 as next', [1])).rows,
  redis: () => redis.get('svc-bench'),
};

process.on('message', async ({ name, count, concurrency, isDurable }: BareLoop) => {
  const call = calls[name];
  if (!call) throw new Error(`no call ${name}`);
  let left = count;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left-- > 0) {
        const answer = await call();
        if (isDurable) await write(JSON.stringify(answer));
      }
    }),
  );
  process.send?.({ seconds: (performance.now() - began) / 1_000 });
});
process.send?.({ ready: true });
