import { isUtf8 } from 'node:buffer';

/** U+FFFD stands for what is not UTF-8, or for itself. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNUSUAL = /[\x00-\x1f\x7f-\x9f\\/\ufffd]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNSAFE = /[\x00-\x1f\x7f-\x9f\\/]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNSAFE_BYTES = /[\x00-\x1f\x7f-\xff\\/]/g;

/**
 * The name of a tree entry as text, another one for each name. In one that is not UTF-8, or has control characters,
 * backslashes or slashes, these stand as Git shows them in quotes (`caf\351.yaml`, `a\012b.yaml`, `\\`). Such a name
 * has a backslash, hence no path that leads through it can be written (`pathFault`).
 */
export function entryName(bytes: Buffer, from: number, to: number): string {
  const text = bytes.toString('utf8', from, to);
  if (!UNUSUAL.test(text)) return text;
  if (isUtf8(bytes.subarray(from, to))) return text.replace(UNSAFE, (one) => escaped(Buffer.from(one)));
  return bytes
    .toString('latin1', from, to)
    .replace(UNSAFE_BYTES, (one) => escaped(Buffer.from(one, 'latin1')));
}

function escaped(bytes: Buffer): string {
  return Array.from(bytes, (byte) =>
    byte === 0x5c ? '\\\\' : `\\${byte.toString(8).padStart(3, '0')}`,
  ).join('');
}
