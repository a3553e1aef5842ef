import type { Storage, Tables } from '../../../controller/storage/index.js';

interface TableOrder {
  table: 'runs' | 'journal' | 'closures';
  key: readonly string[];
}

/** The tables of runs, in the order of their keys. */
const ofRuns: readonly TableOrder[] = [
  { table: 'runs', key: ['id'] },
  { table: 'journal', key: ['run_id', 'first_seq'] },
  { table: 'closures', key: ['id'] },
];

/** Columns that an installation gives a restored row itself. */
const ownColumns = new Set(['events_before', 'touched_at']);
const pageSize = 500;

export interface Comparison {
  rows: number;
  /** The rows of the first database that are missing or differ in the second one. */
  wrong: string[];
}

/**
 * Compares runs with their journals and documents row by row: all of the first database are in the second one, which may have more.
 * @param isWanted leaves out rows by the first column of their key
 */
export async function compareRuns(
  from: Storage,
  to: Storage,
  isWanted: (id: string) => boolean = () => true,
): Promise<Comparison> {
  const comparison: Comparison = { rows: 0, wrong: [] };
  for (const order of ofRuns) {
    const others = getRows(to, order);
    let other = await others.next();
    for await (const row of getRows(from, order)) {
      if (order.table !== 'closures' && !isWanted(row.key[0] ?? '')) continue;
      while (!other.done && isBefore(other.value.key, row.key)) other = await others.next();
      comparison.rows += 1;
      const isSame = !other.done && other.value.text === row.text;
      if (!isSame) comparison.wrong.push(`${order.table} ${row.key.join(' ')}`);
    }
    await others.return(undefined);
  }
  return comparison;
}

interface ComparedRow {
  key: string[];
  text: string;
}

async function* getRows({ db }: Storage, { table, key }: TableOrder): AsyncGenerator<ComparedRow, undefined> {
  const rows = key.reduce(
    (query, column) => query.orderBy(column as never),
    db.selectFrom(table as keyof Tables).selectAll(),
  );
  for await (const row of rows.stream(pageSize)) {
    const cells = Object.entries(row).filter(([name]) => !ownColumns.has(name));
    cells.sort(([one], [other]) => (one < other ? -1 : 1));
    const values = row as Record<string, unknown>;
    yield { key: key.map((name) => keyText(values[name])), text: JSON.stringify(cells) };
  }
  return undefined;
}

/** Numbers with leading zeros sort as texts. */
function keyText(value: unknown): string {
  return typeof value === 'number' ? String(value).padStart(16, '0') : String(value);
}

function isBefore(one: readonly string[], other: readonly string[]): boolean {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && Buffer.compare(Buffer.from(one[at] ?? ''), Buffer.from(other[at] ?? '')) < 0;
}
