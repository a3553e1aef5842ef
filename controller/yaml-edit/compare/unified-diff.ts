import { patchBetween } from '../../git/history/text-diff.js';

interface DiffSides {
  /** The path in the repository; undefined for a new file. */
  oldPath: string | undefined;
  /** Undefined for a deleted file. */
  newPath: string | undefined;
  before: string;
  after: string;
}

interface DiffLimits {
  /** The most characters of the diff; 256 KiB by default. */
  length?: number;
}

/** The most removed and added lines of a shortest difference. */
const maxEdits = 3000;

/**
 * Returns the difference of two texts as `git diff` shows it; empty if there is none. For texts that differ nearly
 * everywhere, it consists of all old lines and all new ones. A difference that is too long is cut, and its last line says so.
 */
export function unifiedDiff({ oldPath, newPath, before, after }: DiffSides, limits: DiffLimits = {}): string {
  if (before === after && oldPath === newPath) return '';
  const oldName = oldPath === undefined ? '/dev/null' : `a/${oldPath}`;
  const newName = newPath === undefined ? '/dev/null' : `b/${newPath}`;
  const text = patchBetween(oldName, newName, [before, after], maxEdits);
  const length = limits.length ?? 256 * 1024;
  if (text.length <= length) return text;
  const end = text.lastIndexOf('\n', length) + 1;
  const left = text.slice(end).split('\n').length - 1;
  return `${text.slice(0, end)}\\ ${left} more lines are not shown\n`;
}
