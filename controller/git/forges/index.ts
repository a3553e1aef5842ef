export type { CommitStatus, Forge, OpenPullRequests, PullRequest, StatusSink } from './clients/contract.js';
export { hasForgeToken, openForge, openStatusSink } from './clients/open-forge.js';
export type { RepositoryEvent, WebhookDelivery } from './webhooks/contract.js';
export { openDeliveryLog } from './webhooks/delivery-log.js';
export { createReceiver, type WebhookReceiver } from './webhooks/receiver.js';
export {
  headerScheme,
  hmacScheme,
  missingProof,
  namedSchemes,
  type SignatureScheme,
} from './webhooks/schemes.js';
export { webhookSecrets } from './webhooks/secrets.js';
export type { SignedRequest } from './webhooks/signatures.js';
