import { standardError } from '../plan/errors.js';
import type { TaskBody } from '../plan/node.js';
import type { TaskContext, TaskType } from '../plan/task-type.js';

/** Compiles a part without an implementation: with a warning, to a task that raises a configuration error (501). */
export function unsupported(context: TaskContext, what: string, pointer: string): TaskBody {
  const message = `\`${what}\` is not supported yet: a run that reaches this task faults`;
  context.report({ rule: 'task-unsupported', severity: 'warning', pointer, message });
  return {
    perform(scope) {
      const detail = `\`${what}\` is not supported by this version of svc`;
      throw standardError('configuration', { status: 501, detail, instance: scope.task.reference });
    },
  };
}

/** Returns a task type that has no implementation yet. */
export function unsupportedType(key: string): TaskType {
  return { key, compile: (_, context) => unsupported(context, key, `${context.pointer}/${key}`) };
}
