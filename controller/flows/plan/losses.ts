import type { Json } from '../../../schemas/json/types.js';
import { type Eventual, isLoss } from '../../concurrency/computing.js';
import { FlowError, type FlowErrorBody, taskError } from './errors.js';
import type { Scope } from './node.js';

/**
 * Computes a part of a task that a thread may compute. The error of a computation whose thread was lost is recorded: a replay,
 * where the thread may have the time and the memory, then goes the same way without it.
 * @param label the part, which follows the key of the step
 * @throws FlowError
 */
export function replayLoss<Result>(
  scope: Scope,
  label: string,
  compute: () => Eventual<Result>,
): Eventual<Result> {
  const { host } = scope.frame.run;
  const key = `${scope.key}:${label}:lost`;
  const recorded = host.recordedValue(key);
  if (recorded !== undefined) throw toError(recorded, scope);
  const result = compute();
  if (!(result instanceof Promise)) return result;
  return result.catch((error: unknown) => {
    if (error instanceof FlowError && isLoss(error)) host.value(key, () => error.body as unknown as Json);
    throw error;
  });
}

/** A journal of an earlier version has the detail of an expression's error. */
function toError(recorded: Json, scope: Scope): FlowError {
  if (typeof recorded === 'string') return taskError('expression', scope, recorded);
  return new FlowError({ ...(recorded as unknown as FlowErrorBody) });
}
