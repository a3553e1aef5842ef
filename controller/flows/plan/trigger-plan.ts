import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Timetable } from '../times/timetable.js';

/** The compiled start of a flow: a trigger, or the schedule that a flow has itself. */
export interface TriggerPlan {
  readonly flow: string;
  readonly environment: string | undefined;
  readonly enabled: boolean;
  readonly timetable: Timetable | undefined;
  /** Starts the flow with an event. */
  readonly event: EventStart | undefined;
  /** Returns the parameters that `input` makes of an occurrence; undefined without `input`. May throw. */
  readonly inputOf: ((occurrence: JsonObject) => Json) | undefined;
}

interface EventStart {
  /** True for an event (CloudEvents 1.0, as JSON) that starts the flow. */
  fits(event: JsonObject): boolean;
  readonly read: 'data' | 'envelope';
}
