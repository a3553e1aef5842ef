import { createRequire } from 'node:module';

/** A connection to a database file. */
export interface SqliteDatabase {
  exec(sql: string): void;
  /** Compiles a statement, which keeps this connection from being collected. */
  prepare(sql: string): SqliteStatement;
  /**
   * Reads the rows of a query one by one, over turns of the event loop if the caller waits between them. The rows are those of
   * the moment of the first read.
   * @throws when the connection is closed before the last row
   */
  iterate(sql: string, ...values: unknown[]): IterableIterator<unknown>;
  close(): void;
}

export interface SqliteStatement {
  run(...values: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  all(...values: unknown[]): unknown[];
}

/** Opens a database file with the engine of Node, if this version of Node has one. */
export function openSqlite(path: string): SqliteDatabase {
  const dropIn = () => createRequire(import.meta.url)('@photostructure/sqlite') as EngineModule;
  const { DatabaseSync } = builtIn() ?? dropIn();
  return new Connection(new DatabaseSync(path));
}

/** The part of `node:sqlite` that svc uses. `@photostructure/sqlite` replaces it on Node 20. */
interface EngineModule {
  DatabaseSync: new (path: string) => EngineDatabase;
}

interface EngineDatabase {
  exec(sql: string): void;
  prepare(sql: string): EngineStatement;
  close(): void;
}

interface EngineStatement extends SqliteStatement {
  iterate(...values: unknown[]): Iterator<unknown>;
}

/** The name of the property with the object that has to live as long as its holder. */
const owner = Symbol('owner');

/**
 * The engine for Node 20 keeps no reference from a statement to its connection, and none from an iterator to its statement: used
 * after the owner was collected, it throws or ends the process. So statements hold their connection here, and all rows are
 * read by `Rows`, which holds both.
 */
class Connection implements SqliteDatabase {
  #isOpen = true;

  constructor(private readonly engine: EngineDatabase) {}

  get isOpen(): boolean {
    return this.#isOpen;
  }

  exec(sql: string): void {
    this.engine.exec(sql);
  }

  prepare(sql: string): SqliteStatement {
    return this.#prepare(sql);
  }

  iterate(sql: string, ...values: unknown[]): IterableIterator<unknown> {
    // A statement of its own: the next use of a shared one would end the rows.
    const statement = this.#prepare(sql);
    return new Rows({ connection: this, statement, iterator: statement.iterate(...values) });
  }

  close(): void {
    this.#isOpen = false;
    this.engine.close();
  }

  #prepare(sql: string): EngineStatement {
    return Object.assign(this.engine.prepare(sql), { [owner]: this });
  }
}

interface RowSource {
  connection: Connection;
  statement: EngineStatement;
  iterator: Iterator<unknown>;
}

/** Holds the statement and the connection of an iterator until its last row, or until the reader stops. */
class Rows implements IterableIterator<unknown> {
  /** Undefined after the end. */
  #source: RowSource | undefined;

  constructor(source: RowSource) {
    this.#source = source;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(): IteratorResult<unknown> {
    if (!this.#source) return { done: true, value: undefined };
    const { connection, iterator } = this.#source;
    let isDone = true;
    try {
      if (!connection.isOpen) throw new Error('The database was closed while its rows were read');
      const step = iterator.next();
      isDone = step.done === true;
      return step;
    } finally {
      // After an error, too: the engine would begin again with the first row.
      if (isDone) this.#source = undefined;
    }
  }

  return(value?: unknown): IteratorResult<unknown> {
    const source = this.#source;
    this.#source = undefined;
    // The end of its rows frees what the statement locks. A closed connection has freed it.
    if (source?.connection.isOpen) source.iterator.return?.();
    return { done: true, value };
  }
}

function builtIn(): EngineModule | undefined {
  if (typeof process.getBuiltinModule !== 'function') return undefined;
  // Loading the module prints an ExperimentalWarning that does not concern users of svc.
  const emitWarning = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule('node:sqlite') as EngineModule | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}
