import { allocate, charge, scan } from './run.js';

/** Splits at every occurrence of `separator`; an empty separator splits into characters. */
export function splitText(text: string, separator: string): string[] {
  if (text === '') return [];
  charge(4);
  scan(text.length * 2);
  const parts = separator === '' ? Array.from(text) : text.split(separator);
  allocate(parts.length * 16);
  charge(parts.length >> 2);
  return parts;
}

const beyondLatin = /[^\0-\xff]/;
const SURROGATE = /[\ud800-\udfff]/;

/** Tells if each UTF-16 unit of a text is a code point. */
export function isPlain(text: string): boolean {
  // V8 answers this at once for a text that it stores in single bytes.
  if (!beyondLatin.test(text)) {
    scan(text.length >> 2);
    return true;
  }
  scan(text.length);
  return !SURROGATE.test(text);
}

/** Returns the length in code points. */
export function countCharacters(text: string): number {
  let count = text.length;
  if (isPlain(text)) return count;
  scan(count);
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count--;
      i++;
    }
  }
  return count;
}

/** Returns the code points from `from` up to `to` of a text that is not plain. */
export function sliceCharacters(text: string, from: number, to: number): string {
  scan(text.length * 16);
  allocate(text.length * 8);
  return Array.from(text).slice(from, to).join('');
}

/** Replaces lone surrogates by U+FFFD, because jq's strings cannot hold them. */
export function wellFormed(text: string): string {
  return SURROGATE.test(text) ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text;
}
