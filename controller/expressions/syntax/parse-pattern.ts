import type { Binding, Node, Pattern, PatternEntry } from './ast.js';
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
export function parseKey(cursor: Cursor, expected: string): Node {
  const word = cursor.accept('identifier') ?? cursor.accept('keyword');
  if (word !== undefined) return cursor.node(word.at, { type: 'literal', value: word.text });
  const format = cursor.accept('format');
  if (cursor.is('string')) return parseText(cursor, format?.text);
  if (cursor.accept('op', '(') === undefined) return cursor.unexpected(expected);
  return cursor.pipeUntil(')');
}

/** `as <patterns>`, after its source. */
export function parseBinding(cursor: Cursor, source: Node): Binding {
  cursor.expect('keyword', 'as');
  return { source, patterns: list(cursor, '?//', parsePattern) };
}

function parsePattern(cursor: Cursor): Pattern {
  const variable = cursor.accept('variable');
  if (variable?.text === '__loc__') cursor.reject('`$__loc__` is not a variable', variable);
  if (variable !== undefined) return { type: 'variable', name: variable.text };
  const at = cursor.peek().at;
  return cursor.nested(() => {
    if (cursor.accept('op', '[') !== undefined) {
      const items = list(cursor, ',', parsePattern);
      cursor.expect('op', ']');
      return { type: 'array', items, place: cursor.since(at) };
    }
    if (cursor.accept('op', '{') !== undefined) {
      const entries = list(cursor, ',', parseEntry);
      cursor.expect('op', '}');
      return { type: 'object', entries, place: cursor.since(at) };
    }
    return cursor.unexpected('a variable, `[` or `{`');
  });
}

function parseEntry(cursor: Cursor): PatternEntry {
  const variable = cursor.accept('variable');
  if (variable !== undefined) {
    const key = cursor.node(variable.at, { type: 'literal', value: variable.text });
    if (cursor.accept('op', ':') === undefined) return { key, name: variable.text };
    return { key, name: variable.text, value: parsePattern(cursor) };
  }
  const key = parseKey(cursor, 'a key');
  cursor.expect('op', ':');
  return { key, value: parsePattern(cursor) };
}

/** Reads items with a separator between them. */
export function list<T>(cursor: Cursor, separator: string, read: (cursor: Cursor) => T): T[] {
  const items = [read(cursor)];
  while (cursor.accept('op', separator) !== undefined) items.push(read(cursor));
  return items;
}
