import { isUtf8 } from 'node:buffer';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { Problem } from '../../../problems/index.js';
import type { SecretValue } from '../../vault/secret-store.js';

/** The largest secret, all keys together; Kubernetes has the same limit. */
export const maxBytes = 1024 * 1024;

/** Returns the values of a JSON object as texts: numbers and lists are written as JSON, null is left out. */
export function getTexts(data: JsonObject): SecretValue {
  const entries = Object.entries(data).filter(([, value]) => value !== null);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/** Decodes bytes by key; bytes that are not UTF-8 are no text and are left out. */
export function decoded(bytes: Iterable<readonly [string, Buffer]>): SecretValue {
  return Object.fromEntries(
    [...bytes].filter(([, value]) => isUtf8(value)).map(([key, value]) => [key, value.toString()]),
  );
}

/** @throws Problem secret_unusable for a secret that is too large */
export function requireSmall(values: SecretValue, name: string): SecretValue {
  const size = Object.values(values).reduce((sum, value) => sum + Buffer.byteLength(value), 0);
  if (size <= maxBytes) return values;
  throw new Problem('secret_unusable', `${name} is larger than ${maxBytes} bytes`);
}
