import { standardError } from '../plan/errors.js';
import type { TaskBody } from '../plan/node.js';
import type { TaskContext, TaskType } from '../plan/task-type.js';

/**
 * Compiles a part of the language that has no implementation yet: the document compiles with a warning, and the task
 * raises the standard configuration error with status 501.
 */
export function unsupported(context: TaskContext, what: string, pointer: string): TaskBody {
  context.report({
    rule: 'task-unsupported',
    severity: 'warning',
    pointer,
    message: `\`${what}\` is not supported yet: a run that reaches this task faults`,
  });
  return {
    perform(scope) {
      throw standardError('configuration', {
        status: 501,
        detail: `\`${what}\` is not supported by this version of svc`,
        instance: scope.task.reference,
      });
    },
  };
}

/** Returns a task type that has no implementation yet. */
export function unsupportedType(key: string): TaskType {
  return { key, compile: (_, context) => unsupported(context, key, `${context.pointer}/${key}`) };
}
