import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { canonical, objectOr } from '../../../schemas/json/values.js';
import { whenReady } from '../../concurrency/computing.js';
import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import {
  compile,
  createSharedBudget,
  ExpressionSyntaxError,
  evaluateInSlices,
} from '../../expressions/index.js';
import {
  Consumption,
  compileStrategy,
  type EventStrategy,
  mayConsume,
  readEvent,
} from '../events/consumption.js';
import { type EventExpressions, type EventFilter, filterBudget, valueOr } from '../events/filter.js';
import type { EventTrigger, FlowFinding } from '../plan/flow-plan.js';
import { interpolation } from '../plan/template.js';
import { DocumentContext } from './document.js';

type Reports = Pick<DocumentContext, 'report' | 'fault'>;

/** Compiles `schedule.on`, whose expressions see only the event. Undefined if no event starts the flow. */
export function compileTrigger(
  document: Reports,
  { on, read }: JsonObject,
  pointer = '/schedule/on',
): EventTrigger | undefined {
  const expressions = getExpressions(document);
  const strategy = compileStrategy(expressions, objectOr(on), pointer);
  if (!strategy) return undefined;
  const { until } = objectOr(on);
  const condition = strategy.hasCondition ? expressions.expression(until, `${pointer}/until`) : undefined;
  const names = commonNames(strategy);
  return {
    collects: strategy.mode === 'all' || strategy.until !== undefined || strategy.hasCondition,
    getCollection: (event) => getCollection(strategy, names, event),
    async collect(before) {
      const consumption = new Consumption(strategy);
      for (const event of before) {
        if (isTurnOver()) await nextTurn();
        await consumption.take(event, undefined);
      }
      return {
        fits: (event) => consumption.fits(event, undefined),
        async take(event) {
          await consumption.take(event, undefined);
          const input = consumption.events.map((each) => readEvent(each, read));
          const holds = condition !== undefined && isTrue(await valueOr(condition, input, undefined));
          return consumption.isDone || holds ? input : undefined;
        },
      };
    },
    mayConsume: (type) => mayConsume(strategy, type),
  };
}

/**
 * Compiles the `event` of an entity that is no flow: one event, with `with` and `read` as in `schedule`.
 * @param pointer where the entity has it
 */
export function compileEventMatch(
  event: JsonObject,
  pointer: string,
): { trigger: EventTrigger | undefined; findings: FlowFinding[] } {
  const document = new DocumentContext({});
  const { with: attributes = {}, read = 'data' } = event;
  const trigger = compileTrigger(document, { on: { one: { with: attributes } }, read }, pointer);
  const findings = document.findings.map((finding) => ({
    ...finding,
    pointer: finding.pointer.replace(`${pointer}/one`, pointer),
  }));
  return { trigger, findings };
}

function isTrue(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== false;
}

/** Expressions without variables: a trigger has no run. */
function getExpressions(document: Reports): EventExpressions {
  const program = (source: string, offset: number, pointer: string) => {
    try {
      const compiled = compile(source, { budget: filterBudget });
      return (input: Json) =>
        whenReady(evaluateInSlices(compiled, input, createSharedBudget()), (value) => value ?? null);
    } catch (error) {
      if (!(error instanceof ExpressionSyntaxError)) throw error;
      document.report({ rule: 'jq-syntax', pointer, offset: offset + error.offset, message: error.message });
      return () => null;
    }
  };
  const whole = (text: string, pointer: string) => {
    const { parts, whole: isWhole, unclosed } = interpolation(text);
    const part = isWhole ? parts.find((each) => each.kind === 'expression') : undefined;
    if (part) return program(part.source, part.offset, pointer);
    if (unclosed === undefined) return inside(pointer);
    const finding = {
      rule: 'jq-syntax',
      pointer,
      offset: unclosed,
      message: '`${` is never closed',
    } as const;
    document.report({ ...finding, hint: 'Close it with `}`.' });
    return () => null;
  };
  // It would be compared with the whole value, of which it cannot know the rest.
  const inside = (pointer: string) => {
    const message = 'an expression stands alone here: as a part of a text or value, it would fit no event';
    document.fault(
      pointer,
      message,
      'Write one expression for the whole, such as `data: ${ .status == "paid" }`.',
    );
    return () => null;
  };
  return {
    value: (definition, pointer) =>
      typeof definition === 'string' ? whole(definition, pointer) : inside(pointer),
    expression(definition, pointer) {
      if (typeof definition !== 'string') return document.fault(pointer, 'must be an expression');
      return definition.includes('${') ? whole(definition, pointer) : program(definition, 0, pointer);
    },
    report: (finding) => document.report(finding),
  };
}

/** The names of the values that every filter correlates by, and none expects. */
function commonNames(strategy: EventStrategy): string[] {
  const filters = allFilters(strategy);
  const [first] = filters;
  return (first?.correlations ?? [])
    .map(({ name }) => name)
    .filter((name) =>
      filters.every(({ correlations }) =>
        correlations.some((each) => each.name === name && each.expect === undefined),
      ),
    )
    .sort();
}

function allFilters({ filters, until }: EventStrategy): EventFilter[] {
  return [...filters, ...(until ? allFilters(until) : [])];
}

async function getCollection(
  strategy: EventStrategy,
  names: readonly string[],
  event: JsonObject,
): Promise<string> {
  if (names.length === 0) return '';
  for (const { fits, correlations } of allFilters(strategy)) {
    if (!(await fits(event, undefined))) continue;
    const values: Json[] = [];
    for (const name of names) {
      const from = correlations.find((each) => each.name === name)?.from;
      values.push((from && (await valueOr(from, event, undefined))) ?? null);
    }
    return canonical(values);
  }
  return '';
}
