import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Key, Signature } from '@tufjs/models';

/** The top-level roles of The Update Framework (specification 1.0, section 2.1). */
export const roles = ['root', 'targets', 'snapshot', 'timestamp'] as const;
export type RoleName = (typeof roles)[number];

/** Root keys that are made, and how many of them must sign. */
const rootKeys = 3;
export const rootThreshold = 2;

/** A private key with its public part as metadata lists it. */
export interface SigningKey {
  key: Key;
  sign(data: Buffer): Signature;
}

/** The keys of a folder, by role. A role without keys cannot be signed from this folder. */
export type KeySet = Readonly<Record<RoleName, readonly SigningKey[]>>;

/**
 * Makes Ed25519 keys: three for root, one for each other role, as PKCS 8 files that only their owner may read.
 * @throws an error when the folder has keys already
 */
export function makeKeys(folder: string): KeySet {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of namesOfKeys()) {
    const path = join(folder, name);
    if (existsSync(path)) throw new Error(`${path} exists. Keys are never replaced: choose an empty folder.`);
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  }
  return readKeys(folder);
}

function namesOfKeys(): string[] {
  const others = roles.filter((role) => role !== 'root').map((role) => `${role}.pem`);
  return [...Array.from({ length: rootKeys }, (_, index) => `root-${index + 1}.pem`), ...others];
}

/** Reads the keys of a folder: `<role>.pem` and `<role>-<anything>.pem`. Root keys may be kept in other places. */
export function readKeys(folder: string): KeySet {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.pem'))
    .sort();
  const of = (role: RoleName) =>
    names
      .filter((name) => name === `${role}.pem` || name.startsWith(`${role}-`))
      .map((name) => signingKey(createPrivateKey(readFileSync(join(folder, name)))));
  return { root: of('root'), targets: of('targets'), snapshot: of('snapshot'), timestamp: of('timestamp') };
}

function signingKey(privateKey: KeyObject): SigningKey {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const keyVal = { public: Buffer.from(x, 'base64url').toString('hex') };
  const parts = { keyType: 'ed25519', scheme: 'ed25519', keyVal };
  // Canonical JSON: the names of the members are in order.
  const canonical = JSON.stringify({ keytype: parts.keyType, keyval: keyVal, scheme: parts.scheme });
  const keyID = createHash('sha256').update(canonical).digest('hex');
  return {
    key: new Key({ keyID, ...parts }),
    sign: (data) => new Signature({ keyID, sig: sign(null, data, privateKey).toString('hex') }),
  };
}
