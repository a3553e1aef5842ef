import type { Json } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import {
  type HmacForm,
  isHmac,
  isSecret,
  isStandardSignature,
  isTimely,
  type SignedRequest,
} from './signatures.js';

/** How a sender signs requests. */
export interface SignatureScheme {
  /**
   * True when one of the secrets signed the request, at a time near enough to `now` where the scheme signs a time. Takes as
   * long for a wrong signature as for a right one.
   * @param now milliseconds since the epoch
   */
  isGenuine(request: SignedRequest, secrets: readonly string[], now: number, toleranceMs?: number): boolean;
  /** The same for each attempt to deliver the same thing; undefined when the sender gives none. */
  deliveryId(request: SignedRequest): string | undefined;
  /** Headers of which a delivery needs one to prove its sender, as people write them. */
  readonly proofHeaders: readonly string[];
  /** The text with which a sender wants its check of the address answered; undefined for a delivery. */
  findChallenge?(request: SignedRequest): string | undefined;
  /** Headers that hold the secret itself, which is passed on to no one. */
  readonly secretHeaders?: readonly string[];
}

/** https://www.standardwebhooks.com */
export const standardWebhooks: SignatureScheme = {
  isGenuine: isStandardSignature,
  proofHeaders: ['Webhook-Signature', 'Svix-Signature'],
  deliveryId: ({ headers }) => headers['webhook-id'] ?? headers['svix-id'],
};

/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries */
export const github: SignatureScheme = {
  isGenuine: ({ headers, body }, secrets) =>
    isHmac([body], after('sha256=', headers['x-hub-signature-256']), secrets),
  deliveryId: ({ headers }) => headers['x-github-delivery'],
  proofHeaders: ['X-Hub-Signature-256'],
  // Sent once when the webhook is made.
  findChallenge: ({ headers }) => (headers['x-github-event'] === 'ping' ? 'pong' : undefined),
};

/** The secret itself, or a signature of Standard Webhooks where the hook has a signing token. https://docs.gitlab.com/user/project/integrations/webhooks/ */
export const gitlab: SignatureScheme = {
  isGenuine: (request, secrets, now, toleranceMs) =>
    request.headers['webhook-signature'] === undefined
      ? isSecret(request.headers['x-gitlab-token'], secrets)
      : isStandardSignature(request, secrets, now, toleranceMs),
  // The id of the event itself is shared by all hooks that the event triggers.
  deliveryId: ({ headers }) =>
    headers['webhook-id'] ?? headers['idempotency-key'] ?? headers['x-gitlab-event-uuid'],
  proofHeaders: ['Webhook-Signature', 'X-Gitlab-Token'],
  secretHeaders: ['x-gitlab-token'],
};

/** `t=<seconds>,v1=<hex>` over time, dot and body, possibly several `v1`. https://docs.stripe.com/webhooks#verify-manually */
const stripe: SignatureScheme = {
  isGenuine({ headers, body }, secrets, now, toleranceMs) {
    const fields = (headers['stripe-signature'] ?? '').split(',').slice(0, 20);
    const [time] = fields.flatMap((field) => after('t=', field.trim()) ?? []);
    if (!isTimely(time, now, toleranceMs)) return false;
    const signatures = fields.flatMap((field) => after('v1=', field.trim()) ?? []);
    // Every candidate is checked, so that the duration does not reveal which one fits.
    return signatures.map((one) => isHmac([`${time}.`, body], one, secrets)).includes(true);
  },
  deliveryId: ({ body }) => findMember(body, 'id'),
  proofHeaders: ['Stripe-Signature'],
};

