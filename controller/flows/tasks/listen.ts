import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { untilAborted } from '../../concurrency/signals.js';
import { defaultBudget } from '../../expressions/index.js';
import {
  Consumption,
  compileStrategy,
  type EventStrategy,
  mayConsume,
  readEvent,
} from '../events/consumption.js';
import { type EventExpressions, filterBudget } from '../events/filter.js';
import { isTruthy, noteTask, passGate, runBlock } from '../execution/execute.js';
import { inner, innerScope } from '../execution/frames.js';
import type { ReceivedEvent } from '../plan/host.js';
import { END, type Evaluator, type Scope } from '../plan/node.js';
import type { TaskContext, TaskType } from '../plan/task-type.js';
import { fill } from '../plan/template.js';
import { variable } from './variable.js';

/**
 * Waits for events and consumes them one after the other; the output is the list of what was read, or of the outputs of
 * `foreach`.
 */
export const listen: TaskType = {
  key: 'listen',
  compile(definition, context) {
    const { to, read } = objectOr(definition['listen']);
    const pointer = `${context.pointer}/listen/to`;
    const strategy = compileStrategy(expressionsOf(context), objectOr(to), pointer);
    if (!strategy) return context.fault(pointer, 'names no events', 'Write `one`, `any` or `all`.');
    const { until } = objectOr(to);
    const condition = strategy.hasCondition ? context.condition(until, `${pointer}/until`) : undefined;
    const each = compileEach(definition, context);
    context.listensFor({ mayConsume: (type) => mayConsume(strategy, type) });
    return { perform: (scope) => consume(scope, { strategy, condition, each, read }) };
  },
};

interface Listening {
  readonly strategy: EventStrategy;
  readonly condition: Evaluator | undefined;
  readonly each: ForEach | undefined;
  readonly read: Json | undefined;
}

async function consume(scope: Scope, { strategy, condition, each, read }: Listening): Promise<Json> {
  const consumption = new Consumption(strategy);
  const outputs: Json[] = [];
  noteTask(scope, 'waiting');
  let last: string | undefined;
  for (let number = 0; !consumption.isDone; number++) {
    const key = `${scope.key}:event/${number}`;
    const { event, position } = await receive(scope, { consumption, key, after: last });
    last = key;
    if (!consumption.take(event, filterScope(scope, `${key}/${position}`))) continue;
    const item = readEvent(event, read);
    const index = outputs.length;
    outputs.push(each === undefined ? item : await each(scope, item, index));
    if (scope.directive === END) break;
    if (condition && isTruthy(condition(outputs, scopeAt(scope, `${scope.key}@${index}`)))) break;
  }
  return outputs;
}

/** Receives the next event that the consumption fits. */
function receive(
  scope: Scope,
  { consumption, key, after }: { consumption: Consumption; key: string; after: string | undefined },
): Promise<ReceivedEvent> {
  const { signal, deadline } = scope;
  const wanted = {
    places: consumption.places(scope),
    // Each event has a budget for expressions of its own, and keys of its own for recorded values.
    fits: (event: JsonObject, position: number) =>
      consumption.fits(event, filterScope(scope, `${key}/${position}`)),
    after,
    until: deadline,
  };
  return untilAborted(scope.frame.run.host.receive(key, wanted, signal), signal);
}

function scopeAt(scope: Scope, prefix: string): Scope {
  return innerScope(scope, inner(scope, { prefix }));
}

/** A scope for the filters of one event, with the small budget of these. */
function filterScope(scope: Scope, prefix: string): Scope {
  const within = scopeAt(scope, prefix);
  const { steps, bytes, matching } = defaultBudget;
  Object.assign(within.usage, {
    steps: steps - filterBudget.steps,
    bytes: bytes - filterBudget.bytes,
    matching: matching - filterBudget.matching,
  });
  return within;
}

function expressionsOf(context: TaskContext): EventExpressions {
  return {
    value(written, pointer) {
      const template = context.template(written, pointer);
      return (input, scope) => fill(template, input, scope as Scope);
    },
    expression: (written, pointer) =>
      context.expression(written, pointer) as ReturnType<EventExpressions['expression']>,
    report: (finding) => context.report(finding),
  };
}

type ForEach = (scope: Scope, item: Json, index: number) => Promise<Json>;

/** Compiles `foreach`: the tasks for each event, whose input is the event as it is read. */
function compileEach(definition: JsonObject, context: TaskContext): ForEach | undefined {
  if (definition['foreach'] === undefined) return undefined;
  const written = objectOr(definition['foreach']);
  const pointer = `${context.pointer}/foreach`;
  const name = variable(written['item'], 'item', 'foreach/item', context);
  const at = variable(written['at'], 'index', 'foreach/at', context);
  const inside = context.withLocals([name, at]);
  const block = written['do'] === undefined ? undefined : inside.block(written['do'], `${pointer}/do`);
  const output = inside.gate(written['output'], `${pointer}/output`, 'task-output');
  const exported = inside.gate(written['export'], `${pointer}/export`, 'export');
  return async (scope, item, index) => {
    const locals = { name, value: item, up: { name: at, value: index, up: scope.frame.locals } };
    const frame = inner(scope, { prefix: `${scope.key}@${index}`, locals });
    const raw = block === undefined ? item : await runBlock(block, frame, item);
    if (frame.next === END) scope.directive = END;
    const within = innerScope(scope, frame);
    within.rawOutput = raw;
    const result = passGate(output, 'output', raw, within);
    within.output = result;
    if (exported) {
      const from = exported.transform === undefined ? frame.context.value : result;
      frame.context.value = passGate(exported, 'export', from, within);
    }
    return result;
  };
}
