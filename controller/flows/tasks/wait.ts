import { noteTask } from '../execution/execute.js';
import { sleep } from '../execution/host-calls.js';
import type { TaskType } from '../plan/task-type.js';

/** Lets the time pass; the input is the output. */
export const wait: TaskType = {
  key: 'wait',
  compile(definition, context) {
    const duration = context.duration(definition['wait'] ?? null, `${context.pointer}/wait`);
    return {
      async perform(scope, input) {
        const ms = await duration(input, scope);
        noteTask(scope, 'waiting');
        await sleep(scope, scope.key, ms);
        return input;
      },
    };
  },
};
