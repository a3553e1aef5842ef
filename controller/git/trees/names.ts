import { isUtf8 } from 'node:buffer';

const settingsFile = 'svc.yaml';
/** Endings of the text files that an entity may name in place of an inline text. */
export const textEndings: readonly string[] = [
  'md',
  'markdown',
  'txt',
  'liquid',
  'html',
  'css',
  'csv',
  'sql',
  'jq',
  'js',
  'mjs',
  'cjs',
  'py',
  'sh',
  'bash',
  'proto',
  'graphql',
  'gql',
];
const textEnding = new RegExp(`\\.(${textEndings.join('|')})$`, 'i');

/** U+FFFD replaces bytes that are not UTF-8, or is itself in the name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them.
const UNUSUAL = /[\x00-\x1f\x7f-\x9f\\/\ufffd]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them.
const UNSAFE = /[\x00-\x1f\x7f-\x9f\\/]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them.
const unsafeBytes = /[\x00-\x1f\x7f-\xff\\/]/g;
const maxSegmentBytes = 255;
const maxPathBytes = 4_096;
/** Code points that HFS+ ignores in names: `.g\u200cit` is `.git` there. */
const ignoredByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: Git forbids them.
const CONTROL = /[\x00-\x1f\x7f]/;
const loneSurrogate = /\p{Surrogate}/u;
/** Names that NTFS takes for `.git`: any case, short name, spaces and dots at the end, a stream behind a colon. */
const dotGit = /^(?:\.git|git~\d+)[ .]*(?::.*)?$/i;
/** Git reads `.gitmodules` itself, in every clone. */
const dotGitmodules = /^(?:\.gitmodules|gitmod~\d+|gi7eba~\d+)[ .]*(?::.*)?$/i;

/**
 * Returns the name of a tree entry as text; different bytes give different texts. Bytes that are not UTF-8, control
 * characters, backslashes and slashes appear in Git's notation (`caf\351.yaml`, `a\012b.yaml`, `\\`). Such a text has a
 * backslash, so that no path through it can be written (`pathFault`).
 */
export function entryName(bytes: Buffer, from: number, to: number): string {
  const text = bytes.toString('utf8', from, to);
  if (!UNUSUAL.test(text)) return text;
  if (isUtf8(bytes.subarray(from, to))) return text.replace(UNSAFE, (one) => escaped(Buffer.from(one)));
  return bytes
    .toString('latin1', from, to)
    .replace(unsafeBytes, (one) => escaped(Buffer.from(one, 'latin1')));
}

/** Returns the bytes of a name that `entryName` returned. */
export function entryBytes(name: string): Buffer {
  if (!name.includes('\\')) return Buffer.from(name);
  const parts = name.match(/\\\\|\\[0-7]{3}|[^\\]+/g) ?? [];
  return Buffer.concat(
    parts.map((part) => {
      if (part === '\\\\') return Buffer.from('\\');
      return part.startsWith('\\') ? Buffer.of(Number.parseInt(part.slice(1), 8)) : Buffer.from(part);
    }),
  );
}

function escaped(bytes: Buffer): string {
  return Array.from(bytes, (byte) =>
    byte === 0x5c ? '\\\\' : `\\${byte.toString(8).padStart(3, '0')}`,
  ).join('');
}

/**
 * Returns why Git (`git fsck --strict`, and its checks before a checkout on Windows and macOS) or a file system would
 * refuse `path`; undefined for a valid path. Paths are relative, with forward slashes.
 */
export function pathFault(path: string): string | undefined {
  if (path === '') return 'it is empty';
  if (Buffer.byteLength(path) > maxPathBytes) return `it is longer than ${maxPathBytes} bytes`;
  if (CONTROL.test(path)) return 'it holds a control character';
  if (loneSurrogate.test(path)) return 'it is not valid Unicode';
  if (path.includes('\\')) return 'it holds a backslash';
  for (const segment of path.split('/')) {
    const fault = segmentFault(segment);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function segmentFault(segment: string): string | undefined {
  if (segment === '') return 'it has an empty part';
  if (segment === '.' || segment === '..') return `it has a part \`${segment}\``;
  if (Buffer.byteLength(segment) > maxSegmentBytes) return `a part is longer than ${maxSegmentBytes} bytes`;
  const seen = segment.replaceAll(ignoredByHfs, '');
  if (dotGit.test(seen)) return "a part stands for `.git`, Git's own folder";
  if (dotGitmodules.test(seen)) return 'a part stands for `.gitmodules`, which Git reads itself';
  return undefined;
}

/** False for folders without entities: hidden ones (`.git`, `.github`, `.svc`) and installed packages. */
export function isEntityFolder(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules' && isPlainName(name);
}

/** True when a file may hold an entity: `.yaml`, `.yml`, `.json`, not hidden, not the settings file in the root. */
export function isEntityFile(name: string, atRoot: boolean): boolean {
  if (name.startsWith('.') || !isPlainName(name)) return false;
  return /\.(ya?ml|json)$/i.test(name) && !(atRoot && name === settingsFile);
}

/** True for a text that entities may name: a known ending, not hidden. */
export function isTextFile(name: string): boolean {
  return textEnding.test(name) && !name.startsWith('.') && isPlainName(name);
}

/** True for an entity file or a text that entities may name. */
export function isBranchFile(name: string, atRoot: boolean): boolean {
  return isEntityFile(name, atRoot) || isTextFile(name);
}

/** True for a single path segment. `pathFault` checks the characters. */
function isPlainName(name: string): boolean {
  return name !== '' && !name.includes('/') && !name.includes('\0');
}
