import type { Sender } from '../contract.js';
import { pushOf } from '../payload.js';
import { isStandardSignature } from '../signatures.js';

/** Anyone who signs by https://www.standardwebhooks.com; with a `ref` in the body, that branch is meant, else any. */
export const standard: Sender = {
  name: 'standard',
  recognises: (headers) => headers['webhook-signature'] !== undefined,
  isGenuine: isStandardSignature,
  deliveryId: (headers) => headers['webhook-id'],
  eventOf: (_headers, payload) => pushOf(payload),
};
