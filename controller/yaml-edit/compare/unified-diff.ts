import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';

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

/** The most removed and added lines of a shortest difference, whose cost grows with the square of their number. */
const mostEdits = 3000;
const context = 3;

/**
 * Returns the difference of two texts as `git diff` shows it; empty if there is none. For texts that differ nearly
 * everywhere, it consists of all old lines and all new ones. A difference that is too long is cut, and its last line says so.
 */
export function unifiedDiff({ oldPath, newPath, before, after }: DiffSides, limits: DiffLimits = {}): string {
  if (before === after && oldPath === newPath) return '';
  const oldName = oldPath === undefined ? '/dev/null' : `a/${oldPath}`;
  const newName = newPath === undefined ? '/dev/null' : `b/${newPath}`;
  const options = { context, maxEditLength: mostEdits };
  const patch = structuredPatch(oldName, newName, before, after, undefined, undefined, options);
  const text = patch ? formatPatch(patch, FILE_HEADERS_ONLY) : wholeDiff(oldName, newName, before, after);
  return shortened(text, limits.length ?? 256 * 1024);
}

function wholeDiff(oldName: string, newName: string, before: string, after: string): string {
  const old = linesOf(before);
  const fresh = linesOf(after);
  const [oldFrom, newFrom] = [old.length === 0 ? 0 : 1, fresh.length === 0 ? 0 : 1];
  return [
    `--- ${oldName}`,
    `+++ ${newName}`,
    `@@ -${oldFrom},${old.length} +${newFrom},${fresh.length} @@`,
    ...marked('-', old, before),
    ...marked('+', fresh, after),
    '',
  ].join('\n');
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function marked(mark: string, lines: readonly string[], text: string): string[] {
  const isOpen = text !== '' && !text.endsWith('\n');
  return [...lines.map((line) => mark + line), ...(isOpen ? ['\\ No newline at end of file'] : [])];
}

function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.lastIndexOf('\n', length) + 1;
  const left = text.slice(end).split('\n').length - 1;
  return `${text.slice(0, end)}\\ ${left} more lines are not shown\n`;
}
