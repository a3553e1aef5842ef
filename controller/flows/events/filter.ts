import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isEqual, objectOr, pointerTo } from '../../../schemas/json/values.js';
import { type Eventual, whenReady } from '../../concurrency/computing.js';
import { ExpressionError } from '../../expressions/index.js';
import { linearRegExp, patternProblem } from '../../json-schema/pattern.js';
import { FlowError } from '../plan/errors.js';
import type { Scope } from '../plan/node.js';
import type { Report } from '../plan/task-type.js';
import { interpolation } from '../plan/template.js';
import { isAttribute } from './attributes.js';
import { isOwnType } from './own-types.js';

/** Gives a value of an event, or of what the scope holds. A trigger has no scope. */
export type EventValue = (input: Json, scope: Scope | undefined) => Eventual<Json>;

/** Compiles the expressions of filters, which a task and a trigger compile differently. */
export interface EventExpressions {
  /** Compiles a value whose texts contain `${ }`. */
  value(definition: Json, pointer: string): EventValue;
  /** Compiles a text that is one expression, with or without `${ }`; reports faults and returns undefined. */
  expression(definition: Json | undefined, pointer: string): EventValue | undefined;
  report(finding: Report): void;
}

/** The budget of the expressions that one event meets in a filter. Beyond it, the event does not fit. */
export const filterBudget = { steps: 250_000, bytes: 8 << 20, matching: 400_000 };

/** A value that events must have in common, or that is expected. */
interface Correlation {
  readonly name: string;
  readonly from: EventValue;
  readonly expect: EventValue | undefined;
  /** `from` when it is a path in the event. */
  readonly source: string | undefined;
}

/** A value that each event which fits has at the path `source`. */
interface FilterKey {
  readonly source: string;
  readonly value: EventValue;
}

/** A compiled event filter. */
export interface EventFilter {
  /** The type that every event which fits has, if the filter names one. */
  readonly type: string | undefined;
  /** True when the filter can fit events of this type. */
  mayFit(type: string): boolean;
  /** Compares the attributes, not the correlations. */
  fits(event: JsonObject, scope: Scope | undefined): Promise<boolean>;
  readonly correlations: readonly Correlation[];
  readonly key: FilterKey | undefined;
}

/** Finds slips by which no event would fit. */
function findMistakes(name: string, value: Json): Omit<Report, 'pointer'>[] {
  const source = typeof value === 'string' ? value.trim() : '';
  if (!isAttribute(name)) {
    const message = `\`${name}\` is not the name of an attribute, which no event has`;
    const hint = 'Names have lower-case letters and digits; parts of the data are compared with `data`.';
    return [{ rule: 'flow-structure', at: 'name', message, hint }];
  }
  // A path of two steps, or a condition on the data.
  const pattern = name === 'data' ? /^[.$][\s\S]*[=<>|]/ : /^(?:\.[a-zA-Z_]\w*){2,}$|^\$[a-z]\w*\.\w/;
  if (!pattern.test(source) || source.startsWith('${')) return [];
  const message = 'the expression is used as text, not evaluated';
  return [{ rule: 'expression-bare', severity: 'warning', message, hint: `Write \`\${ … }\` around it.` }];
}

type Test = (value: Json, scope: Scope | undefined) => Eventual<boolean>;

export function compileFilter(
  expressions: EventExpressions,
  filter: JsonObject,
  pointer: string,
): EventFilter {
  const attributes = objectOr(filter['with']);
  for (const [name, value] of Object.entries(attributes)) {
    const at = pointerTo(`${pointer}/with`, name);
    for (const finding of findMistakes(name, value)) expressions.report({ pointer: at, ...finding });
  }
  const tests = Object.entries(attributes).map(
    ([name, value]) => [name, compileTest(expressions, value, pointerTo(`${pointer}/with`, name))] as const,
  );
  const { type } = attributes;
  const isLiteral = typeof type === 'string' && !type.includes('${') && findPattern(type) === undefined;
  const ofType = typeof type === 'string' && !type.includes('${') ? textTest(type) : undefined;
  return {
    type: isLiteral ? type : undefined,
    mayFit: (attribute) => (ofType ? ofType(attribute) : !isOwnType(attribute)),
    async fits(event, scope) {
      if (type === undefined && isOwnType(String(event['type']))) return false;
      for (const [name, fits] of tests) {
        if (event[name] === undefined && name !== 'data') return false;
        const result = fits(event[name] ?? null, scope);
        if (!(result instanceof Promise ? await result : result)) return false;
      }
      return true;
    },
    correlations: compileCorrelations(expressions, objectOr(filter['correlate']), `${pointer}/correlate`),
    key: compileKey(expressions, attributes, `${pointer}/with`),
  };
}

