import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { Problem } from '../problems/index.js';
import { writePrivateFile } from '../storage/index.js';

const lifetimeMs = 30 * 86_400_000;
/** Longer than any access token lives. */
const retiredMs = 2 * 3_600_000;

interface SigningKey {
  kid: string;
  /** 32 bytes, base64url. */
  secret: string;
  /** ms since the epoch. */
  createdAt: number;
}

/**
 * The keys that access tokens are signed with, in a file only its owner may read. A new one is made every 30 days; the
 * one before still verifies until every token it signed has expired.
 */
export class SigningKeys {
  #keys: SigningKey[];

  /** @throws Problem settings_invalid for a file that holds no keys */
  constructor(
    private readonly file: string,
    private readonly now: () => number,
  ) {
    this.#keys = existsSync(file) ? parse(file) : [];
  }

  current(): { kid: string; secret: Uint8Array } {
    const newest = this.#keys.at(-1);
    const key = newest && this.now() - newest.createdAt < lifetimeMs ? newest : this.rotate();
    return { kid: key.kid, secret: Buffer.from(key.secret, 'base64url') };
  }

  find(kid: unknown): Uint8Array | undefined {
    const at = this.#keys.findIndex((key) => key.kid === kid);
    const key = this.#keys[at];
    if (key === undefined) return undefined;
    const next = this.#keys[at + 1];
    if (next !== undefined && this.now() - next.createdAt > retiredMs) return undefined;
    return Buffer.from(key.secret, 'base64url');
  }

  /** Signs with a new key from now on. */
  rotate(): SigningKey {
    const key = {
      kid: randomUUID(),
      secret: randomBytes(32).toString('base64url'),
      createdAt: this.now(),
    };
    const keys = [...this.#keys.slice(-1), key];
    writePrivateFile(this.file, `${JSON.stringify({ keys }, null, 2)}\n`);
    this.#keys = keys;
    return key;
  }
}

function parse(file: string): SigningKey[] {
  try {
    const { keys } = JSON.parse(readFileSync(file, 'utf8')) as { keys: SigningKey[] };
    const isWhole = keys.every(({ kid, secret, createdAt }) => {
      return (
        typeof kid === 'string' &&
        typeof createdAt === 'number' &&
        Buffer.from(secret, 'base64url').length === 32
      );
    });
    if (isWhole) return keys;
  } catch {
    // Told below.
  }
  throw new Problem('settings_invalid', `The file ${file} does not hold the keys that sign access tokens`, {
    hints: ['Put it back from a backup, or remove it: everybody signs in again then.'],
  });
}
