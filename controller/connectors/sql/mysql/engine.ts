import type { ConnectionOptions } from 'mysql2';
import type { SqlConfig } from '../engine/config-schema.js';
import { mysqlDialect } from '../engine/dialect.js';
import { Catalog, type Engine, type Mode, type Session, type Table } from '../engine/engine.js';
import { tookTooLong } from '../engine/errors.js';
import { ConnectionPool } from '../engine/pool.js';
import type { NetworkRules } from '../engine/socket.js';
import { readTables } from './catalog.js';
import { MysqlConnection, NoAnswer } from './connection.js';
import { connectionOptions } from './connection-options.js';
import { toConnectorError } from './failures.js';
import { toSql } from './parameters.js';
import { MysqlSession } from './session.js';

/**
 * The state of each session: statements mean the same on every server. Without `autocommit`, a statement that follows an
 * implicit commit, as of `create table`, begins another transaction.
 */
const setUp = `set time_zone = '+00:00', autocommit = 0, sql_mode = 'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'`;

/** How long a request to stop a statement may take; ms. */
const stopMs = 5_000;

/** A server of MySQL (8 or newer) or MariaDB (10.5 or newer) over a pool of connections. */
export class MysqlEngine implements Engine {
  readonly catalog = new Catalog();
  readonly dialect = mysqlDialect;
  readonly versionQuery = `select concat(if(version() like '%MariaDB%', 'MariaDB ', 'MySQL '), version())`;
  readonly schema: string;
  readonly toSql = toSql;
  readonly #pool: ConnectionPool<MysqlConnection>;
  readonly #options: ConnectionOptions;

  constructor(
    private readonly config: SqlConfig,
    rules: NetworkRules,
  ) {
    this.schema = config.database ?? '';
    this.#options = connectionOptions(config, rules);
    this.#pool = new ConnectionPool(config.pool ?? 4, {
      idleTimeoutMs: 30_000,
      open: (signal) => this.#open(signal),
    });
  }

  tables(session: Session): Promise<Table[]> {
    return readTables(session, this.schema);
  }

  async transaction<Result>(
    mode: Mode,
    signal: AbortSignal,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const connection = await this.#take(signal);
    const stop = (): void => void this.#stop(connection.id);
    const { maxBytes, statementTimeout } = this.config;
    const session = new MysqlSession(connection, { maxBytes, statementTimeout, stop });
    const abort = (): void => {
      stop();
      connection.end(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    try {
      // For procedures too, whose own transactions are of this kind.
      await this.#command(connection, `set session transaction read ${mode === 'write' ? 'write' : 'only'}`);
      return await this.#work(work, session, connection);
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', abort);
      void this.#give(connection, session);
    }
  }

  async close(): Promise<void> {
    this.#pool.close();
  }

  async #work<Result>(
    work: (session: Session) => Promise<Result>,
    session: MysqlSession,
    connection: MysqlConnection,
  ): Promise<Result> {
    try {
      const result = await work(session);
      if (!session.isSpoiled) await this.#command(connection, 'commit');
      return result;
    } catch (error) {
      // A connection that fails here is not reused, and its end rolls back.
      if (connection.isAlive && !session.isSpoiled)
        await connection.command('rollback').catch((reason) => connection.end(reason));
      throw error;
    }
  }

  async #command(connection: MysqlConnection, sql: string): Promise<void> {
    try {
      await connection.command(sql);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** Returns a connection to the pool, without what callers' statements left in its session. */
  async #give(connection: MysqlConnection, session: MysqlSession): Promise<void> {
    try {
      if (session.isSpoiled) connection.end();
      else if (session.isUsed && connection.isAlive) {
        await connection.reset();
        await connection.command(setUp);
      }
    } catch (error) {
      connection.end(error);
    } finally {
      this.#pool.release(connection);
    }
  }

  async #take(signal: AbortSignal): Promise<MysqlConnection> {
    try {
      return await this.#pool.acquire(signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw this.#failure(error);
    }
  }

  async #open(signal: AbortSignal): Promise<MysqlConnection> {
    const opened = await MysqlConnection.open(this.#options, this.config.statementTimeout * 1000, signal);
    try {
      await opened.command(setUp);
      return opened;
    } catch (error) {
      opened.end(error);
      throw error;
    }
  }

  /** Stops the statement of a connection over another one. */
  async #stop(id: number): Promise<void> {
    try {
      const signal = AbortSignal.timeout(stopMs);
      const other = await MysqlConnection.open(this.#options, stopMs, signal);
      await other.command(`kill query ${id}`).finally(() => other.end());
    } catch {
      // No caller waits for this request; without it, the connection ends after its grace.
    }
  }

  #failure(error: unknown): unknown {
    const { statementTimeout } = this.config;
    return error instanceof NoAnswer
      ? tookTooLong(statementTimeout, error)
      : toConnectorError(error, statementTimeout);
  }
}
