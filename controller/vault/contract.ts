import type { Json } from '../../schemas/json.js';

/** What a secret holds: names and their text. */
export type SecretValue = Readonly<Record<string, string>>;

/** What may be shown of a secret: never a value. */
export interface SecretSummary {
  path: string;
  keys: string[];
  version: number;
  createdAt: string;
  updatedAt: string;
}

export interface SecretVersion {
  version: number;
  keys: string[];
  createdAt: string;
}

/** How a secret is written. */
export interface SecretManner {
  /** Everything is checked as ever, and nothing is changed. */
  dryRun?: boolean | undefined;
}

/** A secret that was just written. */
export interface WrittenSecret extends SecretSummary {
  /** Keys whose values are too short or too common to be taken out of texts. */
  unmasked: string[];
}

/** Of what belongs to an installation, by its master key. */
export interface Signature {
  /** Which master key. */
  keyId: string;
  /** HMAC-SHA-256, hex. */
  mac: string;
}

/** A data key as it is stored. */
export interface StoredDataKey {
  wrapped_key: Uint8Array;
  /** Which master key wraps it; null where that was not written down yet. */
  key_id: string | null;
}

export type MasterKeyState = 'current' | 'retired' | 'foreign';

export interface MasterKeyStatus {
  /** Tells keys apart, and nothing about them. */
  keyId: string;
  /** Whether data keys are still being wrapped anew. */
  rotating: boolean;
  /** Whether svc keeps the key, and can rotate it by itself. */
  own: boolean;
}

/**
 * What leaves the process is masked; what it needs again itself is kept, sealed where a secret is in it. Knows the
 * secrets that were set, handed out or opened in this process.
 */
export interface Sealing {
  /** Replaces every secret value by `***`, also in the forms that JSON, URLs, base64 and hexadecimal have for it. */
  mask(text: string): string;
  /** The same in a value; itself when nothing is to be masked. */
  maskJson<Value extends Json>(value: Value): Value;
  /** The same in JSON text, which stays JSON. */
  maskJsonText(text: string): string;
  /** JSON text as it may be stored: itself, or sealed when a secret is in it. */
  keep(text: string): string;
  /** What `keep` was given. */
  open(kept: string): string;
}

export interface Vault extends Sealing {
  /** Masks a secret that is kept elsewhere, such as in the settings, from now on. */
  conceal(secret: string): void;
  /** Creates a secret or, for a path that exists, a new version of it. Durable when it resolves. */
  put(path: string, value: SecretValue, manner?: SecretManner): Promise<WrittenSecret>;
  /**
   * Makes a new version of a secret out of its newest one; nobody else's version comes between. Durable when it resolves.
   * @throws Problem secret_not_found, and what `change` throws
   */
  update(
    path: string,
    change: (value: SecretValue) => SecretValue,
    manner?: SecretManner,
  ): Promise<WrittenSecret>;
  list(): Promise<SecretSummary[]>;
  /** Newest first; empty for a path that does not exist. */
  versions(path: string): Promise<SecretVersion[]>;
  /** The newest version's values, decrypted. `prefix` is looked under first. @throws Problem secret_not_found */
  read(path: string, prefix?: string): Promise<Readonly<Record<string, string>>>;
  delete(path: string): Promise<boolean>;
  masterKey(): MasterKeyStatus;
  /** Whether the master key of that id is the one in use, one before it, or none of this installation. */
  masterKeyState(keyId: string): MasterKeyState;
  /** Says that a text is of an installation with this master key. */
  sign(text: string): Signature;
  /** Whether `sign` made it, under a master key that is at hand. */
  verify(text: string, signature: Signature): boolean;
  /** A data key from elsewhere, wrapped by the current master key; undefined when it is under a key not at hand. */
  rewrap(row: StoredDataKey, context: string): Pick<StoredDataKey, 'wrapped_key' | 'key_id'> | undefined;
  /**
   * Seals anew what another installation with the same master key kept, in texts that have it anywhere inside.
   * @param row its data key, as it was stored. Undefined when that is under a key not at hand
   */
  resealer(row: StoredDataKey): ((text: string) => string) | undefined;
  /**
   * Makes a new master key and wraps every data key by it, while everything goes on. When none is under the old key any
   * more, that leaves the key file and is kept, wrapped by the new one, for older backups; a process that stops on the
   * way goes on at its next start.
   * @returns how many data keys were wrapped anew
   * @throws Problem master_key_configured when the key is in the settings
   */
  rotateMasterKey(): Promise<number>;
  /**
   * Goes on with a rotation that a stopped process began, or that the settings ask for. To be called once, at the start,
   * when nothing needs the old key any more that was begun under it.
   * @returns how many data keys were wrapped anew
   */
  takeUpRotation(): Promise<number>;
  /** `work` is done in each rotation once nothing of the vault needs the old key, and before that is forgotten. */
  beforeForgettingKey(work: () => Promise<void>): void;
  /**
   * Runs `work` while the master keys stay as they are. A rotation waits for its end, and it for that of a rotation; it
   * must not be called again inside.
   */
  whileKeysStay<Result>(work: () => Promise<Result>): Promise<Result>;
}
