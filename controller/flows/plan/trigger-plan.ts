import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Timetable } from '../times/timetable.js';
import type { EventTrigger } from './flow-plan.js';
import type { PollPlan } from './poll-plan.js';
import type { WebhookPlan } from './webhook-plan.js';

/** The compiled start of a flow: a trigger, or the schedule that a flow has itself. */
export interface TriggerPlan {
  readonly flow: string;
  readonly environment: string | undefined;
  readonly enabled: boolean;
  readonly timetable: Timetable | undefined;
  /** Starts the flow with a request. */
  readonly webhook: WebhookPlan | undefined;
  /** Starts the flow with an event. */
  readonly event: EventTrigger | undefined;
  /** The connection whose messages `event` is about; undefined for the events of the service. */
  readonly from?: string;
  /** Finds the items of that connection by which `event` happens; undefined where its server sends messages. */
  readonly poll?: PollPlan;
  /** Returns the id of a message by which a repeated one is known. May reject. */
  readonly getEventKey?: (event: JsonObject) => Promise<Json>;
  /** Returns the parameters that `input` makes of an occurrence; undefined without `input`. May reject. */
  readonly toInput: ((occurrence: JsonObject) => Promise<Json>) | undefined;
}
