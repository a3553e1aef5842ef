import { Worker } from 'node:worker_threads';
import { DatabaseSync } from '@photostructure/sqlite';
import type { ColumnType, SqlRows, SqlValue } from '../engine/engine.js';
import type { Answer, Ask } from './protocol.js';
import { judge } from './rules.js';
import { columnType, toJson } from './values.js';

// A separate program: a statement of SQLite cannot be stopped, a process can.

type Database = InstanceType<typeof DatabaseSync>;
type Mode = 'read' | 'write';

let options: { file: string; create: boolean; maxBytes: number } | undefined;
const handles = new Map<Mode, Database>();
let current: { mode: Mode; database: Database } | undefined;
/** True while a caller's statement runs. */
let isForeign = false;

/** The longest wait for other writers of the file; ms. */
const busyTimeout = 5_000;

class TooLarge extends Error {}

process.on('message', (ask: Ask) => process.send?.(answer(ask)));
process.on('disconnect', () => process.exit());
dieWithParent();

/** Ends this process with its parent, also in the middle of a statement. */
function dieWithParent(): void {
  const watch = `const parent = process.ppid;
    setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1000);`;
  new Worker(watch, { eval: true, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();
}

function answer(ask: Ask): Answer {
  try {
    switch (ask.do) {
      case 'open':
        options = ask;
        return { ok: true };
      case 'begin':
        return begin(ask.mode);
      case 'run':
        return { ok: true, rows: run(ask.sql, ask.values, ask.maxRows, ask.foreign) };
      default:
        current?.database.exec(ask.do);
        current = undefined;
        return { ok: true };
    }
  } catch (error) {
    return failure(error);
  }
}

function begin(mode: Mode): Answer {
  const database = handle(mode);
  database.exec(mode === 'write' ? 'begin immediate' : 'begin');
  current = { mode, database };
  return { ok: true };
}

function handle(mode: Mode): Database {
  const openHandle = handles.get(mode);
  if (openHandle) return openHandle;
  if (!options) throw new Error('The database has no name yet');
  const { file, create, maxBytes } = options;
  if (create && mode === 'read' && !handles.has('write')) handle('write');
  const database = new DatabaseSync(file, {
    readOnly: mode === 'read',
    timeout: busyTimeout,
    defensive: true,
    allowExtension: false,
    limits: { length: Math.max(4 * maxBytes, 1 << 24), sqlLength: 1 << 20, attach: 0 },
  });
  database.setAuthorizer((code, _first, second) => (isForeign ? judge(mode, code, second) : 0));
  handles.set(mode, database);
  return database;
}

function run(sql: string, values: readonly SqlValue[], maxRows: number, foreign: boolean): SqlRows {
  if (!current) throw new Error('There is no transaction');
  const { database } = current;
  isForeign = foreign;
  try {
    const statement = database.prepare(sql);
    const columns = statement.columns().map(({ name, type }) => ({ name, type: columnType(type) }));
    if (columns.length === 0) {
      const { changes } = statement.run(...(values as never[]));
      return { columns: [], rows: [], truncated: false, changes: Number(changes) };
    }
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    const rows: SqlRows['rows'] = [];
    let bytes = 0;
    let truncated = false;
    for (const firstRows of statement.iterate(...(values as never[])) as unknown as Iterable<unknown[]>) {
      truncated = rows.length >= maxRows;
      if (truncated) break;
      const row = firstRows.map((value, index) => toJson(value, columns[index]?.type));
      bytes += JSON.stringify(row).length;
      if (bytes > (options?.maxBytes ?? 0)) {
        throw new TooLarge(`The rows have more than ${options?.maxBytes} bytes`);
      }
      rows.push(row);
    }
    const typed = columns.map(({ name, type }, at) => ({ name, type: type ?? getType(rows[0]?.[at]) }));
    return { columns: typed, rows, truncated, changes: 0 };
  } finally {
    isForeign = false;
  }
}

/** Returns the type of a computed column by its value in the first row. */
function getType(value: unknown): ColumnType {
  if (typeof value !== 'number') return 'text';
  return Number.isInteger(value) ? 'integer' : 'number';
}

function failure(error: unknown): Answer {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof TooLarge) return { ok: false, message, reason: 'too-large' };
  if (/not authorized|prohibited/i.test(message)) return { ok: false, message, reason: 'denied' };
  if (/unique constraint|primary key/i.test(message)) return { ok: false, message, constraint: 'unique' };
  if (/foreign key constraint/i.test(message)) return { ok: false, message, constraint: 'foreign-key' };
  if (/not null constraint/i.test(message)) return { ok: false, message, constraint: 'not-null' };
  if (/check constraint/i.test(message)) return { ok: false, message, constraint: 'check' };
  if (/cannot store|datatype mismatch/i.test(message)) return { ok: false, message, constraint: 'value' };
  if (/database is locked|busy/i.test(message)) return { ok: false, message, reason: 'busy' };
  if (/unable to open|not a database|malformed/i.test(message)) {
    return { ok: false, message, reason: 'unreadable' };
  }
  return { ok: false, message };
}
