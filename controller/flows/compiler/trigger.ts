import { isEqual } from '../../../schemas/json/equal.js';
import { objectOr } from '../../../schemas/json/guards.js';
import { pointerTo } from '../../../schemas/json/pointer.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { compile, ExpressionError, ExpressionSyntaxError, type Program } from '../../expressions/index.js';
import { linearRegExp, patternProblem } from '../../json-schema/pattern.js';
import type { EventTrigger } from '../plan/flow-plan.js';
import { interpolation } from '../plan/template.js';
import type { DocumentContext } from './document.js';

type Test = (value: Json) => boolean;
type Filter = (event: JsonObject) => boolean;

/**
 * Compiles `schedule.on`, which starts the flow when an event arrives: `one` and `any`. The input is an array of the
 * event, as the DSL defines it. Undefined for a flow that no event starts.
 */
export function compileTrigger(document: DocumentContext, schedule: JsonObject): EventTrigger | undefined {
  const { on, read = 'data' } = schedule;
  if (on === undefined) return undefined;
  const { one, any, all, until } = objectOr(on);
  const pointer = '/schedule/on';
  if (all !== undefined) warnUnsupported(document, `${pointer}/all`, '`all` is');
  if (until !== undefined) warnUnsupported(document, `${pointer}/until`, '`until` is');
  const given = one !== undefined ? [one] : Array.isArray(any) ? any : undefined;
  if (given === undefined) return undefined;
  const filters = given.map((filter, index) =>
    compileFilter(
      document,
      objectOr(filter),
      one !== undefined ? `${pointer}/one` : pointerTo(`${pointer}/any`, index),
    ),
  );
  return {
    inputFor(event) {
      // Without filters, every event starts the flow.
      if (filters.length > 0 && !filters.some((fits) => fits(event))) return undefined;
      return [read === 'envelope' ? event : (event['data'] ?? event['data_base64'] ?? null)];
    },
  };
}

function compileFilter(document: DocumentContext, filter: JsonObject, pointer: string): Filter {
  if (filter['correlate'] !== undefined) warnUnsupported(document, `${pointer}/correlate`, '`correlate` is');
  const tests = Object.entries(objectOr(filter['with'])).map(
    ([name, wanted]) =>
      [name, compileTest(document, wanted, `${pointerTo(`${pointer}/with`, name)}`)] as const,
  );
  return (event) =>
    tests.every(
      ([name, fits]) => (event[name] !== undefined || name === 'data') && fits(event[name] ?? null),
    );
}

/** Compiles an expected value, a pattern for the whole value, or an expression over it. */
function compileTest(document: DocumentContext, wanted: Json, pointer: string): Test {
  if (typeof wanted !== 'string') return (value) => isEqual(value, wanted);
  const found = wanted.includes('${') ? interpolation(wanted) : undefined;
  const part = found?.whole ? found.parts.find((each) => each.kind === 'expression') : undefined;
  if (part) return compileCondition(document, part.source, part.offset, pointer);
  const isPattern = /[*+?()[\]{}|^$\\]/.test(wanted) && patternProblem(wanted) === undefined;
  const pattern = isPattern ? linearRegExp(`^(?:${wanted})$`) : undefined;
  return (value) => value === wanted || (typeof value === 'string' && pattern?.test(value) === true);
}

function compileCondition(document: DocumentContext, source: string, offset: number, pointer: string): Test {
  let program: Program;
  try {
    program = compile(source);
  } catch (error) {
    if (!(error instanceof ExpressionSyntaxError || error instanceof RangeError)) throw error;
    const at = offset + (error instanceof ExpressionSyntaxError ? error.offset : 0);
    document.report({ rule: 'jq-syntax', pointer, offset: at, message: error.message });
    return () => false;
  }
  return (value) => {
    try {
      const result = program.first(value) ?? null;
      return typeof result === 'boolean' || result === null ? result === true : isEqual(result, value);
    } catch (error) {
      // An expression that cannot be evaluated over an event does not match it.
      if (error instanceof ExpressionError || error instanceof RangeError) return false;
      throw error;
    }
  };
}

function warnUnsupported(document: DocumentContext, pointer: string, what: string): void {
  document.report({
    rule: 'task-unsupported',
    severity: 'warning',
    pointer,
    message: `${what} not supported yet: it starts no run`,
  });
}
