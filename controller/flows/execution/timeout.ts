import type { Json } from '../../../schemas/json.js';
import { standardError } from '../errors.js';
import { Cancelled, linked, untilAborted } from './interruption.js';
import type { Scope } from './scope.js';

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
  const outer = scope.signal;
  const { controller, unlink } = linked(outer);
  const timer = linked(outer);
  const cancelled = new Cancelled(`No result within ${ms} ms`);
  const outcome = (now: 'done' | 'expired') => host.value(`${key}:outcome`, () => now);
  host.sleep(key, ms, timer.controller.signal).then(
    () => {
      if (outcome('expired') === 'expired') controller.abort(cancelled);
    },
    () => {},
  );
  scope.signal = controller.signal;
  let result: Promise<Json> | undefined;
  try {
    result = Promise.resolve(body());
    return await settled(untilAborted(result, controller.signal), outcome, cancelled);
  } catch (error) {
    if (error !== cancelled) throw error;
    throw standardError('timeout', {
      detail: `\`${scope.task.name}\` took longer than ${ms} ms`,
      instance: scope.task.reference,
    });
  } finally {
    // What was cancelled notes so before the timeline goes on.
    await result?.catch(() => {});
    scope.signal = outer;
    unlink();
    timer.unlink();
    timer.controller.abort(cancelled);
  }
}

async function settled(
  result: Promise<Json>,
  outcome: (now: 'done') => Json,
  cancelled: Cancelled,
): Promise<Json> {
  try {
    const value = await result;
    if (outcome('done') === 'expired') throw cancelled;
    return value;
  } catch (error) {
    if (!(error instanceof Cancelled) && outcome('done') === 'expired') throw cancelled;
    throw error;
  }
}
