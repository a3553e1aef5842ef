import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { ConnectionContext } from '../../../../controller/connectors/contract/connector.js';
import { createDatabases } from '../../../../controller/connectors/sql/actions/databases.js';
import { sqlConnector } from '../../../../controller/connectors/sql/connector.js';
import type { SqlConfig } from '../../../../controller/connectors/sql/engine/config-schema.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { openNetwork } from '../networks.js';

const limits = { connectTimeout: 60, statementTimeout: 60, maxRows: 100, maxBytes: 100_000 };
const server = { host: '127.0.0.1', port: 5432, user: 'root', database: 'test' };

/** Returns true when this machine has a PostgreSQL server that trusts the tests; without one they are skipped, or fail in CI. */
export async function findPostgres(): Promise<boolean> {
  const client = new pg.Client({ ...server, connectionTimeoutMillis: 20_000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    if (process.env['SVC_REQUIRE_SERVERS'] === '1') throw error;
    console.warn(`PostgreSQL at ${server.host}:${server.port} left out: ${(error as Error).message}`);
    return false;
  }
}

/** One database of its own for a test file. */
export class TestDatabase {
  readonly folder = mkdtempSync(join(tmpdir(), 'svc-sql-'));
  readonly #schema = `svc_test_${process.pid}_${Date.now()}`;
  readonly #databases = createDatabases({
    directory: this.folder,
    allowAnyFile: false,
    allowPrivateNetworks: true,
  });
  readonly connector = sqlConnector(this.#databases);
  readonly config: SqlConfig;

  constructor(readonly engine: 'sqlite' | 'postgres') {
    this.config =
      engine === 'sqlite'
        ? { ...limits, engine, file: 'test.db', create: true }
        : { ...limits, ...server, engine, ssl: 'disable', schema: this.#schema };
  }

  async open(...statements: string[]): Promise<void> {
    if (this.engine === 'postgres') await this.run('execute', { sql: `create schema ${this.#schema}` });
    for (const sql of statements) await this.run('execute', { sql });
  }

  async close(): Promise<void> {
    if (this.engine === 'postgres') await this.run('execute', { sql: `drop schema ${this.#schema} cascade` });
    await this.#databases.close();
    rmSync(this.folder, { recursive: true });
  }

  context(more: Partial<SqlConfig> = {}, abort = new AbortController()): ConnectionContext<SqlConfig> {
    const config = { ...this.config, ...more };
    return { connection: 'stock', config, signal: abort.signal, network: openNetwork, client: undefined };
  }

  run(
    action: string,
    input: JsonObject,
    more: Partial<SqlConfig> = {},
    abort?: AbortController,
  ): Promise<Json> {
    const found = this.connector.actions[action];
    if (!found) throw new Error(`no action ${action}`);
    return found.run({ ...this.context(more, abort), idempotencyKey: 'k', log: () => {} }, input);
  }

  async rows(sql: string, parameters: JsonObject = {}): Promise<Json> {
    return ((await this.run('query', { sql, parameters })) as JsonObject)['rows'] ?? null;
  }

  get entities() {
    const { entities } = this.connector;
    if (!entities) throw new Error('no entities');
    return entities;
  }
}
