/** Action codes of the authorizer (sqlite.org/c3ref/c_alter_table.html). */
const codes = {
  pragma: 19,
  read: 20,
  select: 21,
  transaction: 22,
  attach: 24,
  detach: 25,
  createVirtualTable: 29,
  function: 31,
  savepoint: 32,
  recursive: 33,
} as const;

const allowed = 0;
const denied = 1;

const reading: ReadonlySet<number> = new Set([codes.read, codes.select, codes.function, codes.recursive]);
/** Actions that reach outside the file or the transaction. */
const leaving: ReadonlySet<number> = new Set([
  codes.pragma,
  codes.transaction,
  codes.attach,
  codes.detach,
  codes.savepoint,
]);
/** Functions that reach files or code. */
const reaching = new Set([
  'load_extension',
  'readfile',
  'writefile',
  'edit',
  'fts3_tokenizer',
  'shell_escape',
]);
const modules = new Set(['fts5', 'fts4', 'rtree']);

/** Decides about an action of a caller's statement: `SQLITE_OK` or `SQLITE_DENY`. `subject` is the second argument. */
export function judge(mode: 'read' | 'write', code: number, subject: string | null): number {
  if (code === codes.function) return reaching.has((subject ?? '').toLowerCase()) ? denied : allowed;
  if (mode === 'read') return reading.has(code) ? allowed : denied;
  if (code === codes.createVirtualTable) return modules.has((subject ?? '').toLowerCase()) ? allowed : denied;
  return leaving.has(code) ? denied : allowed;
}
