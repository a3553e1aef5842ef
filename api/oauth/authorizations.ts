import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { BoundedMap } from '../../controller/concurrency/bounded-map.js';
import type { ScopeEffect } from '../../controller/security/identity/access/scopes.js';
import type { ClientGrant } from '../../controller/security/identity/index.js';
import type { OAuthClient } from './clients/client.js';
import { OAuthFailure } from './clients/failure.js';

const minute = 60_000;
/** A person has this long to decide, in ms; also the lifetime of the codes of a terminal. */
export const requestMs = 10 * minute;
const codeMs = minute;
/** Seconds between two questions of a terminal. */
export const pollSeconds = 2;
/** Letters of the code that a person types: no vowels, so that no words come out (RFC 8628, 6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';

/** A request of a client to a person. */
export interface AuthorizationRequest {
  readonly client: OAuthClient;
  readonly issuer: string;
  /** The address that tokens are for. */
  readonly audience: string;
  readonly effects: readonly ScopeEffect[];
  /** The way back to the client: by the browser, or by the terminal that asks. */
  readonly answer: BrowserAnswer | DeviceAnswer;
}

export interface BrowserAnswer {
  readonly kind: 'browser';
  readonly redirectUri: string;
  readonly state: string | undefined;
  /** S256 of the secret that the client keeps (RFC 7636). */
  readonly challenge: string;
}

interface DeviceAnswer {
  readonly kind: 'device';
  /** The code that a person compares, with a hyphen. */
  readonly userCode: string;
}

/** The grant of a person, before the client has fetched its tokens. */
export interface Granted {
  /** The name of a user, or `oidc:<name>`. */
  readonly user: string;
  readonly grant: ClientGrant;
  /** ms; the longest lifetime of the session. */
  readonly maxMs: number | undefined;
}

interface Pending {
  readonly id: string;
  readonly request: AuthorizationRequest;
  /** ms since the epoch. */
  readonly endsAt: number;
}

interface Code extends Granted {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly endsAt: number;
  isUsed: boolean;
  /** The code came twice: the tokens that it gave are taken back. */
  isReplayed: boolean;
  /** The session that the code began. */
  session: string | undefined;
}

interface Device {
  readonly clientId: string;
  readonly endsAt: number;
  askedAt: number;
  /** ms between two questions, which grows with each that comes too early. */
  pauseMs: number;
  state: 'pending' | 'denied' | Granted;
}

export interface CodeRedemption {
  code: string;
  clientId: string;
  redirectUri: string;
  verifier: string;
}

/**
 * Requests, codes and terminals that wait, in the memory of the leader, by digests: they live for a minute, or ten, and after a restart
 * the person is asked once more. All are bounded, and the oldest is forgotten first.
 */
export class Authorizations {
  readonly #pending = new BoundedMap<string, Pending>(10_000);
  readonly #codes = new BoundedMap<string, Code>(10_000);
  readonly #devices = new BoundedMap<string, Device>(10_000);
  /** Code of a person, without its hyphen → id of the request. */
  readonly #userCodes = new BoundedMap<string, string>(10_000);

  constructor(private readonly now: () => number = Date.now) {}

  /** Keeps a request until a person decides. @returns its id, which is hard to guess */
  add(request: AuthorizationRequest): string {
    const id = randomText();
    this.#pending.set(id, { id, request, endsAt: this.now() + requestMs });
    return id;
  }

  find(id: string): AuthorizationRequest | undefined {
    const pending = this.#pending.get(id);
    return pending && pending.endsAt > this.now() ? pending.request : undefined;
  }

  /** Returns the id of the request of a code that a person has typed, in any spelling. */
  findByUserCode(text: string): string | undefined {
    const id = this.#userCodes.get(text.toUpperCase().replaceAll(/[^A-Z]/g, ''));
    return id !== undefined && this.find(id) ? id : undefined;
  }

