import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr, pointerTo } from '../../../schemas/json/values.js';
import { getKind } from '../data/values.js';
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
      async perform(scope, input) {
        for (const { when, next } of conditions) {
          if (when === undefined || !isTruthy(await when(input, scope))) continue;
          scope.directive = next;
          return input;
        }
        scope.directive = fallback?.next;
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
    const hint = 'Write `- <name>: { when: <condition>, then: <task> }` for each case.';
    const message = `cases are a list, not ${getKind(value)}`;
    context.report({ rule: 'flow-structure', pointer, replaces: pointer, message, hint });
    return [];
  }
  let fallbacks = 0;
  return value.flatMap((item, index) => {
    if (isUnnamed(item)) return unnamed(item, pointerTo(pointer, index), context);
    return Object.entries(objectOr(item)).map(([name, each]) => {
      const at = pointerTo(pointerTo(pointer, index), name);
      const { when, then } = objectOr(each);
      if (when === undefined && ++fallbacks > 1)
        context.fault(at, 'only one case can go without `when`', 'Add `when`, or remove the case.');
      return {
        when: when === undefined ? undefined : (context.condition(when, `${at}/when`) ?? never),
        next: context.directive(then, `${at}/then`),
      };
    });
  });
}

/** True for the fields of a case in the place of its name. */
function isUnnamed(item: Json): item is JsonObject {
  const names = Object.keys(objectOr(item));
  return (
    names.length > 0 &&
    names.every((name) => name === 'when' || name === 'then') &&
    !isObject(objectOr(item)[names[0] ?? ''] ?? null)
  );
}

function unnamed(item: JsonObject, pointer: string, context: TaskContext): Case[] {
  const [first = ''] = Object.keys(item);
  context.report({
    rule: 'indentation',
    pointer: pointerTo(pointer, first),
    at: 'name',
    replaces: pointer,
    message: 'the case has no name',
    hint: `Write \`- <name>:\` and indent \`${first}\` below it.`,
  });
  return [];
}

/** The condition of a case whose `when` does not compile. */
const never: Evaluator = () => false;
