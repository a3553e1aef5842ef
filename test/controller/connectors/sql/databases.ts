import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import pg from 'pg';
import type { ConnectionContext } from '../../../../controller/connectors/contract/connector.js';
import { createDatabases } from '../../../../controller/connectors/sql/actions/databases.js';
import {
  mysqlConnector,
  postgresConnector,
  sqliteConnector,
} from '../../../../controller/connectors/sql/connector.js';
import type { EngineConfig } from '../../../../controller/connectors/sql/engine/config-schema.js';
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

const mysqlServer = { host: '127.0.0.1', port: 3306, user: 'root', database: 'test' };

/** Returns true when this machine has a MariaDB or MySQL server that trusts the tests; see `findPostgres`. */
export async function findMysql(): Promise<boolean> {
  try {
    const client = await mysql.createConnection({ ...mysqlServer, connectTimeout: 20_000 });
    await client.end();
    return true;
  } catch (error) {
    const { SVC_REQUIRE_SERVERS, SVC_WITHOUT_MARIADB } = process.env;
    if (SVC_REQUIRE_SERVERS === '1' && SVC_WITHOUT_MARIADB === undefined) throw error;
    console.warn(`MariaDB at ${mysqlServer.host}:${mysqlServer.port} left out: ${(error as Error).message}`);
    return false;
  }
}

export type EngineName = 'sqlite' | 'postgres' | 'mysql';

const connectors = { sqlite: sqliteConnector, postgres: postgresConnector, mysql: mysqlConnector };

/** One database of its own for a test file. */
export class TestDatabase {
  readonly folder = mkdtempSync(join(tmpdir(), 'svc-sql-'));
  readonly #schema = `svc_test_${process.pid}_${Date.now()}`;
  readonly #databases = createDatabases({
    directory: this.folder,
    allowAnyFile: false,
    network: openNetwork,
  });
  readonly connector;
  readonly config: EngineConfig;

  constructor(readonly engine: EngineName) {
    this.connector = connectors[engine](this.#databases);
    const configs: Record<EngineName, EngineConfig> = {
      sqlite: { ...limits, file: 'test.db', create: true },
      postgres: { ...limits, ...server, ssl: 'disable', schema: this.#schema },
      mysql: { ...limits, ...mysqlServer, ssl: 'disable', database: this.#schema },
    };
    this.config = configs[engine];
  }

  async open(...statements: string[]): Promise<void> {
    await this.#inServer(`create ${this.#container}`);
    for (const sql of statements) await this.run('execute', { sql });
  }

  async close(): Promise<void> {
    await this.#inServer(`drop ${this.#container}${this.engine === 'postgres' ? ' cascade' : ''}`);
    await this.forget();
  }

  /** Closes the connections, and leaves the database. */
  async forget(): Promise<void> {
    await this.#databases.close();
    rmSync(this.folder, { recursive: true });
  }

  get #container(): string {
    return `${this.engine === 'mysql' ? 'database' : 'schema'} ${this.#schema}`;
  }

  async #inServer(sql: string): Promise<void> {
    if (this.engine === 'sqlite') return;
    await this.run('execute', { sql }, this.engine === 'mysql' ? mysqlServer : {});
  }

  context(more: Partial<EngineConfig> = {}, abort = new AbortController()): ConnectionContext<EngineConfig> {
    const config = { ...this.config, ...more };
    return { connection: 'stock', config, signal: abort.signal, network: openNetwork, client: undefined };
  }

  run(
    action: string,
    input: JsonObject,
    more: Partial<EngineConfig> = {},
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
