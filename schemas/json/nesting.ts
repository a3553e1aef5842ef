import type { Json } from './types.js';

/** The deepest that lists and objects from outside may nest: what walks through a value calls itself for each level. */
export const deepest = 500;

const quote = 34;
const backslash = 92;
/** `[` and `{`, `]` and `}` differ in one bit. */
const opening = 91;
const closing = 93;
const bit = 32;

/** Tells whether JSON text nests too deep, before any of it is parsed. */
export function textNestsTooDeep(text: string): boolean {
  // Nearly all texts are too short to nest that deep.
  if (text.length <= deepest) return false;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === backslash) at += 1;
      else if (code === quote) isText = false;
    } else if (code === quote) isText = true;
    else if ((code & ~bit) === opening) {
      depth += 1;
      if (depth > deepest) return true;
    } else if ((code & ~bit) === closing) depth -= 1;
  }
  return false;
}

/** Tells whether a value nests too deep; goes through it level by level. */
export function nestsTooDeep(value: Json): boolean {
  let level: Json[] = [value];
  for (let depth = 1; depth <= deepest; depth++) {
    const next: Json[] = [];
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue;
      for (const item of Array.isArray(each) ? each : Object.values(each))
        if (typeof item === 'object' && item !== null) next.push(item);
    }
    if (next.length === 0) return false;
    level = next;
  }
  return true;
}
