import { createHmac } from 'node:crypto';
import { isSameSecret, isSignature } from '../../../security/signatures/compare.js';

/** A request as it came over HTTP. Its content is untrusted until its signature is checked. */
export interface SignedRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The bytes as sent: the signature covers these, not the parsed value. */
  readonly body: Uint8Array;
}

export interface HmacForm {
  algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512';
  encoding: 'hex' | 'base64';
}

/** The most milliseconds between the time of a request and our clock (Standard Webhooks, "timestamp"). */
const defaultToleranceMs = 300_000;

/** True when `signature` is the HMAC of the parts, one after the other, under one of the secrets. */
export function isHmac(
  parts: readonly (string | Uint8Array)[],
  signature: string | undefined,
  secrets: readonly string[],
  { algorithm, encoding }: HmacForm = { algorithm: 'sha256', encoding: 'hex' },
): boolean {
  return anyOf(secrets, (secret) => {
    const hmac = createHmac(algorithm, secret);
    for (const part of parts) hmac.update(part);
    return isSignature(signature, hmac.digest(), encoding);
  });
}

/** True when a time in seconds since 1970, as a header states it, is near enough to `now` (ms). */
export function isTimely(
  seconds: string | undefined,
  now: number,
  toleranceMs = defaultToleranceMs,
): boolean {
  if (seconds === undefined || !/^\d{1,12}$/.test(seconds)) return false;
  return Math.abs(now - Number(seconds) * 1_000) <= toleranceMs;
}

/** True when `token` is one of the secrets. */
export function isSecret(token: string | undefined, secrets: readonly string[]): boolean {
  return token !== undefined && anyOf(secrets, (secret) => isSameSecret(token, secret));
}

/**
 * True when the delivery has a valid signature of Standard Webhooks: `v1,<base64>` over `<id>.<timestamp>.<body>`,
 * possibly one of several, at a time near enough to `now`. A secret is base64, base64 after `whsec_`, or text.
 */
export function isStandardSignature(
  { headers, body }: SignedRequest,
  secrets: readonly string[],
  now: number,
  toleranceMs?: number,
): boolean {
  // Svix, where the standard comes from, has its own names for the same headers.
  const id = headers['webhook-id'] ?? headers['svix-id'];
  const timestamp = headers['webhook-timestamp'] ?? headers['svix-timestamp'];
  const header = headers['webhook-signature'] ?? headers['svix-signature'];
  if (!id || header === undefined || !isTimely(timestamp, now, toleranceMs)) return false;
  const signatures = header.split(' ').flatMap((part) => /^v1,(.*)$/s.exec(part)?.[1] ?? []);
  const keys = secrets.flatMap(getKeys);
  return anyOf(keys, (key) => {
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
    return anyOf(signatures, (one) => isSignature(one, expected, 'base64'));
  });
}

/** Returns the keys that a secret can stand for. */
function getKeys(secret: string): Buffer[] {
  const isMarked = secret.startsWith('whsec_');
  const text = isMarked ? secret.slice('whsec_'.length) : secret;
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
  const decoded = isBase64 ? [Buffer.from(text, 'base64')] : [];
  return isMarked ? decoded : [...decoded, Buffer.from(text)];
}

/** Checks every candidate, so that the duration does not reveal which one fits. */
function anyOf<T>(candidates: readonly T[], fits: (candidate: T) => boolean): boolean {
  let isMatch = false;
  for (const candidate of candidates) if (fits(candidate)) isMatch = true;
  return isMatch;
}
