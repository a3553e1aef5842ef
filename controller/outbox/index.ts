export type { Delivery, DeliveryOutcome, Message, Outbox, Sender } from './contract.js';
export { type OutboxOptions, openOutbox } from './outbox.js';
