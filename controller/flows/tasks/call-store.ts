import type { Json, JsonObject } from '../../../schemas/json.js';
import type { StoreAction } from '../contract.js';
import { child } from '../data/pointer.js';
import { isObject } from '../data/values.js';
import { effect } from '../execution/interruption.js';
import type { TaskBody } from '../execution/node.js';
import { fill } from '../expressions/template.js';
import type { TaskContext } from './contract.js';

const nothing: TaskBody = { perform: (_, input) => input };

/** What `with` says to each action. */
const members: Readonly<Record<StoreAction, { required: readonly string[]; optional: readonly string[] }>> = {
  get: { required: ['key'], optional: [] },
  set: { required: ['key', 'value'], optional: ['ttl'] },
  delete: { required: ['key'], optional: [] },
  list: { required: [], optional: ['prefix', 'after', 'limit'] },
  increment: { required: ['key'], optional: ['by', 'ttl'] },
};
const actions = Object.keys(members);

/** Reads or changes a store; the output says what was found or done. */
export function callStore(
  name: string,
  action: string | undefined,
  input: Json | undefined,
  context: TaskContext,
): TaskBody {
  const pointer = `${context.pointer}/call`;
  if (action === undefined || !actions.includes(action)) {
    const message =
      action === undefined ? 'names no action of the store' : `a store has no action \`${action}\``;
    const hint = `A store has ${actions.map((each) => `\`${each}\``).join(', ')}: write \`store/${name}.get\`.`;
    context.unknown(message, action ?? '', actions, pointer, hint);
    return nothing;
  }
  context.usesEntity('store', name, pointer);
  const does = action as StoreAction;
  const parameters = isObject(input) ? input : {};
  checkMembers(does, parameters, context);
  const template = context.template(parameters, `${context.pointer}/with`);
  return {
    perform(scope, data) {
      const filled = fill(template, data, scope) as JsonObject;
      const { host } = scope.frame.run;
      return effect(scope, (effectContext) => host.store(name, does, filled, effectContext));
    },
  };
}

function checkMembers(action: StoreAction, given: JsonObject, context: TaskContext): void {
  const pointer = `${context.pointer}/with`;
  const { required, optional } = members[action];
  const known = [...required, ...optional];
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const hint = `\`${action}\` takes ${known.map((each) => `\`${each}\``).join(', ')}.`;
    context.unknown(`\`${action}\` takes no \`${name}\``, name, known, child(pointer, name), hint);
  }
  for (const name of required) {
    if (Object.hasOwn(given, name)) continue;
    const message = `\`${action}\` needs \`${name}\``;
    context.report({
      rule: 'flow-structure',
      pointer: context.pointer,
      message,
      hint: `Add \`with.${name}\`.`,
    });
  }
}
