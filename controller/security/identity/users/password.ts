import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Semaphore } from '../../../concurrency/turns.js';
import { Problem } from '../../../problems/index.js';

const cost = { N: 2 ** 17, r: 8, p: 1 };
const maxmem = 256 * 1024 * 1024;
/** Limits hashes at a time, because each takes 128 MiB and one of libuv's four threads for some tenths of a second. */
const hashing = new Semaphore(2);
const maxWaiting = 100;
const minLength = 12;
const maxLength = 256;
/** The hash of a random password, with the same cost as all others. */
const unknownHash = `$scrypt$ln=17,r=8,p=1$${randomBytes(16).toString('base64')}$${randomBytes(32).toString('base64')}`;

/** Returns a PHC string: `$scrypt$ln=17,r=8,p=1$<salt>$<hash>`. @throws Problem sign_in_busy */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return `$scrypt$ln=17,r=8,p=1$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/**
 * Returns false for a wrong password, for a hash that cannot be read, and without a hash. Takes the same time in all
 * cases, so that a caller cannot find out which users exist.
 * @throws Problem sign_in_busy
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const parsed = parse(stored ?? unknownHash);
  const isKnown = stored !== undefined && parsed !== undefined;
  const { salt, hash: expected, options } = parsed ?? (parse(unknownHash) as Parsed);
  const actual = await derive(password, salt, options);
  return actual.length === expected.length && timingSafeEqual(actual, expected) && isKnown;
}

/** @throws Problem body_invalid for a password that is too easy to guess or too long to hash */
export function requirePassword(password: string, user: string): void {
  const length = [...password].length;
  const fault =
    length < minLength
      ? `needs at least ${minLength} characters`
      : length > maxLength
        ? `takes at most ${maxLength} characters`
        : password.toLowerCase().includes(user) && length < user.length + minLength
          ? 'must not be the user name with a few characters around it'
          : new Set(password).size < 5
            ? 'needs at least 5 different characters'
            : undefined;
  if (fault === undefined) return;
  throw new Problem('body_invalid', `The password cannot be used: it ${fault}`, {
    errors: [{ pointer: '/password', message: fault }],
    hints: ['Use a few unrelated words, or a password from a password manager.'],
  });
}

interface Parsed {
  salt: Buffer;
  hash: Buffer;
  options: typeof cost;
}

function parse(stored: string): Parsed | undefined {
  const match = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!match) return undefined;
  const [, ln, r, p, salt = '', hash = ''] = match;
  return {
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
    options: { N: 2 ** Number(ln), r: Number(r), p: Number(p) },
  };
}

async function derive(password: string, salt: Buffer, options: typeof cost): Promise<Buffer> {
  if (hashing.waiting >= maxWaiting)
    throw new Problem('sign_in_busy', 'Too many passwords are being checked');
  return hashing.run(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, 32, { ...options, maxmem }, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}
