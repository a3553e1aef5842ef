import pg from 'pg';
import type { Json } from '../../../../schemas/json/types.js';
import { untilAborted } from '../../../concurrency/signals.js';
import type { SqlConfig } from '../engine/config-schema.js';
import {
  Catalog,
  type Column,
  type Engine,
  type Session,
  type SqlValue,
  type Table,
} from '../engine/engine.js';
import { quoted } from '../engine/statement-parts.js';
import { readTables } from './catalog.js';
import { toConnectorError } from './failures.js';
import { PostgresSession } from './session.js';
import { GuardedSocket, sendCancel } from './socket.js';

/** A PostgreSQL server (12 or newer) over a pool of connections. */
export class PostgresEngine implements Engine {
  readonly catalog = new Catalog();
  readonly mark = '$';
  readonly lockClause = ' for update';
  readonly versionQuery = `select 'PostgreSQL ' || current_setting('server_version')`;
  readonly #pool: pg.Pool;
  readonly schema: string;
  readonly #place: { host: string; port: number; allowPrivate: boolean };

  constructor(
    private readonly config: SqlConfig,
    allowPrivate: boolean,
  ) {
    const { host = '', port = 5432 } = config;
    this.schema = config.schema ?? 'public';
    this.#place = { host, port, allowPrivate };
    this.#pool = new pg.Pool({
      ...connectionOf(config, this.schema),
      stream: () => new GuardedSocket(allowPrivate),
      max: config.pool ?? 4,
      connectionTimeoutMillis: config.connectTimeout * 1000,
      idleTimeoutMillis: 30_000,
      allowExitOnIdle: true,
    });
    // The pool replaces an idle connection that breaks.
    this.#pool.on('error', () => {});
    // The running statement reports the error to its caller.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  tables(session: Session): Promise<Table[]> {
    return readTables(session, this.schema);
  }

  toSql(value: Json, column?: Column): SqlValue {
    if (value === null) return null;
    if (column?.type === 'json') return JSON.stringify(value);
    if (column?.type === 'bytes' && typeof value === 'string') return Buffer.from(value, 'base64');
    if (typeof value !== 'object') return value;
    if (!Array.isArray(value)) return JSON.stringify(value);
    const isFlat = value.every((item) => item === null || typeof item !== 'object' || Array.isArray(item));
    return isFlat || column?.type === 'array' ? value : JSON.stringify(value);
  }

  async transaction<Result>(
    mode: 'read' | 'write',
    signal: AbortSignal,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.#connect(signal);
    const stop = (): void =>
      sendCancel(this.#place, client as unknown as { processID: number; secretKey: number });
    const { maxBytes, statementTimeout } = this.config;
    const session = new PostgresSession(client, { maxBytes, statementTimeout, stop });
    let isAborted = false;
    const abort = (): void => {
      isAborted = true;
      stop();
      streamOf(client).destroy();
    };
    signal.addEventListener('abort', abort, { once: true });
    let isClean = false;
    try {
      await client.query(mode === 'read' ? 'begin read only' : 'begin');
      const result = await this.#work(work, session, client);
      if (session.isUsed && !session.isSpoiled) await client.query('discard all');
      isClean = !session.isSpoiled;
      return result;
    } catch (error) {
      if (isAborted) throw signal.reason;
      isClean = error instanceof RolledBack && !session.isSpoiled && !session.isUsed;
      throw error instanceof RolledBack ? error.cause : toConnectorError(error, statementTimeout);
    } finally {
      signal.removeEventListener('abort', abort);
      client.release(!isClean);
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #work<Result>(
    work: (session: Session) => Promise<Result>,
    session: PostgresSession,
    client: pg.PoolClient,
  ): Promise<Result> {
    let result: Result;
    try {
      result = await work(session);
    } catch (cause) {
      if (!session.isSpoiled) await client.query('rollback');
      throw new RolledBack({ cause });
    }
    if (!session.isSpoiled) await client.query('commit');
    return result;
  }

  async #connect(signal: AbortSignal): Promise<pg.PoolClient> {
    signal.throwIfAborted();
    const connecting = this.#pool.connect();
    try {
      return await untilAborted(connecting, signal);
    } catch (error) {
      if (!signal.aborted) throw toConnectorError(error, this.config.statementTimeout);
      connecting.then(
        (client) => client.release(),
        () => {},
      );
      throw error;
    }
  }
}

/** Wraps an error of a transaction's work after the rollback. */
class RolledBack extends Error {
  constructor(options: { cause: unknown }) {
    super('rolled back', options);
  }
}

function streamOf(client: pg.PoolClient): { destroy(): void } {
  return (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;
}

/** Returns the settings of each connection, to which `discard all` resets it. */
function connectionOf(config: SqlConfig, schema: string): pg.ClientConfig {
  const settings = {
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    IntervalStyle: 'iso_8601',
    bytea_output: 'hex',
    extra_float_digits: '1',
    search_path: quoted(schema),
    idle_in_transaction_session_timeout: '60000',
    ...(config.readOnly ? { default_transaction_read_only: 'on' } : {}),
  };
  const options = Object.entries(settings).map(
    ([key, value]) => `-c ${key}=${value.replace(/[\\\s]/g, '\\$&')}`,
  );
  const ssl =
    config.ssl === 'disable'
      ? false
      : { rejectUnauthorized: config.ssl !== 'require', ...(config.ca ? { ca: config.ca } : {}) };
  return {
    host: config.host ?? '',
    port: config.port ?? 5432,
    database: config.database ?? '',
    user: config.user ?? '',
    // An empty password keeps the driver from reading the service's environment.
    password: config.password ?? '',
    ssl,
    application_name: 'svc',
    statement_timeout: Math.max(1, Math.ceil(config.statementTimeout * 1000)),
    options: options.join(' '),
  };
}
