import { inner, runInner } from '../execution/run-block.js';
import type { TaskType } from './contract.js';

/** Performs its tasks in sequence; the output is the last one's. */
export const doTask: TaskType = {
  key: 'do',
  compile(definition, context) {
    const block = context.block(definition['do'], `${context.pointer}/do`);
    return { perform: (scope, input) => runInner(block, scope, inner(scope), input) };
  },
};
