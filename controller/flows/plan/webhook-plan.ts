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
    | 'header'
    | 'hmac';
  readonly secret: string;
  readonly key: string;
  readonly toleranceMs: number | undefined;
  /** Of `hmac` and `header`. */
  readonly header: string;
  readonly algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512';
  readonly encoding: 'hex' | 'base64';
  readonly prefix: string | undefined;
  readonly timestampHeader: string | undefined;
}

/** The check of an address by its sender; the field `webhook.verify`. */
export interface WebhookCheck {
  /** The values that parameters of the query must have. */
  readonly query: Readonly<Record<string, string | Pick<WebhookSignature, 'secret' | 'key'>>>;
  /** Returns the body of the answer. May reject. */
  getAnswer(request: JsonObject): Promise<Json>;
}

export interface WebhookPlan {
  readonly path: string;
  /** Undefined for `none`. */
  readonly signature: WebhookSignature | undefined;
  /** Undefined where senders do not check the address by GET. */
  readonly check: WebhookCheck | undefined;
  readonly respond: 'accepted' | 'output';
  /** Returns the id of a delivery by `dedupe`; undefined without `dedupe`. May reject. */
  readonly getEventKey: ((request: JsonObject) => Promise<Json>) | undefined;
}
