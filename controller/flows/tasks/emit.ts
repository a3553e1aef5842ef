import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr, pointerTo } from '../../../schemas/json/values.js';
import { isAttribute } from '../events/filter.js';
import { isOwnType } from '../events/own-types.js';
import { taskError } from '../plan/errors.js';
import type { Scope } from '../plan/node.js';
import type { TaskType } from '../plan/task-type.js';
import { fill } from '../plan/template.js';

/** Sends an event; the input is the output. */
export const emit: TaskType = {
  key: 'emit',
  compile(definition, context) {
    const pointer = `${context.pointer}/emit/event/with`;
    const attributes = objectOr(objectOr(objectOr(definition['emit'])['event'])['with']);
    if (attributes['type'] === undefined) {
      return context.fault(
        pointer,
        'the event has no `type`',
        'Add `type`, such as `com.example.order.placed.v1`.',
      );
    }
    for (const [name, value] of Object.entries(attributes)) {
      const isDynamic = typeof value === 'object' || String(value).includes('${');
      const problem = isDynamic && isAttribute(name) ? undefined : findProblem(name, value);
      if (problem) context.fault(pointerTo(pointer, name), `\`${name}\` ${problem}`);
    }
    const template = context.template(attributes, pointer);
    return {
      async perform(scope, input) {
        const { host } = scope.frame.run;
        const event = toEvent(objectOr(await fill(template, input, scope)), scope);
        event['time'] ??= host.value(`${scope.key}:time`, () => new Date().toISOString());
        await host.emit(scope.key, event);
        return input;
      },
    };
  },
};

const texts = ['id', 'source', 'type', 'subject', 'time', 'datacontenttype', 'dataschema'];

/** Returns the event with its attributes checked; a null attribute is left out. @throws FlowError validation */
function toEvent(attributes: JsonObject, scope: Scope): JsonObject {
  const event: JsonObject = { specversion: '1.0', source: getSource(scope) };
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'specversion' || (value === null && name !== 'data')) continue;
    const problem = findProblem(name, value);
    if (problem) throw taskError('validation', scope, `\`emit.event.with.${name}\` ${problem}`);
    event[name] = value;
  }
  if (event['type'] === undefined)
    throw taskError('validation', scope, '`emit.event.with.type` has no value');
  return event;
}

/** CloudEvents 1.0, 3.1: names have lower-case letters and digits, and values of attributes are scalars. */
function findProblem(name: string, value: Json): string | undefined {
  if (name === 'data') return undefined;
  if (texts.includes(name)) {
    const isText = typeof value === 'string' && value.length > 0 && value.length <= 2_048;
    if (!isText) return 'must be a text of 1 to 2048 characters';
    return name === 'type' && isOwnType(value) ? 'is reserved for events of svc' : undefined;
  }
  if (!isAttribute(name)) {
    return 'is not the name of an attribute: these have lower-case letters and digits';
  }
  return typeof value === 'object' ? 'must be a text, a number or a boolean' : undefined;
}

/** The identity of the flow, as the DSL says. */
function getSource({ frame }: Scope): string {
  const about = frame.run.flow.definition['document'];
  const { namespace = '', name = '', version = '' } = isObject(about) ? about : {};
  return `/${[namespace, name, version].map((part) => encodeURIComponent(String(part))).join('/')}`;
}
