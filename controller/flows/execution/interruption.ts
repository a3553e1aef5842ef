import type { Json } from '../../../schemas/json.js';
import { untilAborted } from '../../signals/index.js';
import { type EffectContext, Interrupted } from '../contract.js';
import type { Scope } from './scope.js';

/** Stops a part of the flow from inside: a branch that lost, a task that ran out of time. Never caught by `try`. */
export class Cancelled extends Interrupted {
  override name = 'Cancelled';
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
