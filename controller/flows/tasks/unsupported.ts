import type { TaskContext } from '../plan/task-type.js';

/**
 * Reports a part of the language that the engine does not have.
 * @param instead the hint: names what to use
 */
export function unsupported(context: TaskContext, what: string, pointer: string, instead: string): undefined {
  context.report({ rule: 'not-supported', pointer, message: `\`${what}\` is not supported`, hint: instead });
}
