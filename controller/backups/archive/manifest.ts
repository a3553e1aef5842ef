import { Problem } from '../../problems/index.js';
import type { Signature, StoredDataKey } from '../../vault/contract.js';
import type { Category } from '../categories.js';
import { categories as known } from '../categories.js';

export const manifestName = 'manifest.json';
/** What was changed of the settings at run time. */
export const settingsName = 'settings.json';
export const formatVersion = 1;

export interface ManifestEntry {
  name: string;
  size: number;
  /** Hex. */
  sha256: string;
  /** Of a file: the categories it belongs to. */
  categories?: readonly Category[];
}

/** The last entry of a backup: what is in it, and whose it is. */
export interface Manifest {
  format: 'svc-backup';
  formatVersion: number;
  id: string;
  /** RFC 3339. */
  takenAt: string;
  svcVersion: string;
  categories: readonly Category[];
  branch: string;
  revision: string;
  /** Table → rows. */
  rows: Readonly<Record<string, number>>;
  /** The data key of texts that runs keep, wrapped; base64. */
  textsKey: { wrappedKey: string; keyId: string } | null;
  entries: readonly ManifestEntry[];
  /** Of everything above, as JSON. */
  signature: Signature;
}

/** What is signed. */
export function signedText({ signature: _, ...rest }: Manifest): string {
  return JSON.stringify(rest);
}

export function textsKeyOf({ textsKey }: Manifest): StoredDataKey | undefined {
  return (
    (textsKey ?? undefined) && {
      wrapped_key: Buffer.from(textsKey?.wrappedKey ?? '', 'base64'),
      key_id: textsKey?.keyId ?? null,
    }
  );
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
    throw new Problem('backup_invalid', `\`${manifestName}\` does not say that this is a backup of svc`);
  if (value['formatVersion'] !== formatVersion)
    throw new Problem(
      'backup_unsupported',
      `The backup has format ${value['formatVersion']}; this version of svc reads format ${formatVersion}`,
    );
  const fault = faultOf(value);
  if (fault !== undefined)
    throw new Problem('backup_invalid', `\`${manifestName}\` of the backup is not as svc writes it`, {
      errors: [{ file: manifestName, pointer: fault, message: 'is missing or of the wrong type' }],
    });
  return value as unknown as Manifest;
}

/** The pointer of the first member that is not what it has to be. */
function faultOf(value: Record<string, unknown>): string | undefined {
  for (const name of ['id', 'takenAt', 'svcVersion', 'branch', 'revision'])
    if (typeof value[name] !== 'string') return `/${name}`;
  if (Number.isNaN(Date.parse(String(value['takenAt'])))) return '/takenAt';
  if (!areCategories(value['categories'])) return '/categories';
  const { rows, entries, textsKey, signature } = value;
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
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((name) => (known as readonly string[]).includes(name))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
