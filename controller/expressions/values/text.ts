import { allocate, charge } from '../runtime/run.js';

/** Splits at every occurrence of `separator`; an empty one splits into characters. */
export function splitText(text: string, separator: string): string[] {
  if (text === '') return [];
  const parts = separator === '' ? Array.from(text) : text.split(separator);
  allocate(parts.length * 16);
  charge(parts.length >> 2);
  return parts;
}

/** True when UTF-16 units and code points coincide for sure. */
export function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xf800) === 0xd800) return false;
  return true;
}

/** Length in code points. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count--;
      i++;
    }
  }
  return count;
}

/** The code points from `from` up to `to`. */
export function sliceCharacters(text: string, from: number, to: number): string {
  if (isPlain(text)) return text.slice(from, to);
  return Array.from(text).slice(from, to).join('');
}

/** Lone surrogates replaced by U+FFFD: jq's strings cannot hold them. */
export function wellFormed(text: string): string {
  return /\p{Surrogate}/u.test(text) ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text;
}
