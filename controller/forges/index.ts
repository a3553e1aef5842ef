export { openForge, openStatusSink } from './clients/open-forge.js';
export type {
  CommitStatus,
  Forge,
  MergeRequest,
  MergeResult,
  NewPullRequest,
  PullRequest,
} from './contract.js';
export { openStatusOutbox, type StatusOutbox, type StatusTrouble } from './statuses/status-outbox.js';
export type { Delivery, RepositoryEvent } from './webhooks/contract.js';
export { openDeliveryLog } from './webhooks/delivery-log.js';
export { createReceiver, type WebhookReceiver } from './webhooks/receiver.js';
export { webhookSecrets } from './webhooks/secrets.js';
