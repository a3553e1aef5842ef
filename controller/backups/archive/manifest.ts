import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
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

/** Entries that are written at once: less than a millisecond. */
const batchLength = 500;

export type UnsignedManifest = Omit<Manifest, 'signature'>;

/** Yields the text that the signature of a manifest is for, in parts. */
export function toSignedParts({ signature: _, ...unsigned }: Manifest): AsyncGenerator<string> {
  return toJsonParts(unsigned);
}

/**
 * Yields what `JSON.stringify` makes of a manifest in parts, without holding up the event loop: its entries may have tens of
 * megabytes.
 */
export async function* toJsonParts(manifest: UnsignedManifest): AsyncGenerator<string> {
  let separator = '{';
  for (const [name, value] of Object.entries(manifest)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    if (name === 'entries') yield* toEntriesParts(manifest.entries);
    else yield JSON.stringify(value);
  }
  yield '}';
}

async function* toEntriesParts(entries: readonly ManifestEntry[]): AsyncGenerator<string> {
  yield '[';
  for (let at = 0; at < entries.length; at += batchLength) {
    if (isTurnOver()) await nextTurn();
    const batch = JSON.stringify(entries.slice(at, at + batchLength)).slice(1, -1);
    yield at === 0 ? batch : `,${batch}`;
  }
  yield ']';
}

export function findTextsKey({ textsKey }: Manifest): WrappedKey | undefined {
  if (textsKey === null) return undefined;
  return { wrapped_key: Buffer.from(textsKey.wrappedKey, 'base64'), key_id: textsKey.keyId };
}