  /** Adds a request of a terminal. @returns the code that it asks with, and the one that its person types */
  addDevice(request: Omit<AuthorizationRequest, 'answer'>): { deviceCode: string; userCode: string } {
    const deviceCode = randomText();
    const plain = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
    const userCode = `${plain.slice(0, 4)}-${plain.slice(4)}`;
    const id = computeDigest(deviceCode);
    const endsAt = this.now() + requestMs;
    this.#pending.set(id, { id, request: { ...request, answer: { kind: 'device', userCode } }, endsAt });
    this.#userCodes.set(plain, id);
    const pauseMs = pollSeconds * 1000;
    const { id: clientId } = request.client;
    this.#devices.set(id, { clientId, endsAt, askedAt: 0, pauseMs, state: 'pending' });
    return { deviceCode, userCode };
  }

  /** Ends a request of a browser with a grant. @returns the code, for one use */
  grantBrowser(id: string, { redirectUri, challenge }: BrowserAnswer, granted: Granted): string {
    this.#pending.delete(id);
    const code = randomText();
    const endsAt = this.now() + codeMs;
    const state = { isUsed: false, isReplayed: false, session: undefined };
    this.#codes.set(computeDigest(code), { ...granted, redirectUri, challenge, endsAt, ...state });
    return code;
  }

  grantDevice(id: string, granted: Granted): void {
    this.#pending.delete(id);
    const device = this.#devices.get(id);
    if (device) device.state = granted;
  }

  deny(id: string): void {
    this.#pending.delete(id);
    const device = this.#devices.get(id);
    if (device) device.state = 'denied';
  }

  /**
   * Redeems a code, once: an attempt that fails uses it up too.
   * @param begin begins the session of the client; resolves with its tokens
   * @param end ends a session whose code came twice (OAuth 2.1, 4.1.3)
   * @throws OAuthFailure invalid_grant
   */
  async redeem<Tokens extends { session?: string }>(
    { code: text, clientId, redirectUri, verifier }: CodeRedemption,
    begin: (granted: Granted) => Promise<Tokens>,
    end: (session: string) => Promise<void>,
  ): Promise<Tokens> {
    const code = this.#codes.get(computeDigest(text));
    if (!code) throw notValid();
    if (code.isUsed) {
      code.isReplayed = true;
      if (code.session !== undefined) await end(code.session);
      throw notValid();
    }
    code.isUsed = true;
    if (code.endsAt <= this.now() || code.grant.clientId !== clientId || code.redirectUri !== redirectUri)
      throw notValid();
    if (!isVerified(verifier, code.challenge))
      throw new OAuthFailure('invalid_grant', 'The `code_verifier` does not fit the code');
    const tokens = await begin(code);
    code.session = tokens.session;
    // Meanwhile the code may have come again.
    if (code.isReplayed) {
      if (tokens.session !== undefined) await end(tokens.session);
      throw notValid();
    }
    return tokens;
  }

  /**
   * Returns what a person has granted to a terminal, once.
   * @throws OAuthFailure authorization_pending, slow_down, access_denied, expired_token, invalid_grant (RFC 8628, 3.5)
   */
  takeDevice(deviceCode: string, clientId: string): Granted {
    const id = computeDigest(deviceCode);
    const device = this.#devices.get(id);
    if (!device || device.clientId !== clientId)
      throw new OAuthFailure('invalid_grant', 'The device code is not valid, or was used before');
    const now = this.now();
    if (device.endsAt <= now) {
      this.#devices.delete(id);
      throw new OAuthFailure('expired_token', 'The device code has expired: begin again');
    }
    const { state } = device;
    if (state === 'denied') {
      this.#devices.delete(id);
      throw new OAuthFailure('access_denied', 'The person has refused');
    }
    if (state !== 'pending') {
      this.#devices.delete(id);
      return state;
    }
    const isEarly = now < device.askedAt + device.pauseMs;
    device.askedAt = now;
    if (!isEarly) throw new OAuthFailure('authorization_pending', 'The person has not decided yet');
    device.pauseMs += 5_000;
    throw new OAuthFailure('slow_down', 'Ask five seconds later than before from now on');
  }
}

/** Compares S256 of a verifier with the challenge, in constant time. */
function isVerified(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const [one, other] = [createHash('sha256').update(verifier).digest(), Buffer.from(challenge, 'base64url')];
  return one.length === other.length && timingSafeEqual(one, other);
}

function notValid(): OAuthFailure {
  return new OAuthFailure('invalid_grant', 'The code is not valid, has expired or was used before');
}

function randomText(): string {
  return randomBytes(32).toString('base64url');
}

function computeDigest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
