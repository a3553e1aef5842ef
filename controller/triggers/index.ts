export type { BackfillSpan, OccurrenceView, TriggerService, TriggerView } from './schedules/contract.js';
export { Scheduler } from './schedules/scheduler.js';
export { Schedules } from './schedules/schedules.js';
export { TriggerStore } from './schedules/trigger-store.js';
export { createTriggers, type Triggers } from './triggers.js';
