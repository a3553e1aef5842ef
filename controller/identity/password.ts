import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Problem } from '../problems/index.js';
import { Work } from './work.js';

const cost = { N: 2 ** 17, r: 8, p: 1 };
const maxmem = 256 * 1024 * 1024;
/** Each takes 128 MiB and a thread of libuv's four for some tenths of a second. */
const work = new Work(2, 100);
const shortest = 12;
const longest = 256;
/** A hash of nothing anybody knows, of the same cost as all others. */
const nobodys = `$scrypt$ln=17,r=8,p=1$${randomBytes(16).toString('base64')}$${randomBytes(32).toString('base64')}`;

/** A PHC string: `$scrypt$ln=17,r=8,p=1$<salt>$<hash>`. @throws Problem sign_in_busy */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return `$scrypt$ln=17,r=8,p=1$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/**
 * False for a wrong password, for a hash that cannot be read, and without one, after as much work as for any other.
 * @throws Problem sign_in_busy
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const parsed = parse(stored ?? nobodys);
  const isKnown = stored !== undefined && parsed !== undefined;
  const { salt, hash: expected, options } = parsed ?? (parse(nobodys) as Parsed);
  const actual = await derive(password, salt, options);
  return actual.length === expected.length && timingSafeEqual(actual, expected) && isKnown;
}

/** @throws Problem body_invalid for one that is too easy to guess or too long to hash */
export function requirePassword(password: string, user: string): void {
  const length = [...password].length;
  const fault =
    length < shortest
      ? `needs ${shortest} characters at least`
      : length > longest
        ? `takes ${longest} characters at most`
        : password.toLowerCase().includes(user) && length < user.length + shortest
          ? 'must not be the name with a little around it'
          : new Set(password).size < 5
            ? 'needs 5 different characters at least'
            : undefined;
  if (fault === undefined) return;
  throw new Problem('body_invalid', `The password cannot be used: it ${fault}`, {
    errors: [{ pointer: '/password', message: fault }],
    hints: ['Take a few words that do not belong together, or what a password manager makes.'],
  });
}

interface Parsed {
  salt: Buffer;
  hash: Buffer;
  options: { N: number; r: number; p: number };
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

function derive(
  password: string,
  salt: Buffer,
  options: { N: number; r: number; p: number },
): Promise<Buffer> {
  return work.do(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, 32, { ...options, maxmem }, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}
