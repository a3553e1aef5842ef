import type { Compilable, Kysely, Selectable } from 'kysely';
import type { Problem } from '../../problems/index.js';
import type { Tables } from '../tables/index.js';
import type { Lease } from './lease.js';
import type { ClusterNode } from './node.js';

/** The values of named columns of a table. */
export type Columns<Table extends keyof Tables, Name extends keyof Tables[Table]> = {
  [Column in Name & keyof Selectable<Tables[Table]>]: Selectable<Tables[Table]>[Column];
};

type Compiler = Pick<Storage, 'statement'>;
type Name<Table extends keyof Tables> = keyof Tables[Table] & string;
type UntypedTables = Kysely<Record<string, Record<string, SqlValue>>>;

/** Binds values to a statement. */
export function bind<Parameters extends Record<string, SqlValue>>(
  statement: Statement<Parameters>,
  values: Parameters,
): Write {
  return { sql: statement.sql, values: statement.names.map((name) => values[name] ?? null) };
}

/** Compiles an insert of the named columns once. */
export function insertStatement<Table extends keyof Tables, Column extends Name<Table>>(
  storage: Compiler,
  table: Table,
  columns: readonly Column[],
): Statement<Columns<Table, Column>> {
  return compiled(storage, (db, p) => db.insertInto<string>(table).values(pick(p, columns)));
}

/** Compiles an insert that does nothing when the table has such a row. */
export function insertOnceStatement<Table extends keyof Tables, Column extends Name<Table>>(
  storage: Compiler,
  table: Table,
  columns: readonly Column[],
): Statement<Columns<Table, Column>> {
  return compiled(storage, (db, p) =>
    db
      .insertInto<string>(table)
      .values(pick(p, columns))
      .onConflict((conflict) => conflict.doNothing()),
  );
}

/** Compiles an insert that replaces the columns `columns` of a row with the same `key`. */
export function upsertStatement<
  Table extends keyof Tables,
  Column extends Name<Table>,
  Key extends Name<Table>,
>(
  storage: Compiler,
  table: Table,
  key: readonly Key[],
  columns: readonly Column[],
): Statement<Columns<Table, Column | Key>> {
  return compiled(storage, (db, p) =>
    db
      .insertInto<string>(table)
      .values(pick(p, [...key, ...columns]))
      .onConflict((conflict) =>
        conflict
          .columns([...key])
          .doUpdateSet((row) =>
            Object.fromEntries(columns.map((name) => [name, row.ref(`excluded.${name}`)])),
          ),
      ),
  );
}

/** Compiles an update of the columns `set` in the rows that have the given values in the columns `where`. */
export function updateStatement<
  Table extends keyof Tables,
  Column extends Name<Table>,
  Key extends Name<Table>,
>(
  storage: Compiler,
  table: Table,
  set: readonly Column[],
  where: readonly Key[],
): Statement<Columns<Table, Column | Key>> {
  return compiled(storage, (db, p) =>
    db
      .updateTable<string>(table)
      .set(pick(p, set))
      .where((row) => row.and(pick(p, where))),
  );
}

/** Compiles the deletion of the rows that have the given values in the columns `where`. */
export function deleteStatement<Table extends keyof Tables, Key extends Name<Table>>(
  storage: Compiler,
  table: Table,
  where: readonly Key[],
): Statement<Columns<Table, Key>> {
  return compiled(storage, (db, p) => db.deleteFrom<string>(table).where((row) => row.and(pick(p, where))));
}

/** The types of table and columns were checked by the caller; here they are only names. */
function compiled<Parameters>(
  storage: Compiler,
  build: (db: UntypedTables, parameters: Record<string, SqlValue>) => Compilable,
): Statement<Parameters> {
  const statement = storage.statement<Record<string, SqlValue>>((db, p) => build(db as never, p));
  return statement as Statement<unknown> as Statement<Parameters>;
}

function pick(parameters: Record<string, SqlValue>, names: readonly string[]): Record<string, SqlValue> {
  return Object.fromEntries(names.map((name) => [name, parameters[name] ?? null]));
}

export type SqlValue = string | number | null | Uint8Array;

/** A query compiled once; `names` lists the parameter of each place. */
export interface Statement<Parameters> {
  readonly sql: string;
  readonly names: readonly (keyof Parameters & string)[];
}