/** https://shopify.dev/docs/apps/build/webhooks/subscribe/https */
const shopify: SignatureScheme = {
  isGenuine: ({ headers, body }, secrets) =>
    isHmac([body], headers['x-shopify-hmac-sha256'], secrets, { algorithm: 'sha256', encoding: 'base64' }),
  deliveryId: ({ headers }) => headers['x-shopify-webhook-id'],
  proofHeaders: ['X-Shopify-Hmac-Sha256'],
};

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
const slack: SignatureScheme = {
  isGenuine({ headers, body }, secrets, now, toleranceMs) {
    const { 'x-slack-request-timestamp': time, 'x-slack-signature': signature } = headers;
    if (!isTimely(time, now, toleranceMs)) return false;
    return isHmac([`v0:${time}:`, body], after('v0=', signature), secrets);
  },
  // Of the Events API; commands and interactions have none and are not repeated.
  deliveryId: ({ body }) => findMember(body, 'event_id'),
  proofHeaders: ['X-Slack-Signature'],
  // https://docs.slack.dev/reference/events/url_verification
  findChallenge: ({ body }) =>
    findMember(body, 'type') === 'url_verification' ? (findMember(body, 'challenge') ?? '') : undefined,
};

/** The secret is the password, or `user:password`, of HTTP Basic (RFC 7617), as Azure DevOps sends it. */
export const basic: SignatureScheme = {
  isGenuine({ headers }, secrets) {
    const encoded = /^basic +([A-Za-z0-9+/]{1,2000}={0,2})$/i.exec(headers['authorization'] ?? '')?.[1];
    const pair = Buffer.from(encoded ?? '', 'base64').toString();
    const password = pair.slice(pair.indexOf(':') + 1);
    // Both are compared, so that the duration does not reveal which one fits.
    const fits = [isSecret(pair, secrets), isSecret(password, secrets)];
    return encoded !== undefined && pair.includes(':') && password !== '' && fits.includes(true);
  },
  deliveryId: () => undefined,
  proofHeaders: ['Authorization'],
  secretHeaders: ['authorization'],
};

/** The schemes that have a name. */
export const namedSchemes = {
  'standard-webhooks': standardWebhooks,
  github,
  gitlab,
  stripe,
  shopify,
  slack,
  basic,
} as const;

export interface HmacOptions extends HmacForm {
  header: string;
  prefix?: string | undefined;
  /** The signed text is then the time, a dot and the body. */
  timestampHeader?: string | undefined;
}

/** Any other sender that signs the body with a shared key. */
export function hmacScheme({ header, prefix = '', timestampHeader, ...form }: HmacOptions): SignatureScheme {
  return {
    isGenuine({ headers, body }, secrets, now, toleranceMs) {
      const signature = after(prefix, headers[header.toLowerCase()]);
      if (timestampHeader === undefined) return isHmac([body], signature, secrets, form);
      const time = headers[timestampHeader.toLowerCase()];
      return isTimely(time, now, toleranceMs) && isHmac([`${time}.`, body], signature, secrets, form);
    },
    deliveryId: () => undefined,
    proofHeaders: [header],
  };
}

/** A sender that sends a value that both sides know. */
export function headerScheme(header: string): SignatureScheme {
  const name = header.toLowerCase();
  return {
    isGenuine: ({ headers }, secrets) => isSecret(headers[name], secrets),
    deliveryId: () => undefined,
    proofHeaders: [header],
    secretHeaders: [name],
  };
}

/** Tells which headers a delivery lacks where it has none of those that could prove its sender: `` `X-Hub-Signature-256` ``. */
export function missingProof(
  { proofHeaders }: SignatureScheme,
  { headers }: SignedRequest,
): string | undefined {
  if (proofHeaders.some((name) => headers[name.toLowerCase()] !== undefined)) return undefined;
  return proofHeaders.map((name) => `\`${name}\``).join(' or ');
}

function after(prefix: string, text: string | undefined): string | undefined {
  return text?.startsWith(prefix) ? text.slice(prefix.length) : undefined;
}

/** Returns a text at the root of a JSON body. */
function findMember(body: Uint8Array, name: string): string | undefined {
  try {
    const value = objectOr(JSON.parse(Buffer.from(body).toString()) as Json)[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  } catch {
    return undefined;
  }
}
