import type { Json } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { kindOf } from '../data/values.js';
import { inner, runTask } from '../execution/execute.js';
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
  if (!isObject(value)) return context.fault(at, `a function is a task, not ${kindOf(value)}`);
  const node = context.inline(name, { value, pointer: at });
  if (node === undefined) return undefined;
  return {
    async perform(scope, data) {
      const frame = inner(scope);
      const output = await runTask(node, frame, fill(template, data, scope), 1);
      if (frame.next === END) scope.directive = END;
      return output;
    },
  };
}
