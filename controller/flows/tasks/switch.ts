import type { Json } from '../../../schemas/json.js';
import { child } from '../data/pointer.js';
import { isObject, kindOf } from '../data/values.js';
import { truthy } from '../execution/run-task.js';
import type { Evaluator } from '../expressions/evaluator.js';
import type { TaskContext, TaskType } from './contract.js';

interface Case {
  when: Evaluator | undefined;
  next: number;
}

/** Goes where the first case that matches says; the input passes through. A case without `when` matches last. */
export const switchTask: TaskType = {
  key: 'switch',
  compile(definition, context) {
    const cases = readCases(definition['switch'] ?? null, context);
    const conditions = cases.filter((each) => each.when !== undefined);
    const fallback = cases.find((each) => each.when === undefined);
    return {
      perform(scope, input) {
        const match = conditions.find(({ when }) => when !== undefined && truthy(when(input, scope)));
        scope.directive = (match ?? fallback)?.next;
        return input;
      },
      jumps: cases.map(({ next }) => next),
      continues: fallback === undefined,
    };
  },
};

function readCases(value: Json, context: TaskContext): Case[] {
  const pointer = `${context.pointer}/switch`;
  if (!Array.isArray(value)) {
    context.report({ rule: 'flow-structure', pointer, message: `cases are a list, not ${kindOf(value)}` });
    return [];
  }
  let fallbacks = 0;
  return value.flatMap((item, index) =>
    Object.entries(isObject(item) ? item : {}).map(([name, each]) => {
      const at = child(child(pointer, index), name);
      const { when, then } = isObject(each) ? each : {};
      if (when === undefined && ++fallbacks > 1) {
        context.report({
          rule: 'flow-structure',
          pointer: at,
          message: 'only one case can go without `when`',
        });
      }
      return {
        when: when === undefined ? undefined : (context.expression(when, `${at}/when`) ?? never),
        next: context.directive(then, `${at}/then`),
      };
    }),
  );
}

/** Stands for a condition that does not compile. */
const never: Evaluator = () => false;
