import { isObject } from '../../../schemas/json/values.js';
import { Problem } from '../../problems/index.js';
import type { Signature, WrappedKey } from '../../security/vault/key-ring.js';
import { type Category, categories as known } from './categories.js';

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

/** @throws Problem backup_invalid, backup_unsupported */
export function parseManifest(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Problem('backup_invalid', `\`${manifestName}\` of the backup is not JSON`, { cause });
  }
  if (!isObject(value) || value['format'] !== 'svc-backup' || typeof value['formatVersion'] !== 'number')
    throw new Problem('backup_invalid', `\`${manifestName}\` does not describe a backup of svc`);
  if (value['formatVersion'] !== formatVersion) {
    const detail = `The backup has format ${value['formatVersion']}; this version of svc reads format ${formatVersion}`;
    throw new Problem('backup_unsupported', detail);
  }
  const fault = findFault(value);
  if (fault !== undefined)
    throw new Problem('backup_invalid', `\`${manifestName}\` of the backup is not as svc writes it`, {
      errors: [{ file: manifestName, pointer: fault, message: 'is missing or of the wrong type' }],
    });
  return value as unknown as Manifest;
}

/** Returns the pointer of the first member of the wrong form. */
function findFault(value: Record<string, unknown>): string | undefined {
  for (const name of ['id', 'takenAt', 'svcVersion', 'branch', 'revision'])
    if (typeof value[name] !== 'string') return `/${name}`;
  if (Number.isNaN(Date.parse(String(value['takenAt'])))) return '/takenAt';
  if (!areCategories(value['categories'])) return '/categories';
  const { installation, path, rows, entries, textsKey, signature } = value;
  if (installation !== undefined && typeof installation !== 'string') return '/installation';
  if (path !== undefined && typeof path !== 'string') return '/path';
  if (!isObject(rows) || !Object.values(rows).every(Number.isSafeInteger)) return '/rows';
  if (!isObject(signature) || typeof signature['keyId'] !== 'string' || typeof signature['mac'] !== 'string')
    return '/signature';
  if (
    textsKey !== null &&
    (!isObject(textsKey) ||
      typeof textsKey['wrappedKey'] !== 'string' ||
      typeof textsKey['keyId'] !== 'string')
  )
    return '/textsKey';
  if (!Array.isArray(entries)) return '/entries';
  const at = entries.findIndex((entry) => !isEntry(entry));
  return at < 0 ? undefined : `/entries/${at}`;
}

function isEntry(entry: unknown): boolean {
  if (!isObject(entry)) return false;
  const { name, size, sha256, categories } = entry;
  if (typeof name !== 'string' || !Number.isSafeInteger(size) || typeof sha256 !== 'string') return false;
  return name.startsWith('files/') ? areCategories(categories) : categories === undefined;
}

function areCategories(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((name) => known.includes(name));
}
