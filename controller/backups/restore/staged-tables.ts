import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { Problem } from '../../problems/index.js';
import {
  type Attached,
  isConstraintViolation,
  openSqlite,
  type SqliteDatabase,
  type SqlValue,
  type Storage,
  type StoredColumn,
  type Write,
} from '../../storage/index.js';
import type { Category, TableRule } from '../archive/categories.js';
import { decodeRow, type Row } from '../archive/row-lines.js';
import {
  addChanges,
  type CategoryChanges,
  type ChangeKind,
  maxExamples,
  noChanges,
  type TableChanges,
} from './changes.js';
import { countQueries, labelQueries, takeOver } from './statements.js';

/** Changes a row on its way into the staged table. Throws Problem for a row that cannot be used here. */
export type RowTransform = (table: string, row: Row) => Row;

/** The tables of a backup in a database file of its own, taken over by SQL: the memory does not grow with the tables. */
export class StagedTables {
  readonly #columns = new Map<string, StoredColumn[]>();

  private constructor(
    private readonly storage: Storage,
    readonly path: string,
    private readonly rules: readonly TableRule[],
    private readonly database: SqliteDatabase,
  ) {}

  static async open(storage: Storage, path: string, rules: readonly TableRule[]): Promise<StagedTables> {
    await rm(path, { force: true });
    const staged = new StagedTables(storage, path, rules, openSqlite(path));
    try {
      await staged.#makeTables();
      return staged;
    } catch (cause) {
      await staged.close();
      throw cause;
    }
  }

  async #makeTables(): Promise<void> {
    this.database.exec('pragma journal_mode = off; pragma synchronous = off; begin');
    for (const rule of this.rules) {
      const present = await this.storage.columns(rule.table);
      const columns = present.filter(({ name }) => !rule.omit?.includes(name));
      this.#columns.set(rule.table, columns);
      const definitions = columns.map(
        ({ name, type, required, fallback }) =>
          `"${name}" ${type}${required ? ' not null' : ''}${fallback === null ? '' : ` default ${fallback}`}`,
      );
      this.database.exec(
        `create table "${rule.table}" (${definitions.join(', ')}, primary key (${rule.key.join(', ')}))`,
      );
    }
  }

  /** Adds the rows of one entry of the archive. @throws Problem backup_invalid, backup_unsupported */
  add(file: string, content: Buffer, transform: RowTransform): void {
    const table = file.split('/')[1] ?? '';
    const rule = this.rules.find((one) => one.table === table);
    const columns = this.#columns.get(table);
    if (!rule || !columns) return;
    for (const [index, line] of content.toString().split('\n').entries()) {
      if (line === '') continue;
      const row = decodeRow(line);
      if (!row) throw badRow(file, index, 'is not a row of a table');
      for (const column of rule.omit ?? []) delete row[column];
      const transformed = transform(table, row);
      const misfit = findMisfit(table, columns, transformed);
      if (misfit !== undefined) throw badRow(file, index, `has a \`${misfit}\` of the wrong type`);
      if (!this.#insert(table, transformed))
        throw badRow(file, index, 'is a duplicate, or has no value in a required column');
    }
  }

  /** The values of a column of a staged table. */
  values(table: string, column: string): Set<SqlValue> {
    const rows = this.database.prepare(`select "${column}" as value from "${table}"`).all();
    return new Set(rows.map((row) => (row as { value: SqlValue }).value));
  }

  /** Adds a row of this installation, which then stays. */
  keep(table: string, row: Row): void {
    this.#insert(table, row);
  }

  /** Returns false for a row that breaks a constraint. */
  #insert(table: string, row: Row): boolean {
    const names = Object.keys(row);
    const quoted = names.map((column) => `"${column}"`).join(', ');
    const places = names.map(() => '?').join(', ');
    try {
      const statement = this.database.prepare(`insert into "${table}" (${quoted}) values (${places})`);
      statement.run(...Object.values(row));
      return true;
    } catch (error) {
      if (isConstraintViolation(error)) return false;
      throw error;
    }
  }

  /** Runs `work` while the database in use has the staged tables in a schema. */
  async attached<Result>(work: (schemas: Attached) => Promise<Result>): Promise<Result> {
    this.database.exec('commit; begin');
    const tables = this.rules.map(({ table }) => table);
    return this.storage.attached(this.path, tables, work);
  }

  /** Returns the changes of taking over the rows; only while attached. */
  async changes(schemas: Attached): Promise<Partial<Record<Category, CategoryChanges>>> {
    const changes: Partial<Record<Category, CategoryChanges>> = {};
    for (const rule of this.rules) {
      changes[rule.category] ??= noChanges();
      const total = changes[rule.category] as CategoryChanges;
      const queries = labelQueries(schemas, rule, this.#columns.get(rule.table) ?? []);
      for (const [kind, query] of Object.entries(queries)) {
        const { rows } = await sql<{ label: string }>`${sql.raw(query)}`.execute(this.storage.db);
        const labels = rows.map(({ label }) => label);
        addChanges(total, kind as ChangeKind, labels, labels.slice(0, maxExamples));
      }
    }
    return changes;
  }

  /** Returns the numbers of rows that taking over changes in each table; only while attached. */
  async counts(schemas: Attached): Promise<TableChanges[]> {
    const counts: TableChanges[] = [];
    for (const rule of this.rules) {
      const { table, category } = rule;
      const changes: TableChanges = { table, category, created: 0, changed: 0, deleted: 0 };
      const queries = countQueries(schemas, rule, this.#columns.get(table) ?? []);
      for (const [kind, query] of Object.entries(queries)) {
        const { rows } = await sql<{ count: number | string }>`${sql.raw(query)}`.execute(this.storage.db);
        changes[kind as ChangeKind] = Number(rows[0]?.count ?? 0);
      }
      counts.push(changes);
    }
    return counts;
  }

  /** Returns the writes that take over the rows, for one transaction; only while attached. */
  writes(schemas: Attached): Write[] {
    return this.rules.flatMap((rule) => takeOver(schemas, rule, this.#columns.get(rule.table) ?? []));
  }

  async close(): Promise<void> {
    this.database.close();
    await rm(this.path, { force: true });
  }
}

/** Returns the first column whose value does not fit. @throws Problem backup_unsupported for an unknown column */
function findMisfit(table: string, columns: readonly StoredColumn[], row: Row): string | undefined {
  return Object.keys(row).find((name) => {
    const column = columns.find((one) => one.name === name);
    if (column) return !fits(column, row[name] ?? null);
    const detail = `The backup has a column \`${table}.${name}\` that this version of svc does not know`;
    throw new Problem('backup_unsupported', detail);
  });
}

function fits({ type, required }: StoredColumn, value: SqlValue): boolean {
  if (value === null) return !required;
  if (/int/i.test(type)) return Number.isSafeInteger(value);
  return /blob/i.test(type) ? value instanceof Uint8Array : typeof value === 'string';
}

function badRow(file: string, index: number, message: string): Problem {
  return new Problem('backup_invalid', `A row of \`${file}\` ${message}`, {
    errors: [{ file, line: index + 1, message }],
  });
}
