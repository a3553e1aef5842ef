import type { Json } from '../../../../schemas/json/types.js';
import type { SqlConfig } from '../engine/config-schema.js';
import { Catalog, type Column, type Engine, type Session, type SqlValue } from '../engine/engine.js';
import { readTables } from './catalog.js';
import { ProcessPool } from './pool.js';

/** A database file, opened by separate processes. */
export class SqliteEngine implements Engine {
  readonly catalog = new Catalog();
  readonly mark = '?';
  readonly lockClause = '';
  readonly schema = 'main';
  readonly versionQuery = `select 'SQLite ' || sqlite_version()`;
  readonly #pool: ProcessPool;

  /** @param file absolute path of an allowed file */
  constructor(config: SqlConfig, file: string) {
    this.#pool = new ProcessPool(config.pool ?? 2, {
      file,
      create: config.create === true && config.readOnly !== true,
      maxBytes: config.maxBytes,
      statementTimeout: config.statementTimeout,
    });
  }

  readonly tables = readTables;

  toSql(value: Json, column?: Column): SqlValue {
    if (value === null) return null;
    if (column?.type === 'json') return JSON.stringify(value);
    if (typeof value === 'boolean') return value ? 1n : 0n;
    if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
    if (typeof value === 'string') return column ? textToSql(value, column) : value;
    return JSON.stringify(value);
  }

  async transaction<Result>(
    mode: 'read' | 'write',
    signal: AbortSignal,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const process = await this.#pool.take(signal);
    const abort = (): void => process.kill(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      signal.throwIfAborted();
      await process.ask({ do: 'begin', mode });
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
      this.#pool.give(process);
    }
  }

  async close(): Promise<void> {
    this.#pool.close();
  }
}

function textToSql(value: string, { type }: Column): SqlValue {
  if (type === 'bytes') return Buffer.from(value, 'base64');
  if ((type === 'integer' || type === 'boolean') && /^-?\d{1,19}$/.test(value)) return BigInt(value);
  return value;
}
