import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';

export interface DiffSides {
  /** Path in the repository; undefined for a file that is not there before. */
  oldPath: string | undefined;
  /** Undefined for a file that is not there any more. */
  newPath: string | undefined;
  before: string;
  after: string;
}

export interface DiffLimits {
  /** Characters of the diff; 256 KiB by default. */
  length?: number;
}

/** Lines that go and come; beyond, the cost of finding the fewest grows with their square. */
const mostEdits = 3000;
const context = 3;

/**
 * The difference of two texts as `git diff` shows it; empty when there is none. Texts that differ nearly everywhere are
 * shown as all old lines, then all new ones. One that is too long ends with a line that says so.
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