/** Compiles an expected value, a pattern for the whole value, or an expression over it. */
function compileTest(expressions: EventExpressions, definition: Json, pointer: string): Test {
  if (!hasExpression(definition)) {
    return typeof definition === 'string' ? textTest(definition) : (value) => isEqual(value, definition);
  }
  const expected = expressions.value(definition, pointer);
  return (value, scope) =>
    whenReady(valueOr(expected, value, scope), (result) =>
      typeof result === 'boolean' || result === null || result === undefined
        ? result === true
        : isEqual(result, value),
    );
}

function textTest(expected: string): (value: Json) => boolean {
  const pattern = findPattern(expected);
  return (value) => value === expected || (typeof value === 'string' && pattern?.test(value) === true);
}

function findPattern(pattern: string): { test(text: string): boolean } | undefined {
  const isPattern = /[*+?()[\]{}|^$\\]/.test(pattern) && patternProblem(pattern) === undefined;
  return isPattern ? linearRegExp(`^(?:${pattern})$`) : undefined;
}

function hasExpression(value: Json): boolean {
  if (typeof value === 'string') return value.includes('${');
  return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
}

/** Evaluates; undefined for an expression that cannot be evaluated over this event, which then does not fit. */
export function valueOr(
  value: EventValue,
  input: Json,
  scope: Scope | undefined,
): Eventual<Json | undefined> {
  try {
    const result = value(input, scope);
    return result instanceof Promise ? result.catch(undefinedOrThrow) : result;
  } catch (error) {
    return undefinedOrThrow(error);
  }
}

function undefinedOrThrow(error: unknown): undefined {
  if (error instanceof ExpressionError || error instanceof FlowError) return undefined;
  throw error;
}

function compileCorrelations(
  expressions: EventExpressions,
  definition: JsonObject,
  pointer: string,
): Correlation[] {
  return Object.entries(definition).flatMap(([name, each]) => {
    const at = pointerTo(pointer, name);
    const { from, expect } = objectOr(each);
    const compiled = expressions.expression(from, `${at}/from`);
    if (!compiled) return [];
    const inner = findSource(from);
    return {
      name,
      from: compiled,
      expect: expect === undefined ? undefined : compileExpected(expressions, expect, `${at}/expect`),
      source: inner !== undefined && isPath(inner) ? inner.trim() : undefined,
    };
  });
}

function compileExpected(expressions: EventExpressions, expect: Json, pointer: string): EventValue {
  return hasExpression(expect) ? expressions.value(expect, pointer) : () => expect;
}

/** Returns the expression of a text, without `${ }`. */
function findSource(text: Json | undefined): string | undefined {
  if (typeof text !== 'string') return undefined;
  if (!text.includes('${')) return text;
  const { whole, parts } = interpolation(text);
  const part = parts.find(({ kind }) => kind === 'expression');
  return whole && part?.kind === 'expression' ? part.source : undefined;
}

const path = String.raw`\.[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*`;
const variable = String.raw`\$[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*`;
const comparison = new RegExp(
  `^\\s*(?:(${path})\\s*==\\s*(${variable})|(${variable})\\s*==\\s*(${path}))\\s*$`,
);
const pathAlone = new RegExp(`^\\s*${path}\\s*$`);
const alone = new RegExp(`^\\s*${variable}\\s*$`);

/** The longest path by which events are found. */
const maxPathLength = 200;

function isPath(source: string): boolean {
  return source.length <= maxPathLength && pathAlone.test(source);
}

/** Finds a comparison of the event with a value of the run, by which the events that fit can be found. */
function compileKey(
  expressions: EventExpressions,
  definition: JsonObject,
  pointer: string,
): FilterKey | undefined {
  for (const [name, value] of Object.entries(definition)) {
    if (!hasExpression(value) || !/^[a-z0-9]+$/.test(name)) continue;
    const source = findSource(value);
    if (source === undefined) continue;
    const at = pointerTo(pointer, name);
    if (name === 'data') {
      const [, left, right, first, second] = comparison.exec(source) ?? [];
      const expected = right ?? first;
      if (expected === undefined || !isPath(left ?? second ?? '')) continue;
      const compiled = expressions.expression(expected, at);
      if (compiled) return { source: `.data${left ?? second}`, value: compiled };
    } else if (name !== 'type' && alone.test(source)) {
      const compiled = expressions.expression(source, at);
      if (compiled) return { source: `.${name}`, value: compiled };
    }
  }
  return undefined;
}
