import { parse } from 'yaml';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { whenReady } from '../../concurrency/computing.js';
import { inspectSchema, SchemaCheck } from '../../json-schema/index.js';
import { parseDuration, suggestDuration } from '../data/duration.js';
import { repositoryPath } from '../data/repository-path.js';
import { getKind } from '../data/values.js';
import { taskError } from '../plan/errors.js';
import type { DurationOf, Evaluator, Gate } from '../plan/node.js';
import type { Report } from '../plan/task-type.js';
import type { DocumentContext } from './document.js';
import type { Position } from './evaluator.js';
import type { ExpressionCompiler } from './expressions.js';

/** Compiles `input`, `output` or `export` of a task or of the flow; undefined when it does nothing. */
export function compileGate(
  expressions: ExpressionCompiler,
  value: Json | undefined,
  pointer: string,
  position: Position,
): Gate | undefined {
  if (value === undefined) return undefined;
  const { document } = expressions;
  if (!isObject(value)) return document.fault(pointer, `must be an object, not ${getKind(value)}`);
  const key = position === 'workflow-input' || position === 'task-input' ? 'from' : 'as';
  const transform = compileTransform(expressions, value[key], `${pointer}/${key}`, position);
  const check = compileSchema(document, value['schema'], `${pointer}/schema`);
  return transform === undefined && check === undefined ? undefined : { transform, check };
}

/** Compiles a string as an expression; in an object, strings with `${ }` are expressions. */
function compileTransform(
  expressions: ExpressionCompiler,
  value: Json | undefined,
  pointer: string,
  position: Position,
): Evaluator | undefined {
  if (value === undefined || typeof value === 'string')
    return expressions.expression(value, pointer, position);
  const template = expressions.template(value, pointer, position);
  return template.constant ? () => template.value : template.evaluate;
}

function compileSchema(
  document: DocumentContext,
  value: Json | undefined,
  pointer: string,
): SchemaCheck | undefined {
  if (value === undefined) return undefined;
  const fault = schemaFault(value, pointer);
  if (fault !== undefined) return document.report(fault);
  const { document: inline, resource } = objectOr(value);
  if (inline === undefined) return schemaInFile(document, objectOr(resource), `${pointer}/resource`);
  const schema = inline as JsonObject | boolean;
  const problems = inspectSchema(schema);
  for (const problem of problems) {
    document.report({ ...problem, pointer: `${pointer}/document${problem.pointer}` });
  }
  return problems.some(({ severity }) => severity === 'error') ? undefined : new SchemaCheck(schema);
}

/** Returns the reason why there is no JSON Schema to check with. */
function schemaFault(value: Json, pointer: string): Report | undefined {
  const rule = 'schema-invalid';
  if (!isObject(value)) return { rule, pointer, message: `must be an object, not ${getKind(value)}` };
  const { format = 'json', resource, document: schema } = value;
  if (typeof format !== 'string' || format.split(':')[0] !== 'json') {
    const message = 'only JSON Schema is supported';
    const hint = 'Write the schema as JSON Schema, and `format: json`.';
    return { rule: 'not-supported', pointer: `${pointer}/format`, message, hint };
  }
  if (schema === undefined) {
    if (isObject(resource)) return undefined;
    return { rule, pointer, message: 'needs `document`, or a `resource` with an `endpoint`' };
  }
  if (typeof schema === 'boolean' || isObject(schema)) return undefined;
  const message = `must be an object or a boolean, not ${getKind(schema)}`;
  return { rule, pointer: `${pointer}/document`, message };
}

/** Returns the check by a schema in a file of the repository; until its text is known, every value fits. */
function schemaInFile(
  document: DocumentContext,
  { endpoint = null }: JsonObject,
  pointer: string,
): SchemaCheck | undefined {
  const uri = isObject(endpoint) ? endpoint['uri'] : endpoint;
  const at = `${pointer}/endpoint${isObject(endpoint) ? '/uri' : ''}`;
  if (typeof uri !== 'string' || !uri.startsWith('file:')) {
    const message = 'a schema is in the document or in a file of the repository: others could change unseen';
    const hint =
      'Copy the schema into the repository, and write its path: `endpoint: file:/schemas/order.schema.json`.';
    return document.report({ rule: 'not-supported', pointer: at, message, hint });
  }
  const file = repositoryPath(uri);
  const text = document.usesFile({ holds: `schema@${file}`, file, pointer: at, args: [] });
  return new SchemaCheck(text === undefined ? true : getSchema(text));
}

/** The text was checked before; one that an upgrade tolerates may be no schema, which nothing fits. */
function getSchema(text: string): JsonObject | boolean {
  try {
    const value = parse(text) as Json;
    return isObject(value) ? value : value === true;
  } catch {
    return false;
  }
}

/** Compiles an inline duration, an ISO 8601 string, or an expression that gives either. */
export function compileDuration(expressions: ExpressionCompiler, value: Json, pointer: string): DurationOf {
  if (typeof value === 'string' && value.includes('${')) {
    const evaluate = expressions.expression(value, pointer, 'definition');
    return (input, scope) =>
      whenReady(evaluate?.(input, scope) ?? null, (duration) => {
        const ms = parseDuration(duration);
        if (typeof ms === 'number') return ms;
        throw taskError('expression', scope, `the duration at \`${pointer}\` ${ms.problem}`);
      });
  }
  const ms = parseDuration(value);
  if (typeof ms === 'number') return () => ms;
  const suggestion = suggestDuration(value);
  expressions.document.report({
    rule: 'duration-syntax',
    pointer,
    ...(suggestion === undefined ? {} : { replaces: pointer }),
    message: `the duration ${ms.problem}`,
    hint: suggestion ?? 'Write `PT1M30S`, or `minutes: 1` and `seconds: 30`.',
  });
  return () => 0;
}

/** Compiles a timeout: a definition, or the name of one in `use.timeouts`. */
export function compileTimeout(
  expressions: ExpressionCompiler,
  value: Json | undefined,
  pointer: string,
): DurationOf | undefined {
  if (value === undefined) return undefined;
  const { document } = expressions;
  const timeout = document.component('timeouts', value, pointer);
  if (timeout === undefined) return undefined;
  const { after } = objectOr(timeout.value);
  if (after !== undefined) return compileDuration(expressions, after, `${timeout.pointer}/after`);
  const message = 'a timeout needs `after`';
  return document.report({ rule: 'duration-syntax', pointer: timeout.pointer, message });
}
