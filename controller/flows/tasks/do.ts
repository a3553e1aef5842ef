import { runInner } from '../execution/execute.js';
import { inner } from '../execution/frames.js';
import type { TaskType } from '../plan/task-type.js';

/** Performs its tasks in sequence; the output is that of the last task. */
export const doTask: TaskType = {
  key: 'do',
  compile(definition, context) {
    const block = context.block(definition['do'], `${context.pointer}/do`);
    return { perform: (scope, input) => runInner(block, scope, inner(scope), input) };
  },
};
