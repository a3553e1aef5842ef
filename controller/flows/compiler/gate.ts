import type { Json, JsonObject } from '../../../schemas/json.js';
import { inspectSchema, SchemaCheck } from '../../json-schema/index.js';
import { isObject, kindOf } from '../data/values.js';
import type { Gate } from '../execution/node.js';
import type { Evaluator } from '../expressions/evaluator.js';
import { fill } from '../expressions/template.js';
import type { Position } from '../expressions/variables.js';
import type { DocumentContext } from './document.js';
import type { ExpressionCompiler } from './expressions.js';

/** `input`, `output` or `export` of a task or of the flow; undefined when it does nothing. */
export function compileGate(
  document: DocumentContext,
  expressions: ExpressionCompiler,
  value: Json | undefined,
  pointer: string,
  key: 'from' | 'as',
  position: Position,
): Gate | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) {
    document.report({ rule: 'flow-structure', pointer, message: `must be an object, not ${kindOf(value)}` });
    return undefined;
  }
  const transform = compileTransform(expressions, value[key], `${pointer}/${key}`, position);
  const check = compileSchema(document, value['schema'], `${pointer}/schema`);
  return transform === undefined && check === undefined ? undefined : { transform, check };
}

/** A string is an expression; in an object, strings with `${ }` are. */
function compileTransform(
  expressions: ExpressionCompiler,
  value: Json | undefined,
  pointer: string,
  position: Position,
): Evaluator | undefined {
  if (value === undefined || typeof value === 'string')
    return expressions.expression(value, pointer, position);
  const template = expressions.template(value, pointer, position);
  return (input, scope) => fill(template, input, scope);
}

function compileSchema(
  document: DocumentContext,
  value: Json | undefined,
  pointer: string,
): SchemaCheck | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) {
    document.report({ rule: 'schema-invalid', pointer, message: `must be an object, not ${kindOf(value)}` });
    return undefined;
  }
  const { format = 'json', resource } = value;
  if (typeof format !== 'string' || format.split(':')[0] !== 'json') {
    document.report({
      rule: 'schema-invalid',
      pointer: `${pointer}/format`,
      message: 'only JSON Schema is supported',
      hint: 'Write `format: json`.',
    });
    return undefined;
  }
  const schema = value['document'];
  if (schema === undefined) {
    document.report(unread(pointer, resource));
    return undefined;
  }
  return compileDocument(document, schema, `${pointer}/document`);
}

function compileDocument(document: DocumentContext, schema: Json, pointer: string): SchemaCheck | undefined {
  if (typeof schema !== 'boolean' && !isObject(schema)) {
    document.report({
      rule: 'schema-invalid',
      pointer,
      message: `must be an object or a boolean, not ${kindOf(schema)}`,
    });
    return undefined;
  }
  const problems = inspectSchema(schema);
  for (const { pointer: at, message, hint } of problems) {
    document.report({
      rule: 'schema-invalid',
      pointer: pointer + at,
      message,
      ...(hint === undefined ? {} : { hint }),
    });
  }
  return problems.length === 0 ? new SchemaCheck(schema) : undefined;
}

function unread(pointer: string, resource: Json | undefined) {
  return resource === undefined
    ? ({ rule: 'schema-invalid', pointer, message: 'needs `document`' } as const)
    : ({
        rule: 'task-unsupported',
        severity: 'warning',
        pointer: `${pointer}/resource`,
        message: 'schemas from elsewhere are not read: nothing is validated here',
        hint: 'Put the schema into `document`.',
      } as const);
}

/** The inline schema document of `input`, for those who show it. */
export function inlineSchema(input: JsonObject): Json | undefined {
  const { schema } = input;
  return isObject(schema) ? schema['document'] : undefined;
}
