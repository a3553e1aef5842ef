import type { Json } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { kindOf } from '../data/values.js';
import { inner, innerScope, isTruthy, runBlock } from '../execution/execute.js';
import { taskError } from '../plan/errors.js';
import { END, type Locals, type Scope } from '../plan/node.js';
import type { TaskContext, TaskType } from '../plan/task-type.js';
import { fill, type Template } from '../plan/template.js';
import { variable } from './variable.js';

/**
 * Performs its tasks once for each item, in order. The input of an iteration is the output of the one before; the output
 * of the task is that of the last iteration, or the task's input when there are no items.
 */
export const forTask: TaskType = {
  key: 'for',
  compile(definition, context) {
    const loop = objectOr(definition['for']);
    const each = variable(loop['each'], 'item', 'for/each', context);
    const at = variable(loop['at'], 'index', 'for/at', context);
    const items = readItems(loop['in'], context);
    const inside = context.withLocals([each, at]);
    const proceed = inside.condition(definition['while'], `${context.pointer}/while`);
    const block = inside.block(definition['do'], `${context.pointer}/do`);
    return {
      async perform(scope, input) {
        let data = input;
        let index = 0;
        for (const item of collection(items(input, scope), scope)) {
          const counter: Locals = { name: at, value: index, up: scope.frame.locals };
          const frame = inner(scope, {
            prefix: `${scope.key}@${index}`,
            locals: { name: each, value: item, up: counter },
          });
          if (proceed !== undefined && !isTruthy(proceed(data, innerScope(scope, frame)))) break;
          data = await runBlock(block, frame, data);
          if (frame.next === END) {
            scope.directive = END;
            break;
          }
          index++;
        }
        return data;
      },
    };
  },
};

/** Compiles an expression, or a list of items. */
function readItems(value: Json | undefined, context: TaskContext): (input: Json, scope: Scope) => Json {
  const pointer = `${context.pointer}/for/in`;
  if (typeof value === 'string') return context.expression(value, pointer) ?? (() => []);
  if (Array.isArray(value)) {
    const template: Template = context.template(value, pointer);
    return (input, scope) => fill(template, input, scope);
  }
  context.fault(pointer, `must be an expression or a list, not ${kindOf(value)}`);
  return () => [];
}

function collection(value: Json, scope: Scope): Json[] {
  if (Array.isArray(value)) return value;
  throw taskError('expression', scope, `\`for.in\` must give an array, not ${kindOf(value)}`);
}
