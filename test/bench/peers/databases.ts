import pg from 'pg';
import type { Place } from './peer.js';

const server = process.env['SVC_BENCH_POSTGRES'] ?? 'postgres://root@127.0.0.1:5432/postgres';

/** Makes an empty PostgreSQL database, which is dropped with the peer, and returns its URL. */
export async function makeDatabase(
  place: Pick<Place, 'onStop' | 'databases'>,
  name: string,
): Promise<string> {
  const database = `svc_peers_${name}`;
  await onServer(`drop database if exists ${database} with (force)`);
  await onServer(`create database ${database}`);
  place.databases.push(database);
  place.onStop(() => onServer(`drop database if exists ${database} with (force)`));
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** The ids of the server's processes that work for the connections to databases. */
export async function getProcesses(databases: readonly string[]): Promise<number[]> {
  const { rows } = await onServer('select pid from pg_stat_activity where datname = any($1)', [databases]);
  return rows.map(({ pid }) => Number(pid));
}

/** The version of the server, and the settings that durability depends on. */
export async function describePostgres(): Promise<string> {
  const [version, fsync, commits] = await Promise.all(
    ['server_version', 'fsync', 'synchronous_commit'].map(async (name) => {
      const { rows } = await onServer(`show ${name}`);
      return String(rows[0]?.[name]);
    }),
  );
  return `PostgreSQL ${version?.split(' ')[0]} (fsync ${fsync}, synchronous_commit ${commits})`;
}

async function onServer(sql: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return await client.query(sql, [...values]);
  } finally {
    await client.end();
  }
}
