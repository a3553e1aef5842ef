import type { Json } from '../../../schemas/json/types.js';
import { JoinedSignal, untilAborted } from '../../concurrency/signals.js';
import { Cancelled, FlowError, taskError } from '../plan/errors.js';
import type { Scope } from '../plan/node.js';
import { getNow } from './host-calls.js';

type Verdict = 'done' | 'expired';

/**
 * Performs `body` within `ms` milliseconds of the first time the step was reached, or throws the standard timeout
 * error. The host records which of them came first, so that a replay ends the same way.
 */
export async function withTimeout(
  scope: Scope,
  ms: number,
  body: () => Json | Promise<Json>,
  key = `${scope.key}:timeout`,
): Promise<Json> {
  const { host } = scope.frame.run;
  const { signal, narrowed, deadline } = scope;
  const due = host.value(key, () => getNow(host) + ms) as number;
  const own = new JoinedSignal(signal);
  const cancelled = new Cancelled(`No result within ${ms} ms`);
  let verdict: Verdict | undefined;
  const decide = (now: Verdict) => {
    verdict ??= host.value(`${key}:verdict`, () => now) as Verdict;
    return verdict;
  };
  const silence = host.alarm(`${key}:verdict`, due, () => {
    try {
      if (decide('expired') === 'expired') own.abort(cancelled);
    } catch (error) {
      own.abort(error);
    }
  });
  scope.narrowed = own.signal;
  scope.deadline = Math.min(deadline, due);
  let result: Promise<Json> | undefined;
  try {
    result = Promise.resolve(body());
    const output = await untilAborted(result, own.signal);
    if (decide('done') === 'done') return output;
  } catch (error) {
    const isLate = error === cancelled || (error instanceof FlowError && decide('done') === 'expired');
    if (!isLate) throw error;
  } finally {
    silence();
    own.abort(cancelled);
    // The cancelled tasks add their events before the timeline continues.
    await result?.catch(() => {});
    own.release();
    scope.narrowed = narrowed;
    scope.deadline = deadline;
  }
  throw taskError('timeout', scope, `\`${scope.task.name}\` took longer than ${ms} ms`);
}
