import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { ArgumentCheck, callerSchema, inspectSchema } from '../../json-schema/index.js';
import { getKind } from '../data/values.js';
import { runTask } from '../execution/execute.js';
import { inner } from '../execution/frames.js';
import type { PlacedArguments } from '../plan/flow-plan.js';
import { END } from '../plan/node.js';
import type { CompiledBody, TaskContext } from '../plan/task-type.js';
import { fill } from '../plan/template.js';

/** Compiles the call of a function: the task in `use.functions` runs with `with` as its raw input. */
export function callFunction(name: string, input: Json | undefined, context: TaskContext): CompiledBody {
  const pointer = `${context.pointer}/call`;
  const component = context.component('functions', name, pointer);
  const template = context.template(input ?? {}, `${context.pointer}/with`);
  if (component === undefined) return undefined;
  const { value, pointer: at } = component;
  if (!isObject(value)) return context.fault(at, `a function is a task, not ${getKind(value)}`);
  checkInput(name, value, { value: input ?? {}, pointer: `${context.pointer}/with` }, context);
  const node = context.inline(name, { value, pointer: at });
  if (node === undefined) return undefined;
  return {
    async perform(scope, data) {
      const frame = inner(scope);
      const output = await runTask(node, frame, await fill(template, data, scope), 1);
      if (frame.next === END) scope.directive = END;
      return output;
    },
  };
}

/** The checks of functions that are called more than once, by their schema. */
const checks = new WeakMap<JsonObject, ArgumentCheck>();

/** Checks what a call passes against the input schema of the function, unless that schema is reported itself. */
function checkInput(name: string, task: JsonObject, args: PlacedArguments, context: TaskContext): void {
  const { document: schema } = objectOr(objectOr(task['input'])['schema']);
  if (!isObject(schema) || inspectSchema(schema).some(({ severity }) => severity === 'error')) return;
  const check = checks.get(schema) ?? new ArgumentCheck(callerSchema(schema));
  checks.set(schema, check);
  context.reportArguments(check, `the function \`${name}\``, args);
}
