import { isExactNumber } from '../../../../schemas/json/exact-number.js';
import { toJsonText } from '../../../../schemas/json/json-text.js';
import type { Json } from '../../../../schemas/json/types.js';
import type { SqlConfig } from '../engine/config-schema.js';
import { sqliteDialect } from '../engine/dialect.js';
import {
  Catalog,
  type Column,
  type Engine,
  type Mode,
  type Session,
  type SqlValue,
} from '../engine/engine.js';
import { ConnectionPool } from '../engine/pool.js';
import { readTables } from './catalog.js';
import { DatabaseProcess, type ProcessOptions } from './database-process.js';

/** A database file, opened by separate processes. */
export class SqliteEngine implements Engine {
  readonly catalog = new Catalog();
  readonly dialect = sqliteDialect;
  readonly schema = 'main';
  readonly versionQuery = `select 'SQLite ' || sqlite_version()`;
  readonly #pool: ConnectionPool<DatabaseProcess>;

  /** @param file absolute path of an allowed file */
  constructor(config: SqlConfig, file: string) {
    const options = {
      file,
      create: config.create === true && config.readOnly !== true,
      maxBytes: config.maxBytes,
      statementTimeout: config.statementTimeout,
    };
    this.#pool = new ConnectionPool(config.pool ?? 2, { idleTimeoutMs: 60_000, open: () => open(options) });
  }

  readonly tables = readTables;

  toSql(value: Json, column?: Column): SqlValue {
    if (value === null) return null;
    if (column?.type === 'json') return toJsonText(value);
    if (typeof value === 'boolean') return value ? 1n : 0n;
    if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
    if (isExactNumber(value)) return toWhole(String(value));
    if (typeof value === 'string') return column ? textToSql(value, column) : value;
    return toJsonText(value);
  }

  async transaction<Result>(
    mode: Mode,
    signal: AbortSignal,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const process = await this.#pool.acquire(signal);
    const abort = (): void => process.kill(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      signal.throwIfAborted();
      await process.ask({ do: 'begin', mode: mode === 'write' ? mode : 'read' });
      try {
        const result = await work(process);
        await process.ask({ do: 'commit' });
        return result;
      } catch (error) {
        // Also after a commit that failed, such as for a deferred constraint: its transaction is open still.
        if (process.isAlive) await process.ask({ do: 'rollback' }).catch(() => process.kill(error));
        throw error;
      }
    } finally {
      signal.removeEventListener('abort', abort);
      this.#pool.release(process);
    }
  }

  async close(): Promise<void> {
    this.#pool.close();
  }
}

async function open(options: ProcessOptions): Promise<DatabaseProcess> {
  const started = new DatabaseProcess(options);
  try {
    await started.open();
    return started;
  } catch (error) {
    started.kill(error);
    throw error;
  }
}

/** SQLite holds whole numbers of 64 bits. Other digits stay text, which a column of numbers converts. */
function toWhole(digits: string): SqlValue {
  if (!/^-?\d{1,19}$/.test(digits)) return digits;
  const whole = BigInt(digits);
  return BigInt.asIntN(64, whole) === whole ? whole : digits;
}

function textToSql(value: string, { type }: Column): SqlValue {
  if (type === 'bytes') return Buffer.from(value, 'base64');
  if ((type === 'integer' || type === 'boolean') && /^-?\d{1,19}$/.test(value)) return BigInt(value);
  return value;
}
