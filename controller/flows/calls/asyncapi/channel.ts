import type { JsonObject } from '../../../../schemas/json/types.js';
import { type DescribedChannel, UnusableError } from '../../../connectors/index.js';
import { taskError } from '../../plan/errors.js';
import type { Scope } from '../../plan/node.js';

/** The channel of a call, and the proof of who calls. */
export interface OpenChannel {
  readonly channel: DescribedChannel;
  readonly call: JsonObject;
  readonly proof: Parameters<DescribedChannel['source']>[0];
}

/** Returns what `work` does, with faults of the call as errors of the flow. @throws FlowError configuration */
export function usable<Result>(scope: Scope, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UnusableError)) throw error;
    const hint = error.hint === undefined ? '' : `. ${error.hint}`;
    throw taskError('configuration', scope, `${error.message}${hint}`, error);
  }
}
