import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach } from 'vitest';
import { openSqliteStorage, type Storage } from '../../../controller/storage/index.js';
import { openPostgresStorage } from '../../../controller/storage/postgres/postgres-storage.js';

/** The server that tests may make databases on, as its user may. */
export const testServer = process.env['SVC_TEST_POSTGRES'] ?? 'postgres://root@127.0.0.1:5432/postgres';

/** False for a machine without the server, where its tests are skipped; in CI they fail. */
export async function hasServer(): Promise<boolean> {
  try {
    await inServer('select 1');
    return true;
  } catch (error) {
    if (process.env['SVC_REQUIRE_SERVERS'] === '1') throw error;
    console.warn(`PostgreSQL (SVC_TEST_POSTGRES) left out: ${(error as Error).message}`);
    return false;
  }
}

let isOnServer = false;

/** From now on, `openStorage` opens databases of the server. */
export function useServer(): void {
  isOnServer = true;
}

/**
 * Opens the database of a path: the same one for the same path, and always a new one for `:memory:`. It is an SQLite file,
 * or a database of PostgreSQL in the files of `on-postgres`.
 */
export function openStorage(path: string): Promise<Storage> {
  return isOnServer ? openPostgres(path) : openSqliteStorage(path);
}

interface TestDatabase {
  name: string;
  /** Storages that have it open. */
  users: number;
}

/** The databases of this test file by the path that a test uses for them. */
const databases = new Map<string, TestDatabase>();
/** Databases that ended tests have used: to empty one is faster than to make one. */
const free: string[] = [];
const made: string[] = [];

/** The URL of the database that services use in place of an SQLite file; undefined on SQLite. */
export async function databaseUrl(path: string): Promise<string | undefined> {
  if (!isOnServer) return undefined;
  const database = await getDatabase(path);
  // A service may start again at any time, so its database is not given to another test.
  database.users = Number.POSITIVE_INFINITY;
  return getUrl(database.name);
}

async function getDatabase(path: string): Promise<TestDatabase> {
  const database = databases.get(path) ?? { name: await takeDatabase(), users: 0 };
  databases.set(path, database);
  return database;
}

async function openPostgres(path: string): Promise<Storage> {
  const database = await getDatabase(path === ':memory:' ? randomUUID() : path);
  const { name } = database;
  const storage = await openPostgresStorage({
    url: getUrl(name),
    node: name,
    version: '1.0.0',
    connections: 3,
  });
  database.users += 1;
  let closing: Promise<void> | undefined;
  return {
    ...storage,
    close() {
      closing ??= storage.close().finally(() => {
        database.users -= 1;
      });
      return closing;
    },
  };
}

async function takeDatabase(): Promise<string> {
  const name = free.pop();
  if (name === undefined) return newDatabase();
  await inServer(emptying, getUrl(name));
  return name;
}

const emptying = `do $$ declare r record; begin
  for r in select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
    execute format('delete from %I', r.name);
  end loop;
  for r in select sequencename as name from pg_sequences where schemaname = 'public' loop
    execute format('alter sequence %I restart', r.name);
  end loop;
end $$`;

/** Makes a database without tables. @returns its name */
export async function newDatabase(): Promise<string> {
  const name = `svc_test_${randomUUID().slice(0, 8)}_${made.length}`;
  made.push(name);
  await inServer(`create database "${name}" template template0 encoding 'UTF8'`);
  return name;
}

export function getUrl(database: string): string {
  const url = new URL(testServer);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs a statement, by default in the server's own database. */
export async function inServer(statement: string, url = testServer): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 20_000 });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

afterEach(() => {
  for (const [path, { name, users }] of databases) {
    if (users > 0) continue;
    databases.delete(path);
    free.push(name);
  }
});

afterAll(async () => {
  for (const name of made) await inServer(`drop database if exists "${name}" with (force)`);
});
