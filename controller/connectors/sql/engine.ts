import type { Json } from '../../../schemas/json.js';

/** What is handed to the database in the place of a parameter; text carries what JSON has no number for. */
export type SqlValue = string | number | bigint | boolean | null | Uint8Array | readonly unknown[];

/** How a column's values are told in JSON. */
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
  /** As the database writes it. */
  declared: string;
  nullable: boolean;
  /** The database gives a value where none is written. */
  hasDefault: boolean;
  /** Computed by the database: never written. */
  generated: boolean;
  /** The values there are, where the database lists them. */
  values?: readonly string[];
}

export interface ForeignKey {
  columns: readonly string[];
  table: string;
  targets: readonly string[];
}

/** A table or a view, as the catalog of the database has it. */
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
  /** Rows read before the rest is left alone. */
  maxRows: number;
  /** The statement is a caller's, and not svc's own. */
  foreign: boolean;
}

export interface SqlRows {
  columns: readonly { name: string; type: ColumnType }[];
  /** A list per row, values as JSON. */
  rows: Json[][];
  /** There were more rows than `maxRows`. */
  truncated: boolean;
  /** Rows written. */
  changes: number;
}

/** One transaction. */
export interface Session {
  /** @throws ConnectorError, ConstraintError */
  run(sql: string, values: readonly SqlValue[], options: RunOptions): Promise<SqlRows>;
}

/** A database as one connection reaches it. */
export interface Engine {
  readonly mark: '$' | '?';
  /** Makes a row that was read stay as it is until the transaction ends. */
  readonly lockClause: string;
  /** Where its tables are. */
  readonly schema: string;
  /** The tables and views of the configured schema; looked up anew each time. */
  tables(session: Session): Promise<Table[]>;
  /** What the database calls itself. */
  readonly versionQuery: string;
  /** A value as one of a column, or of any type where it is unknown. */
  toSql(value: Json, column?: Column): SqlValue;
  /**
   * Runs `work` in a transaction: committed when it resolves, rolled back when it throws, and when the signal aborts or
   * the time is over, at which a statement under way is stopped. One for reading changes nothing, whatever is run.
   * @throws ConnectorError; the reason of the signal
   */
  transaction<Result>(
    mode: 'read' | 'write',
    signal: AbortSignal,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

/** A rule of the database refuses a write. */
export type Constraint = 'unique' | 'foreign-key' | 'not-null' | 'check' | 'value';
