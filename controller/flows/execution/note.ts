import type { Json } from '../../../schemas/json.js';
import type { FlowErrorBody, TaskEvent } from '../contract.js';
import type { Scope } from './scope.js';

/** Puts what happened to the task of `scope` on the timeline. */
export function noteTask(scope: Scope, type: TaskEvent['type'], data?: Json, error?: FlowErrorBody): void {
  const { task, frame } = scope;
  if (task.quiet) return;
  const event: TaskEvent = {
    type,
    key: scope.key,
    reference: task.reference,
    name: task.name,
    task: task.type,
    attempt: frame.attempt,
  };
  if (data !== undefined) event.data = data;
  if (error !== undefined) event.error = error;
  frame.run.host.note(event);
}
