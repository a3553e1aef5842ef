import type { Write } from '../contract/statements.js';

/** The types of columns, by table and name. */
export type ColumnTypes = ReadonlyMap<string, ReadonlyMap<string, string>>;

interface Insert {
  readonly table: string;
  /** A table that a value of the row is read from. */
  readonly reads: string | undefined;
  /** The same insert of any number of rows: an array for each value. */
  readonly many: string;
  /** The places of the columns by which an existing row is replaced; undefined for an insert that replaces none. */
  readonly key: readonly number[] | undefined;
}

/** Inserts that become one statement. */
interface Group {
  readonly insert: Insert;
  readonly sql: string;
  readonly rows: (readonly unknown[])[];
  /** The keys of the rows, where they replace others: no statement may replace a row twice. */
  readonly keys: Set<string>;
}

/** An insert of values, the last of which may be read from another table, or one that replaces a row with the same key. */
const plain =
  /^insert into "(\w+)" \(("\w+"(?:, "\w+")*)\) values \((\$\d+(?:, \$\d+)*)(?:, (\(select [\w()]+ from (\w+)\)))?\)( on conflict do nothing| on conflict \(("\w+"(?:, "\w+")*)\) do update set (?:"(\w+)" = "excluded"\."\8"(?:, )?)+)?$/;

/** Makes one statement of inserts of a transaction that have the same SQL, because the costs of a statement exceed those of a row. */
export class InsertMerger {
  readonly #known = new Map<string, Insert | undefined>();

  constructor(private readonly types: ColumnTypes) {}

  /**
   * Returns statements with the effect of `writes`. An insert is moved behind later writes only if they do not name a table
   * that it writes or reads, so that none of them sees a difference.
   */
  merged(writes: readonly Write[]): Write[] {
    const merged: Write[] = [];
    const groups = new Map<string, Group>();
    const close = (group: Group): void => {
      groups.delete(group.sql);
      merged.push(getWrite(group));
    };
    for (const write of writes) {
      const { sql, values } = write;
      for (const group of [...groups.values()]) if (group.sql !== sql && meets(group, sql)) close(group);
      const insert = this.#findInsert(sql);
      const key = insert?.key && JSON.stringify(insert.key.map((place) => values[place]));
      const open = groups.get(sql);
      if (open && key !== undefined && open.keys.has(key)) close(open);
      const group = groups.get(sql);
      if (group) group.rows.push(values);
      else if (insert) groups.set(sql, { insert, sql, rows: [values], keys: new Set() });
      else merged.push(write);
      if (key !== undefined) groups.get(sql)?.keys.add(key);
    }
    for (const group of [...groups.values()]) close(group);
    return merged;
  }

  #findInsert(sql: string): Insert | undefined {
    if (!this.#known.has(sql)) this.#known.set(sql, this.#parsed(sql));
    return this.#known.get(sql);
  }

  #parsed(sql: string): Insert | undefined {
    const [, table = '', names = '', places = '', read, reads, conflict = '', replaced] =
      plain.exec(sql) ?? [];
    const columns = names.split(', ').map((name) => name.slice(1, -1));
    if (read !== undefined) columns.pop();
    const isInOrder = places === columns.map((_, index) => `$${index + 1}`).join(', ');
    const types = columns.map((name) => this.types.get(table)?.get(name));
    if (!isInOrder || types.includes(undefined)) return undefined;
    const arrays = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ');
    const selected = read === undefined ? '*' : `*, ${read}`;
    const many = `insert into "${table}" (${names}) select ${selected} from unnest(${arrays})${conflict}`;
    const key = replaced?.split(', ').map((name) => columns.indexOf(name.slice(1, -1)));
    return { table, reads, many, key };
  }
}

function meets({ insert: { table, reads } }: Group, sql: string): boolean {
  return sql.includes(table) || (reads !== undefined && sql.includes(reads));
}

function getWrite({ insert, sql, rows }: Group): Write {
  const [first = []] = rows;
  if (rows.length === 1) return { sql, values: first as Write['values'] };
  const columns = first.map((_, column) => rows.map((values) => values[column]));
  return { sql: insert.many, values: columns as unknown as Write['values'] };
}
