export type { Delivery, RepositoryEvent } from './webhooks/contract.js';
export { openDeliveryLog } from './webhooks/delivery-log.js';
export { createReceiver, type WebhookReceiver } from './webhooks/receiver.js';
export { webhookSecrets } from './webhooks/secrets.js';
