import { untilAborted } from '../../signals/index.js';
import type { Scope } from './scope.js';

/**
 * Lets time pass through the host, which may put the run away meanwhile. A sleep that outlasts a timeout around it
 * ends with the timeout, so that the host wakes the run in time; whether it does is the host's to remember.
 */
export async function sleep(scope: Scope, key: string, ms: number): Promise<void> {
  const { signal, deadline } = scope;
  const { host } = scope.frame.run;
  const left = deadline - Date.now();
  const cut = deadline !== Number.POSITIVE_INFINITY && host.value(`${key}:cut`, () => ms > left) === true;
  await untilAborted(host.sleep(key, cut ? Math.max(0, left) : ms, signal), signal);
  // The timeout is about to abort the signal.
  if (cut) await untilAborted(new Promise(() => {}), signal);
}
