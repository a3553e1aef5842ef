import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookDelivery } from './contract.js';

/** The most seconds between the timestamp of a delivery and our clock (Standard Webhooks, "timestamp"). */
const TOLERANCE_S = 300;

/** True when `signature` is the hex HMAC-SHA256 of the body under one of the secrets. */
export function isHexSignature(
  body: Uint8Array,
  signature: string | undefined,
  secrets: readonly string[],
): boolean {
  if (signature === undefined || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  return anyOf(secrets, (secret) =>
    timingSafeEqual(given, createHmac('sha256', secret).update(body).digest()),
  );
}

/** True when `token` is one of the secrets. */
export function isSecret(token: string | undefined, secrets: readonly string[]): boolean {
  if (token === undefined) return false;
  // Digests have equal length, so that the comparison does not reveal the secret's length.
  const digest = (text: string) => createHmac('sha256', 'token').update(text).digest();
  const given = digest(token);
  return anyOf(secrets, (secret) => timingSafeEqual(given, digest(secret)));
}

/**
 * True when the delivery has a valid signature of Standard Webhooks: `v1,<base64>` over `<id>.<timestamp>.<body>`,
 * possibly one of several, at most five minutes away from `now`. A secret is base64, base64 after `whsec_`, or text.
 */
export function isStandardSignature(
  delivery: WebhookDelivery,
  secrets: readonly string[],
  now: number,
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': header } = delivery.headers;
  if (!id || header === undefined || timestamp === undefined || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now / 1_000 - Number(timestamp)) > TOLERANCE_S) return false;
  const given = header
    .split(' ')
    .flatMap((part) => /^v1,([A-Za-z0-9+/]+={0,2})$/.exec(part)?.[1] ?? [])
    .map((text) => Buffer.from(text, 'base64'));
  const keys = secrets.flatMap(keysOf);
  return anyOf(keys, (key) => {
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(delivery.body).digest();
    return anyOf(given, (one) => one.length === expected.length && timingSafeEqual(one, expected));
  });
}

/** Returns the keys that a secret can stand for. */
function keysOf(secret: string): Buffer[] {
  const isMarked = secret.startsWith('whsec_');
  const text = isMarked ? secret.slice('whsec_'.length) : secret;
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
  const decoded = isBase64 ? [Buffer.from(text, 'base64')] : [];
  return isMarked ? decoded : [...decoded, Buffer.from(text)];
}

/** Checks every candidate, so that the duration does not reveal which one fits. */
function anyOf<T>(candidates: readonly T[], fits: (candidate: T) => boolean): boolean {
  let found = false;
  for (const candidate of candidates) if (fits(candidate)) found = true;
  return found;
}
