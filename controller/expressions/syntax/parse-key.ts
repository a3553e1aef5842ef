import type { Node } from './ast.js';
import type { Cursor } from './lexer.js';

/** A string. Its interpolations are formatted by `format`, the `@name` before the string. */
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

/** The key of a member, in an object or in a pattern: a word, a string, or an expression in parentheses. */
export function parseKey(cursor: Cursor, wanted: string): Node {
  const word = cursor.accept('identifier') ?? cursor.accept('keyword');
  if (word !== undefined) return cursor.node(word.at, { type: 'literal', value: word.text });
  const format = cursor.accept('format');
  if (cursor.is('string')) return parseText(cursor, format?.text);
  if (cursor.accept('op', '(') === undefined) return cursor.unexpected(wanted);
  return cursor.pipeUntil(')');
}
