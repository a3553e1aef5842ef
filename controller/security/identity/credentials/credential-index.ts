import { hash, randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { BoundedMap } from '../../../concurrency/bounded-map.js';
import type { Principal } from '../access/access.js';

/** A credential that svc issued, and the caller that it authenticates. */
export interface IssuedCredential {
  readonly id: string;
  /** SHA-256 of the token, hex. */
  readonly digest: string;
  readonly caller: Caller;
}

/** Issued credentials in memory, found by their token, because every request brings one. */
export class CredentialIndex<Credential extends IssuedCredential> {
  readonly #byId = new Map<string, Credential>();
  readonly #byDigest = new Map<string, Credential>();
  readonly #byPrincipal = new Map<Principal, Credential>();

  get(id: string): Credential | undefined {
    return this.#byId.get(id);
  }

  /** Costs one hash of the token. */
  find(token: string): Credential | undefined {
    return this.#byDigest.get(computeDigest(token));
  }

  all(): Credential[] {
    return [...this.#byId.values()];
  }

  /** Adds the credential, or replaces the one with the same id. */
  set(credential: Credential): Credential {
    this.delete(credential.id);
    this.#byId.set(credential.id, credential);
    this.#byDigest.set(credential.digest, credential);
    this.#byPrincipal.set(credential.caller.principal, credential);
    return credential;
  }

  delete(id: string): void {
    const credential = this.#byId.get(id);
    if (!credential) return;
    this.#byId.delete(id);
    this.#byDigest.delete(credential.digest);
    this.#byPrincipal.delete(credential.caller.principal);
  }

  clear(): void {
    this.#byId.clear();
    this.#byDigest.clear();
    this.#byPrincipal.clear();
  }

  /** True while the credential that made the principal exists, is unchanged and has not expired. */
  isValid(principal: Principal, now: number): boolean {
    const credential = this.#byPrincipal.get(principal);
    return credential !== undefined && !isExpired(credential, now);
  }
}

export function isExpired({ caller }: IssuedCredential, now: number): boolean {
  return caller.expiresAt !== null && caller.expiresAt <= now;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Keys of before have no line before the checksum. */
const shape = /^svc_[a-z0-9]+_([0-9A-Za-z]{30})_?([0-9A-Za-z]{6})$/;

/**
 * Returns a new key: `svc_<label>_<30 random base62>_<6 base62 CRC-32>`, about 178 random bits. The checksum reveals a typo
 * without a look-up.
 */
export function createApiKey(label: string): string {
  let random = '';
  for (let i = 0; i < 30; i++) random += alphabet[randomInt(alphabet.length)];
  return `svc_${label}_${random}_${checksum(random)}`;
}

/** True when the text has the form and the checksum of a key. */
export function isWellFormedApiKey(text: string): boolean {
  const match = shape.exec(text);
  return match?.[1] !== undefined && match[2] === checksum(match[1]);
}

function checksum(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let i = 0; i < 6; i++) {
    text = alphabet[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** Returns the SHA-256 (hex) under which a random token is stored. Random tokens need no slow hash. */
export function computeDigest(token: string): string {
  return hash('sha256', token);
}

/** Returns `<prefix>_` and 256 random bits. */
export function randomToken(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

/** A session of a browser at the console. Times in ms since the epoch. */
export interface ConsoleSession {
  /** SHA-256 of the token in the cookie, hex. */
  readonly digest: string;
  /** The person that signed in: `user:<name>` or `oidc:<name>`. */
  readonly principalId: string;
  readonly createdAt: number;
  /** The end of the session, however it is used. */
  readonly expiresAt: number;
  /** The end of the session unless it is used again. */
  readonly idleUntil: number;
}

/** The holder of a valid credential. */
export interface Caller {
  readonly principal: Principal;
  /** Counts the requests made with the credential. */
  readonly budget: Budget;
  /** ms since the epoch; null for a credential that does not expire. */
  readonly expiresAt: number | null;
  /** The session that an access token belongs to. */
  readonly session?: string;
  /** The only address that the token is for, with everything below: that of a client has one. */
  readonly audience?: string;
  /** The session of a browser at the console. */
  readonly consoleSession?: ConsoleSession;
}

const minute = 60_000;

/** The requests of one credential in the current minute. */
export interface Budget {
  count: number;
  /** ms since the epoch. */
  endsAt: number;
}

export function newBudget(): Budget {
  return { count: 0, endsAt: 0 };
}

/** Counts one request; the first one after the end of a minute begins the next minute. @returns the count so far */
export function spend(budget: Budget, now: number): number {
  if (now >= budget.endsAt) {
    budget.count = 0;
    budget.endsAt = now + minute;
  }
  budget.count += 1;
  return budget.count;
}

/** Returns the count of the current minute. */
export function spent(budget: Budget, now: number): number {
  return now >= budget.endsAt ? 0 : budget.count;
}

/** Budgets by name, at most 10,000 of them: the oldest is forgotten first. */
export class Budgets {
  readonly #budgets = new BoundedMap<string, Budget>(10_000);

  of(name: string): Budget {
    const sharedBudget = this.#budgets.get(name);
    if (sharedBudget) return sharedBudget;
    const budget = newBudget();
    this.#budgets.set(name, budget);
    return budget;
  }

  /** Returns the budget only if it exists. */
  find(name: string): Budget | undefined {
    return this.#budgets.get(name);
  }
}
