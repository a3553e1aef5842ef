import type { SqliteDatabase, SqliteStatement } from './sqlite-engine.js';

/** Runs transactions on a connection, with statements that are prepared once. */
export class Transactions {
  readonly #statements = new Map<string, SqliteStatement>();
  readonly #begin: SqliteStatement;
  readonly #commit: SqliteStatement;
  readonly #rollback: SqliteStatement;

  constructor(private readonly database: SqliteDatabase) {
    this.#begin = database.prepare('begin immediate');
    this.#commit = database.prepare('commit');
    this.#rollback = database.prepare('rollback');
  }

  /** Makes everything that `work` writes durable, or nothing of it. @returns the error for which nothing was written */
  attempt(work: () => void): Error | undefined {
    try {
      this.#begin.run();
    } catch (error) {
      return error as Error;
    }
    try {
      work();
      this.#commit.run();
      return undefined;
    } catch (error) {
      this.#rollBack();
      return error as Error;
    }
  }

  statement(sql: string): SqliteStatement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #rollBack(): void {
    try {
      this.#rollback.run();
    } catch {
      // After some errors, such as a full disk, SQLite has already rolled back.
    }
  }
}
