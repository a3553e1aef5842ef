export type { EventBatch, EventSink, Events, Occurrence, StreamedEvent } from './events/event.js';
export {
  branchEvent,
  humanTaskEvent,
  matchesType,
  platformEvent,
  type RunChange,
  runEvent,
  sentEvent,
} from './events/event.js';
export { EventHub, EventLog } from './events/event-log.js';
export { MemberHub } from './events/member-hub.js';
export { webhookChannel, webhookSender } from './events/webhooks.js';
export {
  CommitStatusSender,
  commitStatusChannel,
  commitStatusMessage,
} from './forges/commit-status-sender.js';
export { type PlanReport, PlanSender, planChannel, planMessage } from './forges/plan-sender.js';
export { createTestNotice, type Notice, type NoticeCause, type NotifiedFailure } from './notices/notice.js';
export { Notices } from './notices/notices.js';
export { formatMail, webhookReceiver } from './notices/receivers.js';
export type { Delivery, DeliveryOutcome, Message, Outbox, Sender } from './outbox/contract.js';
export { openOutbox } from './outbox/outbox.js';
export { type Support, supportChannel, supportSender, type Ticket, Tickets } from './support/tickets.js';
