import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';

/** Git takes a file for binary when a zero byte is among this many first bytes. */
const checkedBytes = 8_000;
/** The most removed and added lines of a shortest difference of two files. */
const MAX_EDITS = 1_500;

export interface DiffSide {
  path: string;
  /** Null when there is no file. */
  content: Uint8Array | null;
}

/** Returns a unified diff with Git's headers, for `git apply`; empty when the two sides are equal. */
export function unifiedDiff(before: DiffSide, after: DiffSide): string {
  const one = Buffer.from(before.content ?? []);
  const other = Buffer.from(after.content ?? []);
  const isSameFile = before.path === after.path && (before.content === null) === (after.content === null);
  if (isSameFile && one.equals(other)) return '';
  const header = getHeader(before, after);
  if (one.equals(other)) return header;
  const [from, to] = [label('a', before), label('b', after)];
  if (isBinary(one) || isBinary(other)) return `${header}Binary files ${from} and ${to} differ\n`;
  return header + patchBetween(from, to, [one.toString('utf8'), other.toString('utf8')], MAX_EDITS);
}

function getHeader(before: DiffSide, after: DiffSide): string {
  const lines = [`diff --git ${quoted(`a/${before.path}`)} ${quoted(`b/${after.path}`)}`];
  if (before.content === null) lines.push('new file mode 100644');
  else if (after.content === null) lines.push('deleted file mode 100644');
  else if (before.path !== after.path) {
    lines.push(`rename from ${quoted(before.path)}`, `rename to ${quoted(after.path)}`);
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Returns the difference of two texts with the names of the files above it. The cost of a shortest difference grows with
 * the square of its length: with more than `maxEdits` removed and added lines, all lines are replaced.
 */
export function patchBetween(
  from: string,
  to: string,
  [one, other]: readonly [string, string],
  maxEdits: number,
): string {
  const options = { context: 3, maxEditLength: maxEdits };
  const patch = structuredPatch(from, to, one, other, undefined, undefined, options);
  return patch ? formatPatch(patch, FILE_HEADERS_ONLY) : replacement(from, to, one, other);
}

function replacement(from: string, to: string, one: string, other: string): string {
  const gone = toLines('-', one);
  const come = toLines('+', other);
  return `--- ${from}\n+++ ${to}\n@@ -${getRange(gone.count)} +${getRange(come.count)} @@\n${gone.text}${come.text}`;
}

/** The range of no lines starts at 0. */
function getRange(count: number): string {
  return `${count === 0 ? 0 : 1},${count}`;
}

function toLines(mark: string, text: string): { count: number; text: string } {
  if (text === '') return { count: 0, text: '' };
  const lines = text.split('\n');
  const isEnded = lines.at(-1) === '';
  if (isEnded) lines.pop();
  const body = lines.map((line) => `${mark}${line}\n`).join('');
  return { count: lines.length, text: isEnded ? body : `${body}\\ No newline at end of file\n` };
}

function label(side: 'a' | 'b', { path, content }: DiffSide): string {
  return content === null ? '/dev/null' : quoted(`${side}/${path}`);
}

/** Quotes names with unusual characters as Git does. */
function quoted(path: string): string {
  return /["\\\p{Cc}]/u.test(path) ? JSON.stringify(path) : path;
}

function isBinary(content: Buffer): boolean {
  return content.subarray(0, checkedBytes).includes(0);
}
