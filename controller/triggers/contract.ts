import type { JsonObject } from '../../schemas/json.js';

/** A flow that an event starts. */
export interface Triggered {
  branch: string;
  flow: string;
  /** Of the event. */
  source: string;
  id: string;
}

export interface Triggers {
  /**
   * Takes CloudEvents, in the JSON format, in: when it resolves, each flow that one of them starts will be started, once
   * for each event, whatever happens to the process.
   * @param by whose runs these are
   * @param mayRun which flows the sender may run: others are not started
   */
  accept(
    events: readonly JsonObject[],
    by: { principal: string; mayRun(branch: string, flow: string): boolean },
  ): Promise<Triggered[]>;
}
