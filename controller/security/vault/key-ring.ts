import { createHash, createHmac, type Hmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { Problem } from '../../problems/index.js';
import { writePrivateFile } from '../../storage/index.js';
import { isSignature } from '../signatures/compare.js';
import { seal, unseal } from './seal.js';

export interface KeyRingOptions {
  /** The key: 32 bytes in hex or base64. Any other text is hashed with SHA-256. */
  key?: string | undefined;
  /** The key before it, while data keys under that are wrapped again. */
  previousKey?: string | undefined;
  /** The file with the keys when `key` is left out: a line of 64 hexadecimal digits each, the current key first. */
  file: string;
  /** svc creates the file at the first start, and writes it when the key is rotated. */
  ownsFile: boolean;
}

/** Proof that a text comes from an installation with a certain master key. */
export interface Signature {
  /** The id of the master key. */
  keyId: string;
  /** HMAC-SHA-256, hex. */
  mac: string;
}

/** A text in parts, which is signed without joining them. */
export type TextParts = AsyncIterable<string>;

/** A data key as it is stored. */
export interface WrappedKey {
  wrapped_key: Uint8Array;
  /** The id of the master key that wraps it; null in rows that are older than this column. */
  key_id: string | null;
}

export type MasterKeyState = 'current' | 'retired' | 'foreign';

/** The prefix of the names of retired master keys, which are stored among the data keys. */
export const retiredName = 'master-key/';

interface MasterKey {
  /** Identifies the key and reveals nothing about it. */
  id: string;
  bytes: Uint8Array;
}

/** The master key, and earlier ones that still wrap data keys. The current key wraps new data keys. */
export class KeyRing {
  #keys: readonly MasterKey[];
  /** Keys that only older backups are under. */
  #retired: readonly MasterKey[] = [];
  readonly #file: string | undefined;

  private constructor(keys: readonly MasterKey[], file: string | undefined) {
    this.#keys = keys;
    this.#file = file;
  }

  /** @throws Problem settings_invalid for a file without valid keys */
  static load({ key, previousKey, file, ownsFile }: KeyRingOptions): KeyRing {
    const previous = previousKey === undefined ? [] : [parseKey(previousKey)];
    if (key !== undefined) return new KeyRing([parseKey(key), ...previous], undefined);
    if (existsSync(file)) return new KeyRing([...readKeys(file), ...previous], ownsFile ? file : undefined);
    const ring = new KeyRing([masterKey(randomBytes(32)), ...previous], file);
    ring.#write();
    return ring;
  }

  get currentId(): string {
    return this.#current.id;
  }

  get hasPrevious(): boolean {
    return this.#keys.length > 1;
  }

  /** True when the key is in a file that svc writes, so that svc can make a new key. */
  get isOwn(): boolean {
    return this.#file !== undefined;
  }

  wrap(dataKey: Uint8Array, context: string): { wrapped_key: Uint8Array; key_id: string } {
    return { wrapped_key: seal(this.#current.bytes, dataKey, context), key_id: this.#current.id };
  }

  /** Returns the data key; undefined when it is not under an available key. */
  tryUnwrap({ wrapped_key, key_id }: WrappedKey, context: string): Uint8Array | undefined {
    for (const { id, bytes } of this.#all) {
      if (key_id !== null && key_id !== id) continue;
      try {
        return unseal(bytes, wrapped_key, context);
      } catch {
        // Not under this key: the next one may fit.
      }
    }
    return undefined;
  }

  /** @throws Problem settings_invalid when the data key is not under an available key */
  unwrap(key: WrappedKey, context: string): Uint8Array {
    const dataKey = this.tryUnwrap(key, context);
    if (dataKey) return dataKey;
    const hint =
      'Restore the key file of this data directory, or set `Secrets.PreviousMasterKey` to the key that the secrets were stored with.';
    const detail = 'The master key is not the one that the secrets were stored with';
    throw new Problem('settings_invalid', detail, { hints: [hint] });
  }

  sign(text: string): Signature {
    return { keyId: this.#current.id, mac: startMac(this.#current).update(text).digest('hex') };
  }

  async signParts(parts: TextParts): Promise<Signature> {
    const mac = await computeMac(this.#current, parts);
    return { keyId: this.#current.id, mac: mac.toString('hex') };
  }

  verify(text: string, { keyId, mac }: Signature): boolean {
    const key = this.#all.find(({ id }) => id === keyId);
    return key !== undefined && isSignature(mac, startMac(key).update(text).digest(), 'hex');
  }

  async verifyParts(parts: TextParts, { keyId, mac }: Signature): Promise<boolean> {
    const key = this.#all.find(({ id }) => id === keyId);
    return key !== undefined && isSignature(mac, await computeMac(key, parts), 'hex');
  }

  getKeyIdState(keyId: string): MasterKeyState {
    if (keyId === this.currentId) return 'current';
    return this.#all.some(({ id }) => id === keyId) ? 'retired' : 'foreign';
  }

  /** Returns the keys before the current one, each wrapped by the current key, to be stored. */
  wrapPrevious(): { name: string; wrapped_key: Uint8Array; key_id: string }[] {
    return this.#keys.slice(1).map(({ id, bytes }) => {
      const name = `${retiredName}${id}`;
      return { name, ...this.wrap(bytes, name) };
    });
  }

  /** Adds a stored key. A key that cannot be unwrapped is skipped, because only older backups are under it. */
  addRetired(row: WrappedKey & { name: string }): void {
    const bytes = this.tryUnwrap(row, row.name);
    if (bytes) this.#retire([masterKey(bytes)]);
  }

  /** Makes a new current key and keeps the others. On disk when it returns. */
  add(): void {
    this.#keys = [masterKey(randomBytes(32)), ...this.#keys];
    this.#write();
  }

  /** Retires all keys but the current one. On disk when it returns. */
  dropPrevious(): void {
    this.#retire(this.#keys.slice(1));
    this.#keys = [this.#current];
    if (this.#file !== undefined) this.#write();
  }

  #retire(keys: readonly MasterKey[]): void {
    const ids = new Set(this.#retired.map(({ id }) => id));
    this.#retired = [...this.#retired, ...keys.filter(({ id }) => !ids.has(id))];
  }

  get #all(): readonly MasterKey[] {
    return [...this.#keys, ...this.#retired];
  }

  get #current(): MasterKey {
    return this.#keys[0] as MasterKey;
  }

  #write(): void {
    if (this.#file === undefined) throw new Error('The master key is not in a file of this installation');
    const lines = this.#keys.map(({ bytes }) => `${Buffer.from(bytes).toString('hex')}\n`);
    writePrivateFile(this.#file, lines.join(''));
  }
}

function readKeys(file: string): MasterKey[] {
  const lines = readFileSync(file, 'utf8').trim().split(/\s+/);
  if (lines.every((line) => /^[0-9a-f]{64}$/.test(line))) {
    return lines.map((line) => masterKey(Buffer.from(line, 'hex')));
  }
  throw new Problem('settings_invalid', `The master key file ${file} does not hold 64 hexadecimal digits`);
}

function parseKey(text: string): MasterKey {
  if (/^[0-9a-f]{64}$/i.test(text)) return masterKey(Buffer.from(text, 'hex'));
  const bytes = Buffer.from(text, 'base64');
  return masterKey(bytes.length === 32 ? bytes : createHash('sha256').update(text).digest());
}

function startMac({ bytes }: MasterKey): Hmac {
  const signingKey = createHmac('sha256', bytes).update('svc signatures').digest();
  return createHmac('sha256', signingKey);
}

async function computeMac(key: MasterKey, parts: TextParts): Promise<Buffer> {
  const mac = startMac(key);
  for await (const part of parts) mac.update(part);
  return mac.digest();
}

function masterKey(bytes: Uint8Array): MasterKey {
  const id = createHash('sha256').update('svc master key ').update(bytes).digest('hex').slice(0, 16);
  return { id, bytes };
}
