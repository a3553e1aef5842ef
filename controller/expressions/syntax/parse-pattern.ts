import type { Binding, Node, Pattern, PatternEntry } from './ast.js';
import type { Cursor } from './cursor.js';
import { parseText } from './parse-text.js';

/** `as <patterns>` behind its source. */
export function parseBinding(cursor: Cursor, source: Node): Binding {
  cursor.expect('keyword', 'as');
  return { source, patterns: parsePatterns(cursor) };
}

/** One pattern, or several alternatives joined by `?//`. */
function parsePatterns(cursor: Cursor): readonly Pattern[] {
  const patterns = [parsePattern(cursor)];
  while (cursor.accept('op', '?//') !== undefined) patterns.push(parsePattern(cursor));
  return patterns;
}

function parsePattern(cursor: Cursor): Pattern {
  const variable = cursor.accept('variable');
  if (variable?.text === '__loc__') cursor.reject('`$__loc__` is not a variable', variable);
  if (variable !== undefined) return { type: 'variable', name: variable.text };
  const at = cursor.peek().at;
  return cursor.nested(() => {
    if (cursor.accept('op', '[') !== undefined) {
      const items = list(cursor, parsePattern);
      cursor.expect('op', ']');
      return { type: 'array', items, place: cursor.since(at) };
    }
    if (cursor.accept('op', '{') !== undefined) {
      const entries = list(cursor, parseEntry);
      cursor.expect('op', '}');
      return { type: 'object', entries, place: cursor.since(at) };
    }
    return cursor.unexpected('a variable, `[` or `{`');
  });
}

function parseEntry(cursor: Cursor): PatternEntry {
  const variable = cursor.accept('variable');
  if (variable !== undefined) {
    const key: Node = { type: 'literal', value: variable.text, at: variable.at, length: variable.length };
    if (cursor.accept('op', ':') === undefined) return { key, name: variable.text };
    return { key, name: variable.text, value: parsePattern(cursor) };
  }
  const key = parseEntryKey(cursor);
  cursor.expect('op', ':');
  return { key, value: parsePattern(cursor) };
}

function parseEntryKey(cursor: Cursor): Node {
  const word = cursor.accept('identifier') ?? cursor.accept('keyword');
  if (word !== undefined) return { type: 'literal', value: word.text, at: word.at, length: word.length };
  const format = cursor.accept('format');
  if (format !== undefined || cursor.is('string')) return parseText(cursor, format?.text);
  if (cursor.accept('op', '(') === undefined) return cursor.unexpected('a key');
  const key = cursor.pipe();
  cursor.expect('op', ')');
  return key;
}

function list<T>(cursor: Cursor, read: (cursor: Cursor) => T): T[] {
  const items = [read(cursor)];
  while (cursor.accept('op', ',') !== undefined) items.push(read(cursor));
  return items;
}
