import type { Json } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';

/** The path and key that a value of a connection's configuration stands for (`{ secret, key }`); undefined for any other value. */
export function secretReference(value: Json): { path: string; key: string } | undefined {
  if (!isObject(value)) return undefined;
  const { secret, key } = value;
  const isReference =
    typeof secret === 'string' && typeof key === 'string' && Object.keys(value).length === 2;
  return isReference ? { path: secret, key } : undefined;
}

/** Tells whether a value is, or contains, a reference to a secret. */
export function namesSecret(value: Json): boolean {
  if (value === null || typeof value !== 'object') return false;
  return secretReference(value) !== undefined || Object.values(value).some(namesSecret);
}

/** True for a secret of the installation itself, such as the token of the remote, which flows and connections cannot use. */
export function isInstallationSecret(path: string): boolean {
  return /^platform(?:$|\/)/i.test(path);
}
