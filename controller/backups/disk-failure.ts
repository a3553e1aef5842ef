import { Problem } from '../problems/index.js';

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** A file of the backups that the disk did not take, as the operator is told of it. */
export function diskFailure(what: string, cause: unknown): Problem {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  const why = full.has(code) ? `the disk is full, or the file too large for it (${code})` : message;
  return new Problem('backup_failed', `${what} could not be written: ${why}`, { cause });
}
