import type { Node } from './ast.js';
import type { Cursor } from './cursor.js';

/** A string, its interpolations formatted by `format` when a `@name` stood before it. */
export function parseText(cursor: Cursor, format?: string): Node {
  const token = cursor.expect('string');
  const place = { at: token.at, length: token.length };
  const parts: (string | Node)[] = [];
  for (const part of token.parts ?? []) {
    if (typeof part === 'string') {
      if (part !== '') parts.push(part);
      continue;
    }
    const inside = cursor.inside(part);
    parts.push(inside.pipe());
    if (!inside.is('end')) inside.unexpected('`)`');
  }
  if (parts.every((part) => typeof part === 'string')) {
    return { type: 'literal', value: parts.join(''), ...place };
  }
  return { type: 'text', ...(format === undefined ? {} : { format }), parts, ...place };
}
