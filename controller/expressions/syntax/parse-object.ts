import type { Node } from './ast.js';
import type { Cursor } from './cursor.js';
import { parseText } from './parse-text.js';

interface Entry {
  readonly key: Node;
  readonly value: Node;
}

/** `{ … }`. */
export function parseObject(cursor: Cursor): Node {
  const at = cursor.expect('op', '{').at;
  const entries: Entry[] = [];
  while (!cursor.isOp('}')) {
    entries.push(parseEntry(cursor));
    if (cursor.accept('op', ',') === undefined) break;
  }
  cursor.expect('op', '}');
  return cursor.node(at, { type: 'object', entries });
}

function parseEntry(cursor: Cursor): Entry {
  const token = cursor.peek();
  if (token.kind === 'variable') return parseVariableEntry(cursor);
  if (token.kind === 'op' && token.text === '(') {
    cursor.advance();
    const key = cursor.pipe();
    cursor.expect('op', ')');
    cursor.expect('op', ':');
    return { key, value: parseValue(cursor) };
  }
  if (token.kind === 'number') {
    return cursor.reject('syntax error: object keys must be strings', token, `write "${token.text}"`);
  }
  const key = parseKey(cursor);
  if (cursor.accept('op', ':') !== undefined) return { key, value: parseValue(cursor) };
  return {
    key,
    value: {
      type: 'index',
      target: { ...key, type: 'identity' } as Node,
      key,
      at: key.at,
      length: key.length,
    },
  };
}

/** `$x` stands for `x: $x`; `$x: v` takes the key from the variable. */
function parseVariableEntry(cursor: Cursor): Entry {
  const token = cursor.advance();
  const name: Node = cursor.node(token.at, { type: 'literal', value: token.text });
  if (token.text === '__loc__') {
    const line = cursor.source.slice(0, token.at).split('\n').length;
    return { key: name, value: cursor.node(token.at, { type: 'location', line }) };
  }
  const variable: Node = cursor.node(token.at, { type: 'variable', name: token.text });
  if (cursor.accept('op', ':') === undefined) return { key: name, value: variable };
  return { key: variable, value: parseValue(cursor) };
}

function parseKey(cursor: Cursor): Node {
  const word = cursor.accept('identifier') ?? cursor.accept('keyword');
  if (word !== undefined) return cursor.node(word.at, { type: 'literal', value: word.text });
  const format = cursor.accept('format');
  if (cursor.is('string')) return parseText(cursor, format?.text);
  return cursor.unexpected('a key or `}`');
}

/** The value of an entry: expressions and pipes, but no comma, definition or binding. */
function parseValue(cursor: Cursor): Node {
  const stages: Node[] = [];
  do stages.push(cursor.expression());
  while (cursor.accept('op', '|') !== undefined);
  return stages.reduceRight((right, left) => cursor.node(left.at, { type: 'pipe', left, right }));
}
