import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Hint, Problem } from '../../problems/index.js';

/** The database file, and the folder with the backups that can replace it. */
export interface DatabaseLocation {
  file: string;
  /** Undefined where no backups are made. */
  backups?: string | undefined;
}

const damaged = /malformed|not a database|file is encrypted|database corruption/i;
const unusable = /readonly database|unable to open database file|access permission denied|permission denied/i;
const full = /database or disk is full/i;
/** Codes of the system, and of PostgreSQL, for a disk or a quota without space, and for a file that is too large. */
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100']);
/** Words of both engines, and of ours, for a use after the end. */
const closed =
  /database is not open|database connection is closed|statement has been finalized|was closed while/i;

/** Returns a failure of SQLite as a problem that names the file and the way back; any other error unchanged. */
export function storageFault(error: unknown, place: DatabaseLocation): unknown {
  if (!(error instanceof Error) || error instanceof Problem) return error;
  const { message } = error;
  const { file } = place;
  if (damaged.test(message)) {
    const detail = `The database ${file} is damaged: ${message}`;
    return new Problem('database_damaged', detail, { hints: describeRecovery(place), cause: error });
  }
  if (unusable.test(message)) {
    const detail = `The database ${file} cannot be opened or written: ${message}`;
    const hints = [`Let the user that runs svc read and write ${file} and its folder, then start svc again.`];
    return new Problem('data_directory_unusable', detail, { hints, cause: error });
  }
  if (isDiskFull(error)) {
    const detail = `The disk of the database ${file} is full: ${message}`;
    return new Problem('storage_failed', detail, { hints: ['Free space on that disk.'], cause: error });
  }
  if (closed.test(message))
    return new Problem('shutting_down', `The database ${file} was closed while it was in use`, {
      cause: error,
    });
  return error;
}

/** The steps that replace a damaged database, with the newest backup if there is one. */
function describeRecovery({ file, backups }: DatabaseLocation): Hint[] {
  const aside = `Stop svc and keep the damaged file: \`mv ${file} ${file}.damaged\`, and delete ${file}-wal and ${file}-shm. Leave \`master.key\` where it is.`;
  const newest = backups === undefined ? undefined : newestBackup(backups);
  if (newest === undefined) {
    const where = backups === undefined ? '' : ` in ${backups}`;
    return [
      aside,
      `There is no backup${where}. \`sqlite3 ${file}.damaged .recover | sqlite3 ${file}\` saves what can be read.`,
    ];
  }
  return [
    aside,
    {
      text: `Start svc, and upload the newest backup, ${newest}, with {call}.`,
      operation: 'upload-backup',
    },
    { text: 'Restore it with {call}; the answer to the upload has its id.', operation: 'restore-backup' },
  ];
}

function newestBackup(folder: string): string | undefined {
  try {
    const files = readdirSync(folder).filter((name) => name.endsWith('.tar.gz'));
    const dated = files.map((name) => ({
      path: join(folder, name),
      at: statSync(join(folder, name)).mtimeMs,
    }));
    return dated.sort((a, b) => b.at - a.at)[0]?.path;
  } catch {
    return undefined;
  }
}

/** Returns a failure to create or write the data directory as a problem. */
export function dataDirectoryFault(path: string, cause: unknown): Problem {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Problem('data_directory_unusable', `The data directory ${path} cannot be used: ${reason}`, {
    cause,
  });
}

/** True for a violated unique or primary key: in words of SQLite, or a code of PostgreSQL (class 23). */
export function isConstraintViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return /constraint failed/i.test(error.message) || (typeof code === 'string' && /^23\d{3}$/.test(code));
}

/** True for a failure, or a cause of it, that more free space would have prevented: of the file system or of either database. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message, cause } = error as NodeJS.ErrnoException;
  return fullCodes.has(code) || full.test(message) || isDiskFull(cause);
}
