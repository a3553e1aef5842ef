import type { Json } from '../../../../schemas/json/types.js';
import type { RunOptions, Session, SqlRows, SqlValue } from '../engine/engine.js';
import { tookTooLong, tooLarge } from '../engine/errors.js';
import { type MysqlConnection, NoAnswer, RowTooLarge } from './connection.js';
import { toConnectorError } from './failures.js';
import { bound } from './parameters.js';
import { type ColumnReader, getReading } from './values.js';

export interface SessionOptions {
  maxBytes: number;
  /** Seconds. */
  statementTimeout: number;
  /** Asks the server to stop the running statement. */
  stop(): void;
}

/** Bytes that the server sends beside a row, such as the names of its columns. */
const beside = 1_048_576;

/** A transaction on one connection to the server. */
export class MysqlSession implements Session {
  /** True when the connection must not be reused: a request to stop may still arrive. */
  isSpoiled = false;
  /** True when a caller's statement may have left session state that others must not see. */
  isUsed = false;

  constructor(
    private readonly connection: MysqlConnection,
    private readonly options: SessionOptions,
  ) {}

  async run(sql: string, values: readonly SqlValue[], { maxRows, foreign }: RunOptions): Promise<SqlRows> {
    this.isUsed ||= foreign;
    const { maxBytes, statementTimeout } = this.options;
    const rows = new Rows(maxRows, maxBytes);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#stop();
    }, statementTimeout * 1000);
    let changes = 0;
    try {
      const sent = values.map((value) => bound(value));
      changes = await this.connection.run(sql, sent, {
        maxRowBytes: maxBytes + beside,
        fields: (fields) => rows.begin(fields.map(getReading)),
        row: (row) => {
          if (rows.isComplete) return;
          rows.add(row);
          if (rows.isComplete) this.#stop();
        },
      });
    } catch (error) {
      if (error instanceof RowTooLarge) throw tooLarge(maxBytes);
      if (isLate || error instanceof NoAnswer) throw tookTooLong(statementTimeout, error);
      if (!rows.isComplete) throw toConnectorError(error, statementTimeout);
    } finally {
      clearTimeout(timer);
    }
    // Some functions end early in place of failing when their statement is stopped.
    if (isLate) throw tookTooLong(statementTimeout);
    if (rows.isTooLarge) throw tooLarge(maxBytes);
    return rows.result(changes);
  }

  #stop(): void {
    this.isSpoiled = true;
    this.options.stop();
  }
}

/** The rows of one statement, up to the limits. */
class Rows {
  readonly #rows: Json[][] = [];
  #readings: readonly ColumnReader[] = [];
  #bytes = 0;
  #isTruncated = false;

  constructor(
    private readonly maxRows: number,
    private readonly maxBytes: number,
  ) {}

  get isTooLarge(): boolean {
    return this.#bytes > this.maxBytes;
  }

  /** True when no more rows are needed. */
  get isComplete(): boolean {
    return this.#isTruncated || this.isTooLarge;
  }

  begin(readings: readonly ColumnReader[]): void {
    this.#readings = readings;
  }

  add(row: readonly unknown[]): void {
    this.#isTruncated = this.#rows.length >= this.maxRows;
    if (this.#isTruncated) return;
    const values = row.map((value, at) => this.#readings[at]?.toJson(value) ?? null);
    this.#bytes += JSON.stringify(values).length;
    this.#rows.push(values);
  }

  result(changes: number): SqlRows {
    const columns = this.#readings.map(({ name, type }) => ({ name, type }));
    return { columns, rows: this.#rows, truncated: this.#isTruncated, changes };
  }
}
