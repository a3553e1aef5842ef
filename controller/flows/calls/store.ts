import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, pointerTo } from '../../../schemas/json/values.js';
import { effect } from '../execution/host-calls.js';
import type { StoreAction } from '../plan/host.js';
import type { CompiledBody, TaskContext } from '../plan/task-type.js';
import { fill } from '../plan/template.js';

/** The members of `with` for each action. */
const members: Readonly<Record<StoreAction, { required: readonly string[]; optional: readonly string[] }>> = {
  get: { required: ['key'], optional: [] },
  set: { required: ['key', 'value'], optional: ['ttl'] },
  delete: { required: ['key'], optional: [] },
  list: { required: [], optional: ['prefix', 'after', 'limit'] },
  increment: { required: ['key'], optional: ['by', 'ttl'] },
};
const actions = Object.keys(members);

/** Compiles the call of a store's action; the output is the value found or the result of the change. */
export function callStore(
  name: string,
  action: string | undefined,
  input: Json | undefined,
  context: TaskContext,
): CompiledBody {
  const pointer = `${context.pointer}/call`;
  if (action === undefined || !actions.includes(action)) {
    const message =
      action === undefined ? 'names no action of the store' : `a store has no action \`${action}\``;
    const hint = `A store has ${actions.map((each) => `\`${each}\``).join(', ')}: write \`store/${name}.get\`.`;
    return context.unknown({ message, name: action ?? '', candidates: actions, pointer, hint });
  }
  context.usesEntity('store', name, pointer);
  const storeAction = action as StoreAction;
  const parameters = isObject(input) ? input : {};
  checkMembers(storeAction, parameters, context);
  const template = context.template(parameters, `${context.pointer}/with`);
  return {
    perform(scope, data) {
      const filled = fill(template, data, scope) as JsonObject;
      const { host } = scope.frame.run;
      return effect(scope, (effectContext) => host.store(name, storeAction, filled, effectContext));
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
    const message = `\`${action}\` takes no \`${name}\``;
    context.unknown({ message, name, candidates: known, pointer: pointerTo(pointer, name), hint });
  }
  for (const name of required) {
    if (Object.hasOwn(given, name)) continue;
    context.fault(context.pointer, `\`${action}\` needs \`${name}\``, `Add \`with.${name}\`.`);
  }
}
