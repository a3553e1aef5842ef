import { once } from 'node:events';
import type { Json } from '../../../schemas/json/types.js';
import { untilAborted } from '../../concurrency/signals.js';
import type { EffectContext, EffectOptions, FlowHost } from '../plan/host.js';
import type { Scope } from '../plan/node.js';

/**
 * Performs an effect of the task through the host; an abort ends it with the signal's reason.
 */
export function effect(
  scope: Scope,
  perform: (context: EffectContext) => Promise<Json>,
  options: Pick<EffectOptions, 'describe' | 'waits'>,
): Promise<Json> {
  const { ending } = scope;
  const guarded = async (context: EffectContext): Promise<Json> => {
    // The host may have waited for long before it performs the effect.
    if (ending.aborted) throw ending.reason;
    try {
      return await perform(context);
    } catch (error) {
      throw ending.aborted ? ending.reason : error;
    }
  };
  return untilAborted(scope.frame.run.host.effect(scope.key, guarded, { ending, ...options }), ending);
}

/**
 * Lets time pass through the host, which may park the run meanwhile. A sleep that outlasts a timeout around it ends with
 * the timeout, so that the host wakes the run in time; the host records whether it does.
 */
export async function sleep(scope: Scope, key: string, ms: number): Promise<void> {
  const { signal, deadline } = scope;
  const { host } = scope.frame.run;
  const left = deadline - getNow(host);
  const cut = deadline !== Number.POSITIVE_INFINITY && host.value(`${key}:cut`, () => ms > left) === true;
  await untilAborted(host.sleep(key, cut ? Math.max(0, left) : ms, signal), signal);
  if (!cut) return;
  // The timeout is about to abort the signal.
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}

/** Returns the time of the run, ms since the epoch. */
export function getNow({ surroundings }: Pick<FlowHost, 'surroundings'>): number {
  return surroundings?.now() ?? Date.now();
}
