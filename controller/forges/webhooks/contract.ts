import type { Json } from '../../../schemas/json.js';

/** A webhook delivery as it came over HTTP: nothing in it is to be believed before its signature was checked. */
export interface Delivery {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The bytes as they were sent: the signature is over them, not over what they parse to. */
  body: Uint8Array;
}

/** What a delivery tells of the repository. */
export type RepositoryEvent =
  /** Branches that were made, moved or deleted. */
  | { kind: 'push'; branches: readonly string[] }
  /** Something may have happened to any branch. */
  | { kind: 'unknown' }
  /** Nothing that concerns branches: a ping, an issue, a tag. */
  | { kind: 'unrelated' };

/** A kind of sender, by the headers it sets. */
export interface Sender {
  readonly name: string;
  /** Whether a delivery is of this sender. */
  recognises(headers: Delivery['headers']): boolean;
  /**
   * Whether one of the secrets has signed it. Takes as long for a wrong signature as for a right one.
   * @param now milliseconds since the epoch
   */
  isGenuine(delivery: Delivery, secrets: readonly string[], now: number): boolean;
  /** The same for each attempt to deliver the same event; undefined when the sender gives none. */
  deliveryId(headers: Delivery['headers']): string | undefined;
  eventOf(headers: Delivery['headers'], payload: Json): RepositoryEvent;
}
