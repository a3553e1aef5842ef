import { CONTINUE, type Frame, Scope } from '../plan/node.js';

/** The members of a frame that may differ from those of the frame around it. */
export type FrameChange = {
  readonly [Member in 'prefix' | 'attempt' | 'locals' | 'narrowed' | 'context']?: Frame[Member] | undefined;
};

/** Returns a frame for a block inside the task of `scope`. */
export function inner(scope: Scope, change: FrameChange = {}): Frame {
  const { frame } = scope;
  return {
    run: frame.run,
    prefix: change.prefix ?? scope.key,
    attempt: change.attempt ?? frame.attempt,
    narrowed: change.narrowed ?? scope.narrowed,
    deadline: scope.deadline,
    locals: change.locals ?? frame.locals,
    context: change.context ?? frame.context,
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