export interface Write {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /** A write that may take minutes: a server is given the time. */
  readonly isSlow?: boolean;
}

/** A column as the database has it, in the words of SQLite. */
export interface StoredColumn {
  name: string;
  type: string;
  /** 0 or 1. */
  required: number;
  /** The default, as SQL. */
  fallback: string | null;
}

/** The names of the schemas of the tables in use, and of those of an attached file. */
export interface Attached {
  main: string;
  staged: string;
}

/** A database server and its answer. */
interface ServerState {
  version: string;
  /** Of the database on disk. */
  bytes: number;
  latencyMs: number;
}

/** A row as the database returns it. */
export type Row = Readonly<Record<string, unknown>>;

/** The rows that the writes of a unit depend on. */
export interface ReadSet {
  /** Names of what is read: of the transactions of all nodes with the same name, one at a time goes on. */
  readonly locks: readonly string[];
  readonly reads: readonly Pick<Write, 'sql' | 'values'>[];
}

/**
 * Writes that belong together and are asked for late: while the transaction runs. No unit may read what another one of the same
 * transaction writes.
 */
export interface WriteUnit {
  /** Called once, when the transaction begins. Left out where the writes depend on no rows. */
  getReadSet?(): ReadSet;
  /** @param rows of each read. A transaction that is repeated reads again: this is then called with the rows of a later moment. */
  collect(rows: readonly (readonly Row[])[]): readonly Write[];
}

/** Texts by name, such as run-time changes of the settings. */
export interface SharedTexts {
  read(name: string): Promise<string | undefined>;
  /** Resolves when the text is on disk. */
  write(name: string, text: string): Promise<void>;
}

/**
 * The database. Reads go through `db`. All writes go through `commit`, which shares one fully synchronous transaction
 * among concurrent callers (group commit).
 */
export interface Storage {
  readonly db: Kysely<Tables>;
  /** The file, or the address without a password. */
  readonly place: string;
  /** Undefined where no other process can take over. */
  readonly lease?: Lease;
  /** Undefined where no other process can use the database. */
  readonly node?: ClusterNode;
  /** Texts that the next process to take over finds. Undefined where no other can: there they are files. */
  readonly shared?: SharedTexts;
  /** Compiles a write once; `build` receives a placeholder for each parameter. */
  statement<Parameters extends Record<string, SqlValue>>(
    build: (db: Kysely<Tables>, parameters: Parameters) => Compilable,
  ): Statement<Parameters>;
  /**
   * Resolves when the writes are on disk. They are written whole or not at all; a failure does not affect the other
   * units of the same transaction. Units are written in the order of their calls.
   * @throws the database's error for a broken constraint; Problem storage_failed when the disk refuses the write
   */
  commit(unit: WriteUnit | readonly Write[]): Promise<void>;
  /** Returns the reason why writes cannot be stored; undefined when they can. Tries one if none was made lately. */
  refusal(): Problem | undefined;
  /** Returns `ok`, or what is wrong with the database file. Reads the whole file and blocks the process meanwhile. */
  integrity(): Promise<string>;
  /** Gives some of the space of deleted rows back to the file system; a database of an older version keeps it for new rows. */
  shrink(): void;
  /** Returns the state of the server; undefined for a database without one. */
  server?(): Promise<ServerState>;
  /** Returns the columns of a table in their order. */
  columns(table: keyof Tables): Promise<StoredColumn[]>;
  /** Runs `work` while queries and writes can use these tables of an SQLite file, one caller at a time. */
  attached<Result>(
    path: string,
    tables: readonly string[],
    work: (schemas: Attached) => Promise<Result>,
  ): Promise<Result>;
  /** Returns the transactions and writes since the database was opened. */
  counts(): { transactions: number; writes: number };
  /** Reads one moment of the database, whatever is written meanwhile; `db` is valid until `read` resolves. */
  snapshot<Result>(read: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Returns a unit, as it is or of writes that depend on no rows. */
export function toUnit(unit: WriteUnit | readonly Write[]): WriteUnit {
  return 'collect' in unit ? unit : { collect: () => unit };
}

/** Returns the writes of a unit that depends on no rows. */
export function getWrites(unit: WriteUnit | readonly Write[]): readonly Write[] {
  return toUnit(unit).collect([]);
}
