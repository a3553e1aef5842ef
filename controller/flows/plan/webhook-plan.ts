import type { Json, JsonObject } from '../../../schemas/json/types.js';

/** How a webhook's sender signs; the fields of `webhook.signature`. */
export interface WebhookSignature {
  readonly scheme:
    | 'standard-webhooks'
    | 'github'
    | 'gitlab'
    | 'stripe'
    | 'shopify'
    | 'slack'
    | 'basic'
    | 'hmac';
  readonly secret: string;
  readonly key: string;
  readonly toleranceMs: number | undefined;
  /** Of `hmac`. */
  readonly header: string;
  readonly algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512';
  readonly encoding: 'hex' | 'base64';
  readonly prefix: string | undefined;
  readonly timestampHeader: string | undefined;
}

export interface WebhookPlan {
  readonly path: string;
  /** Undefined for `none`. */
  readonly signature: WebhookSignature | undefined;
  readonly respond: 'accepted' | 'output';
  /** Returns the id of a delivery by `dedupe`; undefined without `dedupe`. May reject. */
  readonly getEventKey: ((request: JsonObject) => Promise<Json>) | undefined;
}
