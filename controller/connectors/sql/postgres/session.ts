import pg from 'pg';
import type { Json } from '../../../../schemas/json/types.js';
import type { RunOptions, Session, SqlRows, SqlValue } from '../engine/engine.js';
import { tookTooLong, tooLarge } from '../engine/errors.js';
import { toConnectorError } from './failures.js';
import { columnType, toJson } from './values.js';

/** Leaves values as the server writes them; `toJson` converts them. */
const asText = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig;

export interface SessionOptions {
  maxBytes: number;
  /** Seconds. */
  statementTimeout: number;
  /** Asks the server to stop the running statement. */
  stop(): void;
  /** Ends the connection. */
  cut(): void;
}

/** How long the server may take beyond the time of a statement, which it keeps itself; ms. */
const graceMs = 2_000;

/** A transaction on one connection to the server. */
export class PostgresSession implements Session {
  /** True when the connection must not be reused: a request to stop may still arrive. */
  isSpoiled = false;
  /** True when a caller's statement may have left session state that others must not see. */
  isUsed = false;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly options: SessionOptions,
  ) {}

  /** Runs a statement of svc without values and rows. @throws ConnectorError for a server that does not answer; an error of the driver */
  command(sql: string): Promise<unknown> {
    return this.#answered(this.client.query(sql));
  }

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
    const rows = new Rows(maxRows, maxBytes);
    const answer = new Promise<SqlRows>((resolve, reject) => {
      const finish = (result: pg.QueryArrayResult | undefined): void => {
        if (rows.isTooLarge) reject(tooLarge(maxBytes));
        else resolve(rows.result(result));
      };
      query.on('row', (row, result) => {
        if (rows.isComplete) return;
        rows.add(row as unknown as (string | null)[], result as unknown as pg.QueryArrayResult);
        if (rows.isComplete) this.#stop();
      });
      query.on('end', (result) => finish(result as unknown as pg.QueryArrayResult));
      query.on('error', (error) => {
        if (rows.isComplete) finish(undefined);
        else reject(toConnectorError(error, statementTimeout));
      });
      this.client.query(query);
    });
    return this.#answered(answer);
  }

  /** Ends the connection to a server that does not answer: it would keep the caller for ever. */
  async #answered<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const { statementTimeout, cut } = this.options;
    let isLate = false;
    const timer = setTimeout(
      () => {
        isLate = true;
        this.isSpoiled = true;
        cut();
      },
      statementTimeout * 1000 + graceMs,
    );
    try {
      return await answer;
    } catch (error) {
      throw isLate ? tookTooLong(statementTimeout, error) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  #stop(): void {
    this.isSpoiled = true;
    this.options.stop();
  }
}

/** The rows of one statement, up to the limits. */
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

  /** True when no more rows are needed. */
  get isComplete(): boolean {
    return this.#isTruncated || this.isTooLarge;
  }

  add(row: readonly (string | null)[], { fields }: pg.QueryArrayResult): void {
    this.#isTruncated = this.#rows.length >= this.maxRows;
    if (this.#isTruncated) return;
    this.#fields = fields;
    const values = row.map((value, at) => toJson(value, fields[at]?.dataTypeID ?? 0));
    this.#bytes += JSON.stringify(values).length;
    this.#rows.push(values);
  }

  /** @param result undefined for a statement that was stopped before its end */
  result(result: pg.QueryArrayResult | undefined): SqlRows {
    const fields = result?.fields ?? this.#fields;
    const columns = fields.map(({ name, dataTypeID }) => ({ name, type: columnType(dataTypeID) }));
    const changes = result === undefined || result.command === 'SELECT' ? 0 : (result.rowCount ?? 0);
    return { columns, rows: this.#rows, truncated: this.#isTruncated, changes };
  }
}
