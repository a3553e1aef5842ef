import type { Json } from '../../../../schemas/json/types.js';
import { isObject, member } from '../../../../schemas/json/values.js';

const quoted = '"(?:[^"\\\\]|\\\\.)*"';
const bracket = `\\[(?:-?[0-9]{1,9}|${quoted})\\]`;
const step = `\\.(?:[A-Za-z_][A-Za-z0-9_]*|${quoted}|${bracket})|${bracket}`;

/** The pattern of a path in jq: fields and positions, such as `.data[-1].id` and `.["next page"]`. */
export const pathPattern = `^\\.(?:|(?:[A-Za-z_][A-Za-z0-9_]*|${quoted}|${bracket})(?:${step})*)$`;

/** Returns the value at a path that fits `pathPattern`; undefined when there is none. */
export function valueAt(body: Json, path: string): Json | undefined {
  let value: Json | undefined = body;
  for (const [text] of path === '.' ? [] : path.matchAll(new RegExp(step, 'g'))) {
    const key = getKey(text);
    if (typeof key === 'number') value = Array.isArray(value) ? value.at(key) : undefined;
    else value = isObject(value) ? member(value, key) : undefined;
  }
  return value;
}

function getKey(text: string): string | number {
  const inner = text.replace(/^\.?\[?/, '').replace(/\]$/, '');
  if (inner.startsWith('"')) return textIn(inner);
  return /^-?\d+$/.test(inner) ? Number(inner) : inner;
}

/** Returns the text as it is written when its escapes are not those of JSON. */
function textIn(literal: string): string {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal.slice(1, -1);
  }
}
