import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { Problem } from '../../problems/index.js';
import {
  openSqlite,
  type SqliteDatabase,
  type SqlValue,
  type Storage,
  type Write,
} from '../../storage/index.js';
import type { Category, TableRule } from '../categories.js';
import type { CategoryChanges } from '../contract.js';
import { decodeRow, type Row } from './dump.js';
import { applying, type Column, labelled } from './statements.js';

const EXAMPLES = 20;

/** What becomes of a row on its way in; throws Problem for one that cannot be used here. */
export type RowTransform = (table: string, row: Row) => Row;

/**
 * The tables of a backup in a database file of their own, beside the one in use: compared with it and taken over from it
 * by statements, so that the memory a restore needs does not grow with the tables.
 */
export class Staging {
  readonly #columns = new Map<string, Column[]>();

  private constructor(
    private readonly storage: Storage,
    readonly path: string,
    private readonly rules: readonly TableRule[],
    private readonly database: SqliteDatabase,
  ) {}

  static async open(storage: Storage, path: string, rules: readonly TableRule[]): Promise<Staging> {
    await rm(path, { force: true });
    const staging = new Staging(storage, path, rules, openSqlite(path));
    try {
      await staging.#makeTables();
      return staging;
    } catch (cause) {
      await staging.close();
      throw cause;
    }
  }

  async #makeTables(): Promise<void> {
    this.database.exec('pragma journal_mode = off; pragma synchronous = off; begin');
    for (const rule of this.rules) {
      const { rows } = await sql<Column>`select name, type, "notnull" as required, dflt_value as fallback
        from pragma_table_info(${rule.table})`.execute(this.storage.db);
      const columns = rows.filter(({ name }) => !rule.omit?.includes(name));
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

  /** Takes the rows of one entry of the archive. @throws Problem backup_invalid, backup_unsupported */
  add(name: string, content: Buffer, transform: RowTransform): void {
    const table = name.split('/')[1] ?? '';
    const rule = this.rules.find((one) => one.table === table);
    const columns = this.#columns.get(table);
    if (!rule || !columns) return;
    for (const [index, line] of content.toString().split('\n').entries()) {
      if (line === '') continue;
      const row = decodeRow(line);
      if (!row) throw badRow(name, index, 'is no row of a table');
      for (const column of rule.omit ?? []) delete row[column];
      this.#insert(table, columns, transform(table, row), name, index);
    }
  }

  #insert(table: string, columns: readonly Column[], row: Row, name: string, index: number): void {
    const names = Object.keys(row);
    for (const column of names) {
      const known = columns.find((one) => one.name === column);
      if (!known)
        throw new Problem(
          'backup_unsupported',
          `The backup has a column \`${table}.${column}\` that is not known here`,
        );
      if (!fits(known, row[column] ?? null))
        throw badRow(name, index, `has a \`${column}\` of the wrong type`);
    }
    const quoted = names.map((column) => `"${column}"`).join(', ');
    try {
      this.database
        .prepare(`insert into "${table}" (${quoted}) values (${names.map(() => '?').join(', ')})`)
        .run(...names.map((column) => row[column]));
    } catch (cause) {
      if (!/constraint/i.test(String(cause))) throw cause;
      throw badRow(name, index, 'is there twice, or lacks something');
    }
  }

  /** Runs `work` while the database in use can see the staged tables, as the schema `staged`. */
  async attached<Result>(work: () => Promise<Result>): Promise<Result> {
    this.database.exec('commit; begin');
    await sql`attach database ${this.path} as staged`.execute(this.storage.db);
    try {
      return await work();
    } finally {
      await sql`detach database staged`.execute(this.storage.db);
    }
  }

  /** What taking over would do; while attached. */
  async changes(): Promise<Partial<Record<Category, CategoryChanges>>> {
    const changes: Partial<Record<Category, CategoryChanges>> = {};
    for (const rule of this.rules) {
      changes[rule.category] ??= noChanges();
      const total = changes[rule.category] as CategoryChanges;
      for (const [kind, query] of Object.entries(labelled(rule, this.#columns.get(rule.table) ?? []))) {
        const { rows } = await sql<{ label: string }>`${sql.raw(query)}`.execute(this.storage.db);
        const of = kind as 'created' | 'changed' | 'deleted';
        total[of] += rows.length;
        total.examples[of].push(...rows.slice(0, EXAMPLES).map(({ label }) => label));
      }
    }
    return changes;
  }

  /** What takes over the staged rows, in one transaction with whatever else; while attached. */
  writes(): Write[] {
    return this.rules.flatMap((rule) => applying(rule, this.#columns.get(rule.table) ?? []));
  }

  async close(): Promise<void> {
    this.database.close();
    await rm(this.path, { force: true });
  }
}

export function noChanges(): CategoryChanges {
  return { created: 0, changed: 0, deleted: 0, examples: { created: [], changed: [], deleted: [] } };
}

function fits({ type, required }: Column, value: SqlValue): boolean {
  if (value === null) return !required;
  if (/int/i.test(type)) return Number.isSafeInteger(value);
  return /blob/i.test(type) ? value instanceof Uint8Array : typeof value === 'string';
}

function badRow(file: string, index: number, message: string): Problem {
  return new Problem('backup_invalid', `A row of \`${file}\` ${message}`, {
    errors: [{ file, line: index + 1, message }],
  });
}
