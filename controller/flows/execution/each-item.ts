import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { defaultBudget, sliceFrom } from '../../expressions/index.js';
import { filterBudget } from '../events/filter.js';
import { END, type Scope } from '../plan/node.js';
import type { TaskContext } from '../plan/task-type.js';
import { variable } from '../plan/variable.js';
import { passGate, runBlock } from './execute.js';
import { inner, innerScope } from './frames.js';

/** Performs the tasks for one item; returns its output. */
export type EachItem = (scope: Scope, item: Json, index: number) => Promise<Json>;

/**
 * Compiles `foreach`: the tasks for each event or message, whose input is the item as it is read.
 * @param pointer where `foreach` is
 * @param field the same within the task, such as `foreach`
 */
export function compileEachItem(
  definition: Json | undefined,
  { pointer, field }: { pointer: string; field: string },
  context: TaskContext,
): EachItem | undefined {
  if (definition === undefined) return undefined;
  const options: JsonObject = objectOr(definition);
  const name = variable(options['item'], 'item', `${field}/item`, context);
  const at = variable(options['at'], 'index', `${field}/at`, context);
  const inside = context.withLocals([name, at]);
  const block = options['do'] === undefined ? undefined : inside.block(options['do'], `${pointer}/do`);
  const output = inside.gate(options['output'], `${pointer}/output`, 'task-output');
  const exported = inside.gate(options['export'], `${pointer}/export`, 'export');
  return async (scope, item, index) => {
    const locals = { name, value: item, up: { name: at, value: index, up: scope.frame.locals } };
    const frame = inner(scope, { prefix: `${scope.key}@${index}`, locals });
    const raw = block === undefined ? item : await runBlock(block, frame, item);
    if (frame.next === END) scope.directive = END;
    const within = innerScope(scope, frame);
    within.rawOutput = raw;
    const result = await passGate(output, 'output', raw, within);
    within.output = result;
    if (exported) {
      const from = exported.transform === undefined ? frame.context.value : result;
      frame.context.value = await passGate(exported, 'export', from, within);
    }
    return result;
  };
}

/** A scope of the same task with keys of its own. */
export function scopeAt(scope: Scope, prefix: string): Scope {
  return innerScope(scope, inner(scope, { prefix }));
}

/** A scope for the filters of one event or message, with the small budget of these. */
export function filterScope(scope: Scope, prefix: string): Scope {
  const within = scopeAt(scope, prefix);
  const { steps, bytes, matching } = defaultBudget;
  Object.assign(within.usage, {
    steps: steps - filterBudget.steps,
    bytes: bytes - filterBudget.bytes,
    matching: matching - filterBudget.matching,
  });
  within.slice = sliceFrom(within.usage);
  return within;
}
