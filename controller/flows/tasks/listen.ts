import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { untilAborted } from '../../concurrency/signals.js';
import {
  Consumption,
  compileStrategy,
  type EventStrategy,
  mayConsume,
  readEvent,
} from '../events/consumption.js';
import type { EventExpressions } from '../events/filter.js';
import { compileEachItem, type EachItem, filterScope, scopeAt } from '../execution/each-item.js';
import { isTruthy, noteTask } from '../execution/execute.js';
import type { ReceivedEvent } from '../plan/host.js';
import { END, type Evaluator, type Scope } from '../plan/node.js';
import type { TaskContext, TaskType } from '../plan/task-type.js';
import { fill } from '../plan/template.js';

/**
 * Waits for events and consumes them one after the other; the output is the list of what was read, or of the outputs of
 * `foreach`.
 */
export const listen: TaskType = {
  key: 'listen',
  compile(definition, context) {
    const { to, read } = objectOr(definition['listen']);
    const pointer = `${context.pointer}/listen/to`;
    const strategy = compileStrategy(getExpressions(context), objectOr(to), pointer);
    if (!strategy) return context.fault(pointer, 'names no events', 'Write `one`, `any` or `all`.');
    const { until } = objectOr(to);
    const condition = strategy.hasCondition ? context.condition(until, `${pointer}/until`) : undefined;
    const place = { pointer: `${context.pointer}/foreach`, field: 'foreach' };
    const each = compileEachItem(definition['foreach'], place, context);
    context.needsLeader('events');
    context.listensFor({ mayConsume: (type) => mayConsume(strategy, type) });
    return { perform: (scope) => consume(scope, { strategy, condition, each, read }) };
  },
};

interface Listening {
  readonly strategy: EventStrategy;
  readonly condition: Evaluator | undefined;
  readonly each: EachItem | undefined;
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
    if (!(await consumption.take(event, filterScope(scope, `${key}/${position}`)))) continue;
    const item = readEvent(event, read);
    const index = outputs.length;
    outputs.push(each === undefined ? item : await each(scope, item, index));
    if (scope.directive === END) break;
    if (condition && isTruthy(await condition(outputs, scopeAt(scope, `${scope.key}@${index}`)))) break;
  }
  return outputs;
}

/** Receives the next event that the consumption fits. */
async function receive(
  scope: Scope,
  { consumption, key, after }: { consumption: Consumption; key: string; after: string | undefined },
): Promise<ReceivedEvent> {
  const { signal, deadline } = scope;
  const request = {
    places: await consumption.places(scope),
    // Each event has a budget for expressions of its own, and keys of its own for recorded values.
    fits: (event: JsonObject, position: number) =>
      consumption.fits(event, filterScope(scope, `${key}/${position}`)),
    after,
    until: deadline,
  };
  return untilAborted(scope.frame.run.host.receive(key, request, signal), signal);
}

function getExpressions(context: TaskContext): EventExpressions {
  return {
    value(definition, pointer) {
      const template = context.template(definition, pointer);
      return (input, scope) => fill(template, input, scope as Scope);
    },
    expression: (definition, pointer) =>
      context.expression(definition, pointer) as ReturnType<EventExpressions['expression']>,
    report: (finding) => context.report(finding),
  };
}
