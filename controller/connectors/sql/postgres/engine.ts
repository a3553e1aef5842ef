import type { Socket } from 'node:net';
import pg from 'pg';
import { isExactNumber, withDigits } from '../../../../schemas/json/exact-number.js';
import { toJsonText } from '../../../../schemas/json/json-text.js';
import type { Json } from '../../../../schemas/json/types.js';
import { untilAborted } from '../../../concurrency/signals.js';
import type { SqlConfig } from '../engine/config-schema.js';
import { postgresDialect } from '../engine/dialect.js';
import {
  Catalog,
  type Column,
  type Engine,
  type Mode,
  type Session,
  type SqlValue,
  type Table,
} from '../engine/engine.js';
import type { NetworkRules } from '../engine/socket.js';
import { sendCancel } from './cancel.js';
import { readTables } from './catalog.js';
import { connectionConfig } from './connection-config.js';
import { toConnectorError } from './failures.js';
import { GuardedClient } from './guarded-client.js';
import { PostgresSession } from './session.js';
import { how, RolledBack } from './transactions.js';
import { UsedSessions } from './used-sessions.js';

/** A PostgreSQL server (12 or newer) over a pool of connections. */
export class PostgresEngine implements Engine {
  readonly catalog = new Catalog();
  readonly dialect = postgresDialect;
  readonly versionQuery = `select 'PostgreSQL ' || current_setting('server_version')`;
  readonly #pool: pg.Pool;
  readonly #used = new UsedSessions((client) => void getStream(client).destroy());
  readonly schema: string;
  readonly #place: { host: string; port: number; rules: NetworkRules };

  constructor(
    private readonly config: SqlConfig,
    rules: NetworkRules,
  ) {
    const { host = '', port = 5432 } = config;
    this.schema = config.schema ?? 'public';
    this.#place = { host, port, rules };
    this.#pool = new pg.Pool({
      ...connectionConfig(config, rules),
      Client: GuardedClient,
      max: config.pool ?? 4,
      // Statements are sent without waiting for the answers to those before.
      pipeline: true,
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
    if (column?.type === 'json') return toJsonText(value);
    if (column?.type === 'bytes' && typeof value === 'string') return Buffer.from(value, 'base64');
    if (isExactNumber(value)) return String(value);
    if (typeof value !== 'object') return value;
    if (!Array.isArray(value)) return toJsonText(value);
    const isFlat = value.every((item) => item === null || typeof item !== 'object' || Array.isArray(item));
    return isFlat || column?.type === 'array' ? withDigits(value) : toJsonText(value);
  }

  async transaction<Result>(
    mode: Mode,
    signal: AbortSignal,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.#connect(signal);
    const stop = (): void =>
      sendCancel(this.#place, client as unknown as { processID: number; secretKey: number });
    const { maxBytes, statementTimeout } = this.config;
    const cut = (): void => void getStream(client).destroy();
    const session = new PostgresSession(client, { maxBytes, statementTimeout, stop, cut });
    let isAborted = false;
    const abort = (): void => {
      isAborted = true;
      stop();
      cut();
    };
    signal.addEventListener('abort', abort, { once: true });
    let ending: Promise<unknown> = Promise.reject(new Error('not clean'));
    ending.catch(() => {});
    try {
      const result = await together(client, () => how[mode](work, session, this.#discarded(client, session)));
      ending = this.#ended(client, session, mode);
      return result;
    } catch (error) {
      if (isAborted) throw signal.reason;
      if (error instanceof RolledBack && !session.isSpoiled && !session.isUsed) ending = Promise.resolve();
      throw error instanceof RolledBack ? error.cause : toConnectorError(error, statementTimeout);
    } finally {
      signal.removeEventListener('abort', abort);
      // The caller has its result, and does not wait for the end of the session.
      ending.then(
        () => client.release(),
        () => client.release(true),
      );
    }
  }

  /** Discards what the last caller's statement left in the session. */
  #discarded(client: pg.PoolClient, session: PostgresSession): Promise<unknown> {
    if (!this.#used.take(client)) return Promise.resolve();
    const discarded = session.command('discard all');
    discarded.catch(() => {});
    return discarded;
  }

  /** Ends a transaction that read. @throws when the connection must not be reused */
  async #ended(client: pg.PoolClient, session: PostgresSession, mode: Mode): Promise<void> {
    if (session.isSpoiled) throw new Error('a request to stop may still arrive');
    if (mode === 'read') await session.command('commit');
    if (session.isUsed) this.#used.add(client);
  }

  close(): Promise<void> {
    return this.#pool.end();
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

/** Sends what `start` writes at once in one piece. */
function together<Result>(client: pg.PoolClient, start: () => Promise<Result>): Promise<Result> {
  const stream = getStream(client);
  stream.cork();
  try {
    return start();
  } finally {
    stream.uncork();
  }
}

function getStream(client: pg.PoolClient): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}
