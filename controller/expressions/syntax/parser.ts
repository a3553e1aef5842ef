import type { ArithmeticOp, AssignOp, ComparisonOp, Definition, Node, NodeShape } from './ast.js';
import { Cursor, type Grammar, tokenize } from './lexer.js';
import { list, parseBinding } from './parse-pattern.js';
import { parseTerm } from './parse-term.js';

const GRAMMAR: Grammar = { pipe: parsePipe, expression: parseExpression };

/** The last program that was parsed: several rules look at a program right after it is compiled. */
let last: { readonly source: string; readonly program: Node } | undefined;

/** Parses a whole program, which is immutable. Throws ExpressionSyntaxError. */
export function parse(source: string): Node {
  if (last?.source !== source) last = { source, program: parseProgram(source) };
  return last.program;
}

function parseProgram(source: string): Node {
  const cursor = new Cursor(source, tokenize(source), GRAMMAR);
  if (cursor.is('end') && source.trim() === '') return cursor.node(0, { type: 'identity' });
  const program = cursor.pipe();
  if (!cursor.is('end')) cursor.unexpected('an operator or the end of the expression');
  return program;
}

/** Parses a list of definitions, as in a library of built-ins. */
export function parseDefinitions(source: string): readonly Definition[] {
  const cursor = new Cursor(source, tokenize(source), GRAMMAR);
  const definitions: Definition[] = [];
  while (!cursor.is('end')) definitions.push(parseDefinition(cursor));
  return definitions;
}

/** A query: pipes of commas of expressions. */
function parsePipe(cursor: Cursor): Node {
  const stages = list(cursor, '|', parseComma);
  return stages.reduceRight((right, left) => cursor.node(left.at, { type: 'pipe', left, right }));
}

function parseComma(cursor: Cursor): Node {
  const at = cursor.peek().at;
  let left = parseOperand(cursor);
  while (cursor.accept('op', ',') !== undefined) {
    const right = parseOperand(cursor);
    left = cursor.node(at, { type: 'comma', left, right });
  }
  return left;
}

/** An expression, or one of the forms whose body extends to the end of the query: `def`, `label`, `as`. */
function parseOperand(cursor: Cursor): Node {
  const at = cursor.peek().at;
  if (cursor.is('keyword', 'def')) {
    const definition = parseDefinition(cursor);
    return cursor.node(at, { type: 'define', definition, body: cursor.pipe() });
  }
  if (cursor.accept('keyword', 'label') !== undefined) {
    const name = cursor.expect('variable').text;
    cursor.expect('op', '|');
    return cursor.node(at, { type: 'label', name, body: cursor.pipe() });
  }
  const source = parseExpression(cursor);
  if (!cursor.is('keyword', 'as')) return source;
  const binding = parseBinding(cursor, source);
  cursor.expect('op', '|');
  return cursor.node(at, { type: 'bind', binding, body: cursor.pipe() });
}

function parseDefinition(cursor: Cursor): Definition {
  cursor.expect('keyword', 'def');
  const name = cursor.expect('identifier').text;
  const params = cursor.accept('op', '(') === undefined ? [] : list(cursor, ';', parseParameter);
  if (params.length > 0) cursor.expect('op', ')');
  cursor.expect('op', ':');
  return { name, params, body: cursor.pipeUntil(';') };
}

function parseParameter(cursor: Cursor): string {
  const variable = cursor.accept('variable');
  return variable === undefined ? cursor.expect('identifier').text : `$${variable.text}`;
}

/** An operator between expressions. A higher level binds closer; `chain` is the grouping of several in a row. */
interface Operator {
  readonly level: number;
  readonly chain: 'left' | 'right' | 'never';
  readonly shape: (operator: string, left: Node, right: Node) => NodeShape;
}

const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ...operators('//', 0, 'right', (_op, left, right) => ({ type: 'alternative', left, right })),
  ...operators('= |= += -= *= /= %= //=', 1, 'never', assignment),
  ...operators('or', 2, 'left', (_op, left, right) => ({ type: 'or', left, right })),
  ...operators('and', 3, 'left', (_op, left, right) => ({ type: 'and', left, right })),
  ...operators('== != < <= > >=', 4, 'never', comparison),
  ...operators('+ -', 5, 'left', arithmetic),
  ...operators('* / %', 6, 'left', arithmetic),
]);

function operators(
  names: string,
  level: number,
  chain: Operator['chain'],
  shape: Operator['shape'],
): [string, Operator][] {
  return names.split(' ').map((name) => [name, { level, chain, shape }]);
}

function assignment(op: string, left: Node, right: Node): NodeShape {
  return { type: 'assign', op: op as AssignOp, left, right };
}

function comparison(op: string, left: Node, right: Node): NodeShape {
  return { type: 'comparison', op: op as ComparisonOp, left, right };
}

function arithmetic(op: string, left: Node, right: Node): NodeShape {
  return { type: 'arithmetic', op: op as ArithmeticOp, left, right };
}

/** Terms joined by operators of at least a level; no pipes, commas or bindings. */
function parseExpression(cursor: Cursor, minLevel = 0): Node {
  const at = cursor.peek().at;
  let left = parseTerm(cursor);
  for (;;) {
    const operator = nextOperator(cursor);
    if (operator === undefined || operator.level < minLevel) return left;
    const { level, chain, shape } = operator;
    const { text } = cursor.advance();
    const right =
      chain === 'right'
        ? cursor.nested(() => parseExpression(cursor, level))
        : parseExpression(cursor, level + 1);
    left = cursor.node(at, shape(text, left, right));
    if (chain === 'never' && nextOperator(cursor)?.level === level) {
      cursor.unexpected(`parentheses: \`${text}\` does not chain`);
    }
  }
}

function nextOperator(cursor: Cursor): Operator | undefined {
  const { kind, text } = cursor.peek();
  return kind === 'op' || kind === 'keyword' ? OPERATORS.get(text) : undefined;
}
