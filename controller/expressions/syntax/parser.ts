import type { Definition, Node } from './ast.js';
import { Cursor, type Grammar } from './cursor.js';
import { tokenize } from './lexer.js';
import { parseExpression } from './parse-expression.js';
import { parseBinding } from './parse-pattern.js';

const GRAMMAR: Grammar = { pipe: parsePipe, expression: parseExpression };

/** Parses a whole program. Throws ExpressionSyntaxError. */
export function parse(source: string): Node {
  const cursor = new Cursor(source, tokenize(source), GRAMMAR);
  if (cursor.is('end') && source.trim() === '') return cursor.node(0, { type: 'identity' });
  const program = cursor.pipe();
  if (!cursor.is('end')) cursor.unexpected('an operator or the end of the expression');
  return program;
}

/** Parses a list of definitions, as a library of built-ins holds. */
export function parseDefinitions(source: string): readonly Definition[] {
  const cursor = new Cursor(source, tokenize(source), GRAMMAR);
  const definitions: Definition[] = [];
  while (!cursor.is('end')) definitions.push(parseDefinition(cursor));
  return definitions;
}

/** A query: pipes of commas of expressions. */
function parsePipe(cursor: Cursor): Node {
  const stages: Node[] = [];
  do stages.push(parseComma(cursor));
  while (cursor.accept('op', '|') !== undefined);
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

/** An expression, or one of the forms whose body reaches to the end of the query: `def`, `label`, `as`. */
function parseOperand(cursor: Cursor): Node {
  const at = cursor.peek().at;
  if (cursor.is('keyword', 'def')) {
    const definition = parseDefinition(cursor);
    const body = cursor.pipe();
    return cursor.node(at, { type: 'define', definition, body });
  }
  if (cursor.accept('keyword', 'label') !== undefined) {
    const name = cursor.expect('variable').text;
    cursor.expect('op', '|');
    const body = cursor.pipe();
    return cursor.node(at, { type: 'label', name, body });
  }
  const source = parseExpression(cursor);
  if (!cursor.is('keyword', 'as')) return source;
  const binding = parseBinding(cursor, source);
  cursor.expect('op', '|');
  const body = cursor.pipe();
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
