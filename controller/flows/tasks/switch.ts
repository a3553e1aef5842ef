import type { Json } from '../../../schemas/json/types.js';
import { objectOr, pointerTo } from '../../../schemas/json/values.js';
import { kindOf } from '../data/values.js';
import { isTruthy } from '../execution/execute.js';
import type { Evaluator } from '../plan/node.js';
import type { TaskContext, TaskType } from '../plan/task-type.js';

interface Case {
  when: Evaluator | undefined;
  next: number;
}

/** Continues with the `then` of the first matching case; the input is the output. A case without `when` matches last. */
export const switchTask: TaskType = {
  key: 'switch',
  compile(definition, context) {
    const cases = readCases(definition['switch'] ?? null, context);
    const conditions = cases.filter((each) => each.when !== undefined);
    const fallback = cases.find((each) => each.when === undefined);
    return {
      perform(scope, input) {
        const match = conditions.find(({ when }) => when !== undefined && isTruthy(when(input, scope)));
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
    context.fault(pointer, `cases are a list, not ${kindOf(value)}`);
    return [];
  }
  let fallbacks = 0;
  return value.flatMap((item, index) =>
    Object.entries(objectOr(item)).map(([name, each]) => {
      const at = pointerTo(pointerTo(pointer, index), name);
      const { when, then } = objectOr(each);
      if (when === undefined && ++fallbacks > 1) context.fault(at, 'only one case can go without `when`');
      return {
        when: when === undefined ? undefined : (context.condition(when, `${at}/when`) ?? never),
        next: context.directive(then, `${at}/then`),
      };
    }),
  );
}

/** The condition of a case whose `when` does not compile. */
const never: Evaluator = () => false;
