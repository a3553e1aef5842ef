import { CONTINUE, type Frame, type Locals, Scope } from '../plan/node.js';

/** Returns a frame for a block inside the task of `scope`. */
export function inner(
  scope: Scope,
  change: { prefix?: string; attempt?: number; locals?: Locals | undefined } = {},
): Frame {
  const { frame } = scope;
  return {
    run: frame.run,
    prefix: change.prefix ?? scope.key,
    attempt: change.attempt ?? frame.attempt,
    narrowed: scope.narrowed,
    deadline: scope.deadline,
    locals: change.locals ?? frame.locals,
    context: frame.context,
    next: CONTINUE,
  };
}

/** Returns a scope for expressions of the same task inside `frame`. */
export function innerScope(scope: Scope, frame: Frame): Scope {
  const inside = new Scope(scope.task, frame, frame.prefix, scope.rawInput);
  inside.input = scope.input;
  inside.startedAt = scope.startedAt;
  return inside;
}
