import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isEqual, objectOr, pointerTo } from '../../../schemas/json/values.js';
import { compile, ExpressionError, ExpressionSyntaxError, type Program } from '../../expressions/index.js';
import { linearRegExp, patternProblem } from '../../json-schema/pattern.js';
import type { EventTrigger, FlowFinding } from '../plan/flow-plan.js';
import { interpolation } from '../plan/template.js';
import { compileTimetable } from '../times/compile-timetable.js';
import type { Timetable } from '../times/timetable.js';
import { DocumentContext } from './document.js';

type Test = (value: Json) => boolean;
type Filter = (event: JsonObject) => boolean;

/** Compiles `schedule.on`: `one` and `any`. The input is an array of the event. Undefined if no event starts the flow. */
export function compileTrigger(document: DocumentContext, schedule: JsonObject): EventTrigger | undefined {
  const { on, read = 'data' } = schedule;
  const pointer = '/schedule/on';
  reportUnsupported(document, objectOr(on), pointer, ['all', 'until']);
  const { one, any } = objectOr(on);
  const given = one !== undefined ? [one] : any;
  if (!Array.isArray(given)) return undefined;
  const filters = given.map((filter, index) => {
    const at = one !== undefined ? `${pointer}/one` : pointerTo(`${pointer}/any`, index);
    return compileFilter(document, objectOr(filter), at);
  });
  return {
    inputFor(event) {
      // Without filters, every event starts the flow.
      if (filters.length > 0 && !filters.some((fits) => fits(event))) return undefined;
      return [read === 'envelope' ? event : (event['data'] ?? event['data_base64'] ?? null)];
    },
  };
}

/** Compiles what an event must have, of an entity that is no flow. */
export function compileEventMatch(
  attributes: JsonObject,
  pointer: string,
): { fits: Filter; findings: FlowFinding[] } {
  const document = new DocumentContext({});
  const around = pointer.slice(0, pointer.lastIndexOf('/'));
  const fits = compileFilter(document, { with: attributes }, around);
  return { fits, findings: document.findings };
}

function compileFilter(document: DocumentContext, filter: JsonObject, pointer: string): Filter {
  reportUnsupported(document, filter, pointer, ['correlate']);
  const tests = Object.entries(objectOr(filter['with'])).map(
    ([name, wanted]) => [name, compileTest(document, wanted, pointerTo(`${pointer}/with`, name))] as const,
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
    if (!(error instanceof ExpressionSyntaxError)) throw error;
    document.report({ rule: 'jq-syntax', pointer, offset: offset + error.offset, message: error.message });
    return () => false;
  }
  return (value) => {
    try {
      const result = program.first(value) ?? null;
      return typeof result === 'boolean' || result === null ? result === true : isEqual(result, value);
    } catch (error) {
      // An expression that cannot be evaluated over an event does not match it.
      if (error instanceof ExpressionError) return false;
      throw error;
    }
  };
}

const insteadOf: Readonly<Record<string, string>> = {
  all: 'Name one event with `one`, or several with `any`, and let the flow look for the others.',
  until: 'Let the flow end by itself: each event under `any` starts a run of its own.',
  correlate: 'Compare in the filter: `data: \'${ .orderId == "o-1" }\'`.',
};

function reportUnsupported(
  document: DocumentContext,
  part: JsonObject,
  pointer: string,
  names: readonly string[],
): void {
  for (const name of names.filter((each) => part[each] !== undefined)) {
    const message = `\`${name}\` is not supported: it starts no run`;
    document.unsupported(`${pointer}/${name}`, message, insteadOf[name] ?? '');
  }
}

/** Compiles the times of a flow's `schedule`: `every`, `cron` or `after`. Undefined if it names none. */
export function compileTimes(document: DocumentContext, schedule: JsonObject): Timetable | undefined {
  if (schedule['read'] === 'raw') {
    const message = '`read: raw` is not supported: the data of an event is read as JSON';
    document.unsupported('/schedule/read', message, 'Write `read: data` or `read: envelope`.');
  }
  const { every, cron, after } = schedule;
  const times = { ...(every && { every }), ...(cron && { cron }), ...(after && { after }) };
  const [first, second] = Object.keys(times);
  if (second !== undefined) {
    const message = `\`${second}\` cannot stand beside \`${first}\``;
    const hint = 'Keep one of them, and write a `trigger` for the other.';
    document.fault(`/schedule/${second}`, message, hint);
    return undefined;
  }
  return compileTimetable(times, '/schedule', (fault) => document.report(fault));
}
