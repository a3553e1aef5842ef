import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { whenReady } from '../../concurrency/computing.js';
import { ArgumentCheck } from '../../json-schema/index.js';
import { effect } from '../execution/host-calls.js';
import type { StoreAction } from '../plan/host.js';
import type { CompiledBody, TaskContext } from '../plan/task-type.js';
import { fill } from '../plan/template.js';

const key: JsonObject = {
  description: 'The key of the entry: text of 1 to 512 characters.',
  type: 'string',
  minLength: 1,
  maxLength: 512,
};
const ttl: JsonObject = {
  description: 'The time until the entry expires, such as `PT1H` or `hours: 1`.',
  type: ['string', 'object'],
};
const value: JsonObject = { description: 'Any value that fits the schema of the store.' };
const part: JsonObject = { type: 'string', maxLength: 512 };
const limit: JsonObject = { type: 'integer', minimum: 1, maximum: 1_000 };

/** The members of `with` for each action. */
const members: Readonly<Record<StoreAction, { required: string[]; properties: JsonObject }>> = {
  get: { required: ['key'], properties: { key } },
  set: { required: ['key', 'value'], properties: { key, value, ttl } },
  delete: { required: ['key'], properties: { key } },
  list: { required: [], properties: { prefix: part, after: part, limit } },
  increment: { required: ['key'], properties: { key, by: { type: 'number' }, ttl } },
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
  const storeAction = action as StoreAction;
  const parameters = isObject(input) ? input : {};
  const args = { value: parameters, pointer: `${context.pointer}/with` };
  context.usesEntity({ kind: 'store', name, pointer, action, args });
  const schema = { type: 'object', additionalProperties: false, ...members[storeAction] };
  context.reportArguments(new ArgumentCheck(schema), `\`store/${name}.${action}\``, args);
  const template = context.template(parameters, `${context.pointer}/with`);
  return {
    perform(scope, data) {
      const { host } = scope.frame.run;
      return whenReady(fill(template, data, scope), (filled) =>
        effect(scope, (effectContext) => host.store(name, storeAction, filled as JsonObject, effectContext), {
          describe: () => ({
            kind: 'store',
            target: `store/${name}.${storeAction}`,
            arguments: storeAction === 'increment' ? { by: 1, ...(filled as JsonObject) } : filled,
          }),
        }),
      );
    },
  };
}
