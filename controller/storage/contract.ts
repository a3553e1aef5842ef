import type { Compilable, Kysely } from 'kysely';
import type { Tables } from './tables/index.js';

export type SqlValue = string | number | null | Uint8Array;

/** A query compiled once; `names` says which parameter stands at which place. */
export interface Statement<Parameters> {
  readonly sql: string;
  readonly names: readonly (keyof Parameters & string)[];
}

export interface Write {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** What one writer wants written together, asked for when the transaction is under way and not earlier. */
export interface WriteUnit {
  collect(): readonly Write[];
}

/**
 * The database. Reads go through `db`; all writes go through `commit`, which shares one fully synchronous transaction
 * among everyone who asked in the same turn of the event loop (group commit).
 */
export interface Storage {
  readonly db: Kysely<Tables>;
  /** Compiles a write once; the object given to `build` hands out named placeholders. */
  statement<Parameters extends Record<string, SqlValue>>(
    build: (db: Kysely<Tables>, parameters: Parameters) => Compilable,
  ): Statement<Parameters>;
  /**
   * Resolves when the unit's writes are on disk. A unit is written whole or not at all; one that fails does not take
   * the others of its turn with it. Units of one turn are written in the order they came.
   * @throws the database's error for a broken constraint; Problem storage_failed when the disk does not take it
   */
  commit(unit: WriteUnit): Promise<void>;
  /** `ok`, or what is wrong with the database file. Reads it through, and holds up everything else meanwhile. */
  integrity(): Promise<string>;
  /** What was written since it was opened. */
  counts(): { transactions: number; writes: number };
  /** Reads of one moment, whatever is written meanwhile; `db` is good until `read` is done. */
  snapshot<Result>(read: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Binds values to a statement. */
export function bind<Parameters extends Record<string, SqlValue>>(
  statement: Statement<Parameters>,
  values: Parameters,
): Write {
  return { sql: statement.sql, values: statement.names.map((name) => values[name] ?? null) };
}
