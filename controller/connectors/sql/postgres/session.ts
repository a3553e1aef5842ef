import pg from 'pg';
import type { Json } from '../../../../schemas/json.js';
import type { RunOptions, Session, SqlRows, SqlValue } from '../engine.js';
import { tooLarge } from '../errors.js';
import { toConnectorError } from './failures.js';
import { columnType, toJson } from './values.js';

/** Values as the server writes them: what they mean is decided in one place. */
const asText = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig;

export interface SessionOptions {
  maxBytes: number;
  /** Seconds. */
  statementTimeout: number;
  /** Asks the server to leave off what it does. */
  stop(): void;
}

/** A transaction on one connection to the server. */
export class PostgresSession implements Session {
  /** The connection must not be used again: it may still be asked to stop. */
  isSpoiled = false;
  /** Something may be left behind in it that others must not find. */
  isUsed = false;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly options: SessionOptions,
  ) {}

  run(sql: string, values: readonly SqlValue[], { maxRows, foreign }: RunOptions): Promise<SqlRows> {
    this.isUsed ||= foreign;
    const { maxBytes, statementTimeout } = this.options;
    const query = new pg.Query<Json[]>({
      text: sql,
      values: [...values],
      rowMode: 'array',
      types: asText,
      // One statement at a time, also without values.
      queryMode: 'extended',
    } as pg.QueryArrayConfig);
    const found = new Rows(maxRows, maxBytes);
    return new Promise((resolve, reject) => {
      const answer = (result: pg.QueryArrayResult | undefined): void => {
        if (found.isTooLarge) reject(tooLarge(maxBytes));
        else resolve(found.told(result));
      };
      query.on('row', (row, result) => {
        if (found.isLeft) return;
        found.add(row as unknown as (string | null)[], result as unknown as pg.QueryArrayResult);
        if (found.isLeft) this.#leaveOff();
      });
      query.on('end', (result) => answer(result as unknown as pg.QueryArrayResult));
      query.on('error', (error) => {
        if (found.isLeft) answer(undefined);
        else reject(toConnectorError(error, statementTimeout));
      });
      this.client.query(query);
    });
  }

  #leaveOff(): void {
    this.isSpoiled = true;
    this.options.stop();
  }
}

/** The rows of one statement, up to what there may be. */
class Rows {
  readonly #rows: Json[][] = [];
  #fields: readonly pg.FieldDef[] = [];
  #bytes = 0;
  #isTruncated = false;

  constructor(
    private readonly maxRows: number,
    private readonly maxBytes: number,
  ) {}

  get isTooLarge(): boolean {
    return this.#bytes > this.maxBytes;
  }

  /** No more rows are wanted. */
  get isLeft(): boolean {
    return this.#isTruncated || this.isTooLarge;
  }

  add(row: readonly (string | null)[], { fields }: pg.QueryArrayResult): void {
    this.#isTruncated = this.#rows.length >= this.maxRows;
    if (this.#isTruncated) return;
    this.#fields = fields;
    const told = row.map((value, at) => toJson(value, fields[at]?.dataTypeID ?? 0));
    this.#bytes += JSON.stringify(told).length;
    this.#rows.push(told);
  }

  /** @param result undefined where the statement was left before its end */
  told(result: pg.QueryArrayResult | undefined): SqlRows {
    const fields = result?.fields ?? this.#fields;
    const columns = fields.map(({ name, dataTypeID }) => ({ name, type: columnType(dataTypeID) }));
    const changes = result === undefined || result.command === 'SELECT' ? 0 : (result.rowCount ?? 0);
    return { columns, rows: this.#rows, truncated: this.#isTruncated, changes };
  }
}
