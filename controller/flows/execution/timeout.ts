import type { Json } from '../../../schemas/json.js';
import { JoinedSignal, untilAborted } from '../../signals/index.js';
import { FlowError } from '../contract.js';
import { standardError } from '../errors.js';
import { Cancelled } from './interruption.js';
import type { Scope } from './scope.js';

/** Timers cannot be set for longer. */
const longestTimer = 2 ** 31 - 1;

type Verdict = 'done' | 'expired';

/**
 * Performs `body` within `ms` milliseconds of the first time the step was reached, or throws the standard timeout
 * error. Whether it was in time is the host's to remember, so that a replay ends the same way.
 */
export async function withTimeout(
  scope: Scope,
  ms: number,
  body: () => Json | Promise<Json>,
  key = `${scope.key}:timeout`,
): Promise<Json> {
  const { host } = scope.frame.run;
  const { signal, deadline } = scope;
  const due = host.value(key, () => Date.now() + ms) as number;
  const own = new JoinedSignal(signal);
  const cancelled = new Cancelled(`No result within ${ms} ms`);
  let verdict: Verdict | undefined;
  const decide = (now: Verdict) => {
    verdict ??= host.value(`${key}:verdict`, () => now) as Verdict;
    return verdict;
  };
  const stopTimer = startTimer(due, () => {
    try {
      if (decide('expired') === 'expired') own.abort(cancelled);
    } catch (error) {
      own.abort(error);
    }
  });
  scope.signal = own.signal;
  scope.deadline = Math.min(deadline, due);
  let result: Promise<Json> | undefined;
  try {
    result = Promise.resolve(body());
    return await inTime(untilAborted(result, own.signal), decide, cancelled);
  } catch (error) {
    if (error !== cancelled) throw error;
    throw standardError('timeout', {
      detail: `\`${scope.task.name}\` took longer than ${ms} ms`,
      instance: scope.task.reference,
    });
  } finally {
    stopTimer();
    own.abort(cancelled);
    // What was cancelled notes so before the timeline goes on.
    await result?.catch(() => {});
    own.release();
    scope.signal = signal;
    scope.deadline = deadline;
  }
}

/** The result, unless it was decided that it came too late. */
async function inTime(
  result: Promise<Json>,
  decide: (now: Verdict) => Verdict,
  cancelled: Cancelled,
): Promise<Json> {
  try {
    const value = await result;
    if (decide('done') === 'expired') throw cancelled;
    return value;
  } catch (error) {
    if (error instanceof FlowError && decide('done') === 'expired') throw cancelled;
    throw error;
  }
}

function startTimer(due: number, expire: () => void): () => void {
  let timer: NodeJS.Timeout;
  const arm = () => {
    const left = due - Date.now();
    timer = setTimeout(left > longestTimer ? arm : expire, Math.max(0, Math.min(left, longestTimer)));
  };
  arm();
  return () => clearTimeout(timer);
}
