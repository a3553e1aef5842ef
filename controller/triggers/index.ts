export type { Triggers } from './contract.js';
export type { BackfillSpan, OccurrenceView, TriggerService, TriggerView } from './schedules/contract.js';
export { OccurrenceLog } from './schedules/occurrence-log.js';
export { Scheduler } from './schedules/scheduler.js';
export { Schedules } from './schedules/schedules.js';
export { TriggerStore } from './schedules/trigger-store.js';
export { createTriggers } from './triggers.js';
export { DeliveryStore } from './webhooks/delivery-store.js';
export { type DeliveryReport, type HookAnswer, Hooks } from './webhooks/hooks.js';
