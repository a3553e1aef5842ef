import { setMaxListeners } from 'node:events';
import type { Json } from '../../../schemas/json.js';
import { type EffectContext, Interrupted } from '../contract.js';
import type { Scope } from './scope.js';

/** Stops a part of the flow from inside: a branch that lost, a task that ran out of time. Never caught by `try`. */
export class Cancelled extends Interrupted {
  override name = 'Cancelled';
}

/** A controller that also aborts when `parent` does; `unlink` when done. */
export function linked(parent: AbortSignal): { controller: AbortController; unlink: () => void } {
  const controller = new AbortController();
  // Each branch and each effect inside listens.
  setMaxListeners(0, controller.signal);
  const forward = () => controller.abort(parent.reason);
  if (parent.aborted) forward();
  else parent.addEventListener('abort', forward, { once: true });
  return { controller, unlink: () => parent.removeEventListener('abort', forward) };
}

/** Settles as `promise` does, unless `signal` aborts first: then rejects with its reason. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Performs an effect of the task through the host; an abort ends it with the signal's reason. */
export function effect(scope: Scope, perform: (context: EffectContext) => Promise<Json>): Promise<Json> {
  const { signal } = scope;
  const recorded = scope.frame.run.host.effect(scope.key, async (context) => {
    try {
      return await perform(context);
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    }
  });
  return untilAborted(recorded, signal);
}
