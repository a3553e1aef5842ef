import type { Node, NodeOf } from './ast.js';
import type { Cursor, Token } from './lexer.js';
import { list, parseKey } from './parse-pattern.js';

type Entry = NodeOf<'object'>['entries'][number];

/** `{ … }` */
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
  if (token.kind === 'number') {
    return cursor.reject('syntax error: object keys must be strings', token, `write "${token.text}"`);
  }
  const computed = cursor.isOp('(');
  const key = parseKey(cursor, 'a key or `}`');
  if (computed) cursor.expect('op', ':');
  if (computed || cursor.accept('op', ':') !== undefined) return { key, value: parseValue(cursor) };
  const { at, length } = key;
  return { key, value: { type: 'index', target: { type: 'identity', at, length }, key, at, length } };
}

/** `$x` stands for `x: $x`; `$x: v` takes the key from the variable. */
function parseVariableEntry(cursor: Cursor): Entry {
  const token = cursor.advance();
  const key: Node = cursor.node(token.at, { type: 'literal', value: token.text });
  const value = variable(cursor, token);
  if (value.type === 'location' || cursor.accept('op', ':') === undefined) return { key, value };
  return { key: value, value: parseValue(cursor) };
}

/** The node of `$name`, a token that was read already. */
export function variable(cursor: Cursor, { at, text }: Token): Node {
  if (text !== '__loc__') return cursor.node(at, { type: 'variable', name: text });
  return cursor.node(at, { type: 'location', line: cursor.source.slice(0, at).split('\n').length });
}

/** The value of an entry: expressions and pipes, but no comma, definition or binding. */
function parseValue(cursor: Cursor): Node {
  const stages = list(cursor, '|', (stage) => stage.expression());
  return stages.reduceRight((right, left) => cursor.node(left.at, { type: 'pipe', left, right }));
}
