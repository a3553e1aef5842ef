import type { AssignOp, ComparisonOp, Node } from './ast.js';
import type { Cursor } from './cursor.js';
import { parseTerm } from './parse-term.js';

/** Terms joined by operators, the weakest of which is `//`: all but pipes, commas and bindings. */
export function parseExpression(cursor: Cursor): Node {
  const at = cursor.peek().at;
  const left = parseAssign(cursor);
  if (cursor.accept('op', '//') === undefined) return left;
  const right = cursor.nested(() => parseExpression(cursor));
  return cursor.node(at, { type: 'alternative', left, right });
}

const ASSIGN = new Set(['=', '|=', '+=', '-=', '*=', '/=', '%=', '//=']);

function parseAssign(cursor: Cursor): Node {
  const at = cursor.peek().at;
  const left = parseOr(cursor);
  const op = cursor.peek();
  if (op.kind !== 'op' || !ASSIGN.has(op.text)) return left;
  cursor.advance();
  const right = parseOr(cursor);
  return cursor.node(at, { type: 'assign', op: op.text as AssignOp, left, right });
}

function parseOr(cursor: Cursor): Node {
  const at = cursor.peek().at;
  let left = parseAnd(cursor);
  while (cursor.accept('keyword', 'or') !== undefined) {
    const right = parseAnd(cursor);
    left = cursor.node(at, { type: 'or', left, right });
  }
  return left;
}

function parseAnd(cursor: Cursor): Node {
  const at = cursor.peek().at;
  let left = parseComparison(cursor);
  while (cursor.accept('keyword', 'and') !== undefined) {
    const right = parseComparison(cursor);
    left = cursor.node(at, { type: 'and', left, right });
  }
  return left;
}

const COMPARISON = new Set(['==', '!=', '<', '<=', '>', '>=']);

function parseComparison(cursor: Cursor): Node {
  const at = cursor.peek().at;
  const left = parseSum(cursor);
  const op = cursor.peek();
  if (op.kind !== 'op' || !COMPARISON.has(op.text)) return left;
  cursor.advance();
  const right = parseSum(cursor);
  const again = cursor.peek();
  if (again.kind === 'op' && COMPARISON.has(again.text))
    cursor.unexpected('parentheses: comparisons do not chain');
  return cursor.node(at, { type: 'comparison', op: op.text as ComparisonOp, left, right });
}

function parseSum(cursor: Cursor): Node {
  const at = cursor.peek().at;
  let left = parseProduct(cursor);
  for (;;) {
    const op = cursor.isOp('+') ? '+' : cursor.isOp('-') ? '-' : undefined;
    if (op === undefined) return left;
    cursor.advance();
    const right = parseProduct(cursor);
    left = cursor.node(at, { type: 'arithmetic', op, left, right });
  }
}

function parseProduct(cursor: Cursor): Node {
  const at = cursor.peek().at;
  let left = parseTerm(cursor);
  for (;;) {
    const op = cursor.isOp('*') ? '*' : cursor.isOp('/') ? '/' : cursor.isOp('%') ? '%' : undefined;
    if (op === undefined) return left;
    cursor.advance();
    const right = parseTerm(cursor);
    left = cursor.node(at, { type: 'arithmetic', op, left, right });
  }
}
