import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { Problem } from '../problems/index.js';
import { writePrivateFile } from '../storage/index.js';
import type { Signature } from './contract.js';
import { seal, unseal } from './seal.js';

export interface KeyRingOptions {
  /** The key itself: 32 bytes in hex or base64; any other text is stretched by SHA-256. */
  key?: string | undefined;
  /** The key before it, while what was wrapped under that is wrapped anew. */
  previousKey?: string | undefined;
  /** Where the keys stand when `key` is left out: a line of 64 hexadecimal digits each, the current one first. */
  file: string;
  /** Whether svc itself keeps the file: makes it at the first start and writes it when the key is rotated. */
  ownsFile: boolean;
}

/** How the data keys are called that are no data keys, but master keys that were. */
export const retiredName = 'master-key/';

interface MasterKey {
  /** Tells keys apart, and nothing about them. */
  id: string;
  bytes: Uint8Array;
}

/** A data key as it is stored. */
export interface WrappedKey {
  wrapped_key: Uint8Array;
  /** Which master key wraps it; null where that was not written down yet. */
  key_id: string | null;
}

/** The master key, and those before it that still wrap something. New data keys are wrapped by the current one. */
export class KeyRing {
  #keys: readonly MasterKey[];
  /** Keys that wrap nothing in use any more; older backups are under them. */
  #retired: readonly MasterKey[] = [];
  readonly #file: string | undefined;

  private constructor(keys: readonly MasterKey[], file: string | undefined) {
    this.#keys = keys;
    this.#file = file;
  }

  /** @throws Problem settings_invalid for a key file that is not one */
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

  /** Whether svc may make a new key by itself: it keeps the file that holds it. */
  get isOwn(): boolean {
    return this.#file !== undefined;
  }

  wrap(dataKey: Uint8Array, context: string): { wrapped_key: Uint8Array; key_id: string } {
    return { wrapped_key: seal(this.#current.bytes, dataKey, context), key_id: this.#current.id };
  }

  /** @throws Problem settings_invalid when none of the keys is the one it was wrapped with */
  unwrap({ wrapped_key, key_id }: WrappedKey, context: string): Uint8Array {
    for (const { id, bytes } of this.#all) {
      if (key_id !== null && key_id !== id) continue;
      try {
        return unseal(bytes, wrapped_key, context);
      } catch {
        // Another key may be the one.
      }
    }
    throw new Problem('settings_invalid', 'The master key is not the one that the secrets were stored with', {
      hints: [
        'Bring back the key file that belongs to this data directory, or set `Secrets.PreviousMasterKey` to the key it had.',
      ],
    });
  }

  /** What only a holder of the current key can say of a text. */
  sign(text: string): Signature {
    return { keyId: this.#current.id, mac: macOf(this.#current, text).toString('hex') };
  }

  verify(text: string, { keyId, mac }: Signature): boolean {
    const key = this.#all.find(({ id }) => id === keyId);
    const given = Buffer.from(mac, 'hex');
    return key !== undefined && given.length === 32 && timingSafeEqual(macOf(key, text), given);
  }

  /** Which of the keys at hand an id is of. */
  stateOf(keyId: string): 'current' | 'retired' | 'foreign' {
    if (keyId === this.currentId) return 'current';
    return this.#all.some(({ id }) => id === keyId) ? 'retired' : 'foreign';
  }

  /** The keys before the current one, each wrapped by it, so that they can be kept. */
  wrapPrevious(): { name: string; wrapped_key: Uint8Array; key_id: string }[] {
    return this.#keys.slice(1).map(({ id, bytes }) => {
      const name = `${retiredName}${id}`;
      return { name, ...this.wrap(bytes, name) };
    });
  }

  /** Takes a key that was kept. One that cannot be read is as good as lost: only older backups are under it. */
  takeRetired(row: WrappedKey & { name: string }): void {
    try {
      this.#retire([masterKey(this.unwrap(row, row.name))]);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }

  #retire(keys: readonly MasterKey[]): void {
    const known = new Set(this.#retired.map(({ id }) => id));
    this.#retired = [...this.#retired, ...keys.filter(({ id }) => !known.has(id))];
  }

  /** A new current key, beside those there are. On disk when this returns. */
  add(): void {
    this.#keys = [masterKey(randomBytes(32)), ...this.#keys];
    this.#write();
  }

  /** All keys but the current one are retired. On disk when this returns. */
  dropPrevious(): void {
    this.#retire(this.#keys.slice(1));
    this.#keys = [this.#current];
    if (this.#file !== undefined) this.#write();
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

function macOf({ bytes }: MasterKey, text: string): Buffer {
  const signingKey = createHmac('sha256', bytes).update('svc signatures').digest();
  return createHmac('sha256', signingKey).update(text).digest();
}

function masterKey(bytes: Uint8Array): MasterKey {
  const id = createHash('sha256').update('svc master key ').update(bytes).digest('hex').slice(0, 16);
  return { id, bytes };
}
