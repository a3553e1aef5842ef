import type { Json } from '../../../schemas/json.js';
import { isObject, kindOf } from '../data/values.js';
import { END } from '../execution/directive.js';
import type { TaskBody } from '../execution/node.js';
import { inner } from '../execution/run-block.js';
import { runTask } from '../execution/run-task.js';
import { fill } from '../expressions/template.js';
import type { TaskContext } from './contract.js';

/** Performs a task of `use.functions` in place of the call, with what `with` says as its raw input. */
export function callFunction(name: string, input: Json | undefined, context: TaskContext): TaskBody {
  const pointer = `${context.pointer}/call`;
  const component = context.component('functions', name, pointer);
  const template = context.template(input ?? {}, `${context.pointer}/with`);
  const nothing: TaskBody = { perform: (_, data) => data };
  if (component === undefined) return nothing;
  const { value } = component;
  if (!isObject(value)) {
    context.report({
      rule: 'flow-structure',
      pointer: component.pointer,
      message: `a function is a task, not ${kindOf(value)}`,
    });
    return nothing;
  }
  const node = context.inline(name, { value, pointer: component.pointer });
  if (node === undefined) return nothing;
  return {
    async perform(scope, data) {
      const frame = inner(scope);
      const output = await runTask(node, frame, fill(template, data, scope), 1);
      if (frame.next === END) scope.directive = END;
      return output;
    },
  };
}
