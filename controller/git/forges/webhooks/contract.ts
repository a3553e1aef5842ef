import type { Json } from '../../../../schemas/json/types.js';
import type { SignedRequest } from './signatures.js';

/** A webhook delivery as it came over HTTP. */
export type WebhookDelivery = SignedRequest;

/** The meaning of a delivery for the repository. */
export type RepositoryEvent =
  /** Branches that were created, moved or deleted. */
  | { kind: 'push'; branches: readonly string[] }
  /** Any branch may have changed. */
  | { kind: 'unknown' }
  /** A pull request was opened, or its head or base moved. */
  | { kind: 'pull-request' }
  /** No branch changed: a ping, an issue, a tag. */
  | { kind: 'unrelated' };

/** A kind of sender, recognised by its headers. */
export interface Sender {
  readonly name: string;
  /** True when the delivery comes from this kind of sender. */
  recognises(headers: WebhookDelivery['headers']): boolean;
  /**
   * True when one of the secrets signed the delivery. Takes as long for a wrong signature as for a right one.
   * @param now milliseconds since the epoch
   */
  isGenuine(delivery: WebhookDelivery, secrets: readonly string[], now: number): boolean;
  /** The same for each attempt to deliver the same event; undefined when the sender gives none. */
  deliveryId(delivery: WebhookDelivery): string | undefined;
  toEvent(headers: WebhookDelivery['headers'], payload: Json): RepositoryEvent;
}
