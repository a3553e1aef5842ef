/** The yardstick of `connectors`: the client libraries alone, in a process of their own. */
import { Redis } from 'ioredis';
import pg from 'pg';
import { Agent, fetch } from 'undici';

const [url = '', port = ''] = process.argv.slice(2);
const agent = new Agent({ connections: 64 });
const pool = new pg.Pool({ host: '127.0.0.1', user: 'root', database: 'test', max: 20 });
const redis = new Redis({ host: '127.0.0.1', port: Number(port) });

const calls: Record<string, () => Promise<unknown>> = {
  http: async () => (await fetch(`${url}/item`, { dispatcher: agent })).json(),
  postgres: async () => (await pool.query('select $1::int + 1 as next', [1])).rows,
  redis: () => redis.get('svc-bench'),
};

process.on(
  'message',
  async ({ name, count, concurrency }: { name: string; count: number; concurrency: number }) => {
    const call = calls[name];
    if (!call) throw new Error(`no call ${name}`);
    let left = count;
    const began = performance.now();
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        while (left-- > 0) await call();
      }),
    );
    process.send?.({ seconds: (performance.now() - began) / 1_000 });
  },
);
process.send?.({ ready: true });
