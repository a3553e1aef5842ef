import { standardError } from '../errors.js';
import type { TaskBody } from '../execution/node.js';
import type { TaskContext, TaskType } from './contract.js';

/**
 * A part of the language that is known but not built: the document compiles, with a warning, and the task that
 * needs it raises the standard configuration error with status 501.
 */
export function unsupported(context: TaskContext, what: string, pointer: string): TaskBody {
  context.report({
    rule: 'task-unsupported',
    severity: 'warning',
    pointer,
    message: `\`${what}\` is not supported yet: a run that comes to this task faults`,
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

/** A whole task type that is not built. */
export function unsupportedType(key: string): TaskType {
  return { key, compile: (_, context) => unsupported(context, key, `${context.pointer}/${key}`) };
}
