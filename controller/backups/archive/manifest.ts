import type { Signature, WrappedKey } from '../../security/vault/key-ring.js';
import type { Category } from './categories.js';

export const manifestName = 'manifest.json';
/** The settings that were changed at run time. */
export const settingsName = 'settings.json';
export const formatVersion = 1;

export interface ManifestEntry {
  name: string;
  size: number;
  /** Hex. */
  sha256: string;
  /** The categories of a file. */
  categories?: readonly Category[];
}

/** The last entry of a backup: its content and its signature. */
export interface Manifest {
  format: 'svc-backup';
  formatVersion: number;
  id: string;
  /** The id of the installation that made it; left out by versions before 0.2. */
  installation?: string;
  /** RFC 3339. */
  takenAt: string;
  svcVersion: string;
  categories: readonly Category[];
  branch: string;
  revision: string;
  /** svc's folder (`Git.Path`), when it is set: names of texts with a leading slash begin there. */
  path?: string;
  /** Rows by table. */
  rows: Readonly<Record<string, number>>;
  /** The wrapped data key of the sealed texts of runs, base64. */
  textsKey: { wrappedKey: string; keyId: string } | null;
  entries: readonly ManifestEntry[];
  /** Signs everything above, as JSON. */
  signature: Signature;
}

/** Returns the text to sign. */
export function signedText({ signature: _, ...rest }: Manifest): string {
  return JSON.stringify(rest);
}

export function findTextsKey({ textsKey }: Manifest): WrappedKey | undefined {
  if (textsKey === null) return undefined;
  return { wrapped_key: Buffer.from(textsKey.wrappedKey, 'base64'), key_id: textsKey.keyId };
}
