import type { Json } from '../../../../schemas/json/types.js';
import type { Dialect } from './dialect.js';

/** The value of a parameter; numbers that JSON cannot represent are text. */
export type SqlValue = string | number | bigint | boolean | null | Uint8Array | readonly unknown[];

/** The JSON form of a column's values. */
export type ColumnType =
  | 'integer'
  | 'number'
  | 'decimal'
  | 'boolean'
  | 'text'
  | 'json'
  | 'bytes'
  | 'date'
  | 'timestamp'
  | 'array';

export interface Column {
  name: string;
  type: ColumnType;
  /** The type as the database writes it. */
  declared: string;
  nullable: boolean;
  /** True when the database supplies a value that is not written. */
  hasDefault: boolean;
  /** True when the database numbers the rows that are written without a value. */
  isCounter?: boolean;
  /** Computed by the database: never written. */
  generated: boolean;
  /** The allowed values when the database lists them. */
  values?: readonly string[];
}

export interface ForeignKey {
  columns: readonly string[];
  table: string;
  targets: readonly string[];
}

/** A table or a view in the catalog of the database. */
export interface Table {
  name: string;
  isView: boolean;
  comment: string | null;
  columns: readonly Column[];
  /** The primary key in its order; empty when there is none. */
  key: readonly string[];
  foreignKeys: readonly ForeignKey[];
}

export interface RunOptions {
  /** The most rows read. */
  maxRows: number;
  /** True for the statement of a caller, false for one of svc itself. */
  foreign: boolean;
}

export interface SqlRows {
  columns: readonly { name: string; type: ColumnType }[];
  /** A list per row, values as JSON. */
  rows: Json[][];
  /** True when there were more rows than `maxRows`. */
  truncated: boolean;
  /** Rows written. */
  changes: number;
}

/** One transaction. */
export interface Session {
  /** @throws ConnectorError, ConstraintError */
  run(sql: string, values: readonly SqlValue[], options: RunOptions): Promise<SqlRows>;
}

/** How long the tables that were read from a database are reused; ms. */
const catalogAge = 5_000;

/** The tables of one database, read again when they are older than 5 s. */
export class Catalog {
  #tables: readonly Table[] = [];
  #readAt = Number.NEGATIVE_INFINITY;

  async get(read: () => Promise<readonly Table[]>): Promise<readonly Table[]> {
    if (performance.now() - this.#readAt < catalogAge) return this.#tables;
    this.#tables = await read();
    this.#readAt = performance.now();
    return this.#tables;
  }
}

/** `read one`: a single statement that begins with a word of `readingWords`; databases may save its transaction. */
export type Mode = 'read' | 'read one' | 'write';

/** First words of statements that can only read where writes are refused, and that cannot end a transaction. */
export const readingWords: ReadonlySet<string> = new Set(['select', 'with', 'values', 'table']);

/** A database as one connection reaches it. */
export interface Engine {
  readonly catalog: Catalog;
  readonly dialect: Dialect;
  /** The schema of its tables. */
  readonly schema: string;
  /** Reads the tables and views of the configured schema. */
  tables(session: Session): Promise<Table[]>;
  /** Selects the name and version of the database. */
  readonly versionQuery: string;
  /** Converts a value for a column, or for an unknown type. */
  toSql(value: Json, column?: Column): SqlValue;
  /**
   * Runs `work` in a transaction: committed when it resolves, rolled back when it throws, and when the signal aborts or
   * the time is over; a running statement is then stopped. A transaction for reading changes nothing.
   * @throws ConnectorError; the reason of the signal
   */
  transaction<Result>(
    mode: Mode,
    signal: AbortSignal,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

/** The kind of constraint that refuses a write. */
export type Constraint = 'unique' | 'foreign-key' | 'not-null' | 'check' | 'value';
