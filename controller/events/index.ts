export type { CloudEvent, Events, Occurrence, ToldEvent } from './contract.js';
export { EventHub, type EventHubOptions } from './event-hub.js';
export { EventLog } from './event-log.js';
export { branchEvent, type PlatformEventType, platformEvent } from './platform-events.js';
export { type EventfulRun, type RunHappening, runEvent } from './run-events.js';
export { webhookChannel, webhookSender } from './webhooks.js';
