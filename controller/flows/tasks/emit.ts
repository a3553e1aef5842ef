import type { JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr, pointerTo } from '../../../schemas/json/values.js';
import { findAttributeProblem, isAttribute } from '../events/attributes.js';
import { getNow } from '../execution/host-calls.js';
import { taskError } from '../plan/errors.js';
import type { Scope } from '../plan/node.js';
import type { TaskType } from '../plan/task-type.js';
import { fill } from '../plan/template.js';

/** Sends an event, which is the output. */
export const emit: TaskType = {
  key: 'emit',
  compile(definition, context) {
    const pointer = `${context.pointer}/emit/event/with`;
    const attributes = getEmitted(definition);
    if (attributes['type'] === undefined) {
      return context.fault(
        pointer,
        'the event has no `type`',
        'Add `type`, such as `com.example.order.placed.v1`.',
      );
    }
    for (const [name, value] of Object.entries(attributes)) {
      const isDynamic = typeof value === 'object' || String(value).includes('${');
      const problem = isDynamic && isAttribute(name) ? undefined : findAttributeProblem(name, value);
      if (problem) context.fault(pointerTo(pointer, name), `\`${name}\` ${problem}`);
    }
    context.needsLeader('events');
    const template = context.template(attributes, pointer);
    return {
      async perform(scope, input) {
        const { host } = scope.frame.run;
        const event = toEvent(objectOr(await fill(template, input, scope)), scope);
        event['time'] ??= host.value(`${scope.key}:time`, () => new Date(getNow(host)).toISOString());
        return (await host.emit(scope.key, event)) ?? input;
      },
    };
  },
};

/** The attributes of the event that a task sends, as they are written. */
export function getEmitted(definition: JsonObject): JsonObject {
  return objectOr(objectOr(objectOr(definition['emit'])['event'])['with']);
}

/** Returns the event with its attributes checked; a null attribute is left out. @throws FlowError validation */
function toEvent(attributes: JsonObject, scope: Scope): JsonObject {
  const event: JsonObject = { specversion: '1.0', source: getSource(scope) };
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'specversion' || (value === null && name !== 'data')) continue;
    const problem = findAttributeProblem(name, value);
    if (problem) throw taskError('validation', scope, `\`emit.event.with.${name}\` ${problem}`);
    event[name] = value;
  }
  if (event['type'] === undefined)
    throw taskError('validation', scope, '`emit.event.with.type` has no value');
  return event;
}

/** The identity of the flow, as the DSL says. */
function getSource({ frame }: Scope): string {
  const about = frame.run.flow.definition['document'];
  const { namespace = '', name = '', version = '' } = isObject(about) ? about : {};
  return `/${[namespace, name, version].map((part) => encodeURIComponent(String(part))).join('/')}`;
}
