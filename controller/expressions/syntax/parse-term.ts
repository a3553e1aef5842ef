import { toLiteral, toNumber } from '../../../schemas/json/exact-number.js';
import type { Node } from './ast.js';
import { CONSTANTS } from './escapes.js';
import type { Cursor } from './lexer.js';
import { parseObject, variable } from './parse-object.js';
import { list, parseBinding, parseText } from './parse-pattern.js';

/** A term with its suffixes `.a`, `[…]` and `?`, which bind closer than a `-` before the term. */
export function parseTerm(cursor: Cursor): Node {
  const at = cursor.peek().at;
  if (cursor.accept('op', '-') !== undefined) {
    const body = cursor.nested(() => parseTerm(cursor));
    return cursor.node(at, { type: 'negate', body });
  }
  // `(.a.b)?` hides every failure inside the parentheses, `.a.b?` only that of `.b`.
  let steps = !cursor.isOp('(');
  let term = parsePrimary(cursor);
  for (;;) {
    const next = parseSuffix(cursor, term, at, steps);
    if (next === undefined) return term;
    term = next;
    steps = true;
  }
}

function parseSuffix(cursor: Cursor, target: Node, at: number, steps: boolean): Node | undefined {
  const start = cursor.peek();
  if (cursor.accept('op', '?') !== undefined) {
    const step = steps && (target.type === 'index' || target.type === 'slice' || target.type === 'iterate');
    return step ? { ...target, optional: true } : cursor.node(at, { type: 'try', body: target });
  }
  const field = cursor.accept('field');
  if (field !== undefined) {
    return cursor.node(start.at, { type: 'index', target, key: key(cursor, field.text, start.at) });
  }
  if (cursor.isOp('.')) {
    const after = cursor.peek(1);
    if (after.kind === 'string') {
      cursor.advance();
      return cursor.node(start.at, { type: 'index', target, key: parseText(cursor) });
    }
    if (after.kind !== 'op' || after.text !== '[') return undefined;
    cursor.advance();
  }
  return cursor.isOp('[') ? parseBrackets(cursor, target, start.at) : undefined;
}

/** `[]`, `[k]` or `[from:to]` after a term. */
function parseBrackets(cursor: Cursor, target: Node, at: number): Node {
  cursor.expect('op', '[');
  if (cursor.accept('op', ']') !== undefined) return cursor.node(at, { type: 'iterate', target });
  if (cursor.accept('op', ':') !== undefined) {
    return cursor.node(at, { type: 'slice', target, to: cursor.pipeUntil(']') });
  }
  const from = cursor.pipe();
  if (cursor.accept('op', ':') === undefined) {
    cursor.expect('op', ']');
    return cursor.node(at, { type: 'index', target, key: from });
  }
  if (cursor.accept('op', ']') !== undefined) return cursor.node(at, { type: 'slice', target, from });
  return cursor.node(at, { type: 'slice', target, from, to: cursor.pipeUntil(']') });
}

function parsePrimary(cursor: Cursor): Node {
  const token = cursor.peek();
  switch (token.kind) {
    case 'number':
      cursor.advance();
      return cursor.node(token.at, { type: 'literal', value: toNumber(toLiteral(token.text) ?? token.text) });
    case 'string':
      return parseText(cursor);
    case 'format':
      cursor.advance();
      if (cursor.is('string')) return parseText(cursor, token.text);
      return cursor.node(token.at, { type: 'format', name: token.text });
    case 'field': {
      cursor.advance();
      const target = cursor.node(token.at, { type: 'identity' });
      return cursor.node(token.at, { type: 'index', target, key: key(cursor, token.text, token.at) });
    }
    case 'variable':
      return variable(cursor, cursor.advance());
    case 'identifier':
      return parseCall(cursor);
    case 'keyword':
      return parseKeyword(cursor);
    case 'op':
      return parseOperator(cursor);
    default:
      return cursor.unexpected('an expression');
  }
}

function parseCall(cursor: Cursor): Node {
  const name = cursor.advance();
  const constant = CONSTANTS.get(name.text);
  if (constant !== undefined && !cursor.isOp('(')) {
    return cursor.node(name.at, { type: 'literal', value: constant });
  }
  const args = cursor.accept('op', '(') === undefined ? [] : list(cursor, ';', (query) => query.pipe());
  if (args.length > 0) cursor.expect('op', ')');
  return cursor.node(name.at, { type: 'call', name: name.text, args });
}

function parseOperator(cursor: Cursor): Node {
  const token = cursor.peek();
  switch (token.text) {
    case '.': {
      cursor.advance();
      const target = cursor.node(token.at, { type: 'identity' });
      if (!cursor.is('string')) return target;
      return cursor.node(token.at, { type: 'index', target, key: parseText(cursor) });
    }
    case '..':
      cursor.advance();
      return cursor.node(token.at, { type: 'recurse' });
    case '(':
      cursor.advance();
      return cursor.pipeUntil(')');
    case '[':
      cursor.advance();
      if (cursor.accept('op', ']') !== undefined) return cursor.node(token.at, { type: 'array' });
      return cursor.node(token.at, { type: 'array', body: cursor.pipeUntil(']') });
    case '{':
      return parseObject(cursor);
    default:
      return cursor.unexpected('an expression');
  }
}

function parseKeyword(cursor: Cursor): Node {
  const token = cursor.peek();
  switch (token.text) {
    case 'if':
      return parseIf(cursor);
    case 'try':
      return parseTry(cursor);
    case 'break':
      cursor.advance();
      return cursor.node(token.at, { type: 'break', name: cursor.expect('variable').text });
    case 'reduce':
    case 'foreach':
      return parseFold(cursor, token.text);
    case 'import':
    case 'include':
    case 'module':
      return cursor.reject(`\`${token.text}\` is not available: expressions have no modules`, token);
    default:
      return cursor.unexpected('an expression');
  }
}

/** `if` or `elif`, up to and including `end`. */
function parseIf(cursor: Cursor): Node {
  const at = cursor.advance().at;
  const condition = cursor.pipe();
  cursor.expect('keyword', 'then');
  const yes = cursor.pipe();
  if (cursor.is('keyword', 'elif')) {
    const no = cursor.nested(() => parseIf(cursor));
    return cursor.node(at, { type: 'if', condition, yes, no });
  }
  const no = cursor.accept('keyword', 'else') === undefined ? undefined : cursor.pipe();
  cursor.expect('keyword', 'end');
  return cursor.node(at, { type: 'if', condition, yes, ...(no === undefined ? {} : { no }) });
}

function parseTry(cursor: Cursor): Node {
  const at = cursor.advance().at;
  const body = cursor.nested(() => parseTerm(cursor));
  if (cursor.accept('keyword', 'catch') === undefined) return cursor.node(at, { type: 'try', body });
  const handler = cursor.nested(() => parseTerm(cursor));
  return cursor.node(at, { type: 'try', body, handler });
}

function parseFold(cursor: Cursor, type: 'reduce' | 'foreach'): Node {
  const at = cursor.advance().at;
  const binding = parseBinding(cursor, cursor.expression());
  cursor.expect('op', '(');
  const start = cursor.pipeUntil(';');
  const update = cursor.pipe();
  const extract = type === 'foreach' && cursor.accept('op', ';') !== undefined ? cursor.pipe() : undefined;
  cursor.expect('op', ')');
  if (type === 'reduce') return cursor.node(at, { type, binding, start, update });
  return cursor.node(at, { type, binding, start, update, ...(extract === undefined ? {} : { extract }) });
}

function key(cursor: Cursor, value: string, at: number): Node {
  return cursor.node(at, { type: 'literal', value });
}
