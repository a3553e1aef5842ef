import type { AssignOp, ComparisonOp, Definition, Node } from './ast.js';
import { Cursor } from './cursor.js';
import { tokenize } from './lexer.js';
import { parseBinding } from './parse-pattern.js';
import { parseTerm } from './parse-term.js';

/** Parses a whole program. Throws ExpressionSyntaxError. */
export function parse(source: string): Node {
  const cursor = new Cursor(source, tokenize(source), parsePipe);
  if (cursor.is('end') && source.trim() === '') return cursor.node(0, { type: 'identity' });
  const program = cursor.pipe();
  if (!cursor.is('end')) cursor.unexpected('an operator or the end of the expression');
  return program;
}

/** Parses a list of definitions, as a library of built-ins holds. */
export function parseDefinitions(source: string): readonly Definition[] {
  const cursor = new Cursor(source, tokenize(source), parsePipe);
  const definitions: Definition[] = [];
  while (!cursor.is('end')) definitions.push(parseDefinition(cursor));
  return definitions;
}

/** `a | b`, with `def`, `label` and `as` reaching to the end. `comma` is false in object values. */
function parsePipe(cursor: Cursor, comma: boolean): Node {
  const stages: Node[] = [];
  do stages.push(comma ? parseComma(cursor) : parseAlternative(cursor, comma));
  while (cursor.accept('op', '|') !== undefined);
  return stages.reduceRight((right, left) => cursor.node(left.at, { type: 'pipe', left, right }));
}

function parseComma(cursor: Cursor): Node {
  const at = cursor.peek().at;
  let left = parseAlternative(cursor, true);
  while (cursor.accept('op', ',') !== undefined) {
    const right = parseAlternative(cursor, true);
    left = cursor.node(at, { type: 'comma', left, right });
  }
  return left;
}

function parseAlternative(cursor: Cursor, comma: boolean): Node {
  const at = cursor.peek().at;
  const left = parseAssign(cursor, comma);
  if (cursor.accept('op', '//') === undefined) return left;
  const right = cursor.nested(() => parseAlternative(cursor, comma));
  return cursor.node(at, { type: 'alternative', left, right });
}

const ASSIGN = new Set(['=', '|=', '+=', '-=', '*=', '/=', '%=', '//=']);

function parseAssign(cursor: Cursor, comma: boolean): Node {
  const at = cursor.peek().at;
  const left = parseOr(cursor, comma);
  const op = cursor.peek();
  if (op.kind !== 'op' || !ASSIGN.has(op.text)) return left;
  cursor.advance();
  const right = parseOr(cursor, comma);
  return cursor.node(at, { type: 'assign', op: op.text as AssignOp, left, right });
}

function parseOr(cursor: Cursor, comma: boolean): Node {
  const at = cursor.peek().at;
  let left = parseAnd(cursor, comma);
  while (cursor.accept('keyword', 'or') !== undefined) {
    const right = parseAnd(cursor, comma);
    left = cursor.node(at, { type: 'or', left, right });
  }
  return left;
}

function parseAnd(cursor: Cursor, comma: boolean): Node {
  const at = cursor.peek().at;
  let left = parseComparison(cursor, comma);
  while (cursor.accept('keyword', 'and') !== undefined) {
    const right = parseComparison(cursor, comma);
    left = cursor.node(at, { type: 'and', left, right });
  }
  return left;
}

const COMPARISON = new Set(['==', '!=', '<', '<=', '>', '>=']);

function parseComparison(cursor: Cursor, comma: boolean): Node {
  const at = cursor.peek().at;
  const left = parseSum(cursor, comma);
  const op = cursor.peek();
  if (op.kind !== 'op' || !COMPARISON.has(op.text)) return left;
  cursor.advance();
  const right = parseSum(cursor, comma);
  const again = cursor.peek();
  if (again.kind === 'op' && COMPARISON.has(again.text))
    cursor.unexpected('parentheses: comparisons do not chain');
  return cursor.node(at, { type: 'comparison', op: op.text as ComparisonOp, left, right });
}

function parseSum(cursor: Cursor, comma: boolean): Node {
  const at = cursor.peek().at;
  let left = parseProduct(cursor, comma);
  for (;;) {
    const op = cursor.isOp('+') ? '+' : cursor.isOp('-') ? '-' : undefined;
    if (op === undefined) return left;
    cursor.advance();
    const right = parseProduct(cursor, comma);
    left = cursor.node(at, { type: 'arithmetic', op, left, right });
  }
}

function parseProduct(cursor: Cursor, comma: boolean): Node {
  const at = cursor.peek().at;
  let left = parseUnary(cursor, comma);
  for (;;) {
    const op = cursor.isOp('*') ? '*' : cursor.isOp('/') ? '/' : cursor.isOp('%') ? '%' : undefined;
    if (op === undefined) return left;
    cursor.advance();
    const right = parseUnary(cursor, comma);
    left = cursor.node(at, { type: 'arithmetic', op, left, right });
  }
}

/** A term, with what may stand before or after it: `-`, `def`, `label`, `as`. */
function parseUnary(cursor: Cursor, comma: boolean): Node {
  const at = cursor.peek().at;
  if (cursor.is('keyword', 'def')) {
    const definition = parseDefinition(cursor);
    const body = cursor.pipe(comma);
    return cursor.node(at, { type: 'define', definition, body });
  }
  if (cursor.accept('keyword', 'label') !== undefined) {
    const name = cursor.expect('variable').text;
    cursor.expect('op', '|');
    const body = cursor.pipe(comma);
    return cursor.node(at, { type: 'label', name, body });
  }
  if (cursor.accept('op', '-') !== undefined) {
    const body = cursor.nested(() => parseUnary(cursor, comma));
    return cursor.node(at, { type: 'negate', body });
  }
  const source = parseTerm(cursor);
  if (!cursor.is('keyword', 'as')) return source;
  const binding = parseBinding(cursor, source);
  cursor.expect('op', '|');
  const body = cursor.pipe(comma);
  return cursor.node(at, { type: 'bind', binding, body });
}

function parseDefinition(cursor: Cursor): Definition {
  cursor.expect('keyword', 'def');
  const name = cursor.expect('identifier').text;
  const params: string[] = [];
  if (cursor.accept('op', '(') !== undefined) {
    do {
      const variable = cursor.accept('variable');
      const param = variable ?? cursor.expect('identifier');
      params.push(variable === undefined ? param.text : `$${param.text}`);
    } while (cursor.accept('op', ';') !== undefined);
    cursor.expect('op', ')');
  }
  cursor.expect('op', ':');
  const body = cursor.pipe();
  cursor.expect('op', ';');
  return { name, params, body };
}
