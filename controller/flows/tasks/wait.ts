import { noteTask } from '../execution/note.js';
import { sleep } from '../execution/sleep.js';
import type { TaskType } from './contract.js';

/** Lets the time pass; the input passes through. */
export const wait: TaskType = {
  key: 'wait',
  compile(definition, context) {
    const duration = context.duration(definition['wait'] ?? null, `${context.pointer}/wait`);
    return {
      async perform(scope, input) {
        const ms = duration(input, scope);
        noteTask(scope, 'waiting');
        await sleep(scope, scope.key, ms);
        return input;
      },
    };
  },
};
