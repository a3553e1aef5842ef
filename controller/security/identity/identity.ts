import { Problem } from '../../problems/index.js';
import type { DataDirectory, Storage } from '../../storage/index.js';
import type { Vault } from '../vault/contract.js';
import type { Principal } from './access/access.js';
import type { RefusalReason } from './access/refusal.js';
import { ApiKeys } from './credentials/api-keys.js';
import { type Caller, computeDigest, isWellFormedApiKey } from './credentials/credential-index.js';
import { Shares, sharePrefix } from './credentials/shares.js';
import { CredentialWatches } from './sign-in/credential-watches.js';
import { SignIn } from './sign-in/sign-in.js';
import {
  AccessTokens,
  claimedIssuer,
  ownIssuer,
  type VerifiedToken,
  VerifiedTokens,
} from './tokens/access-tokens.js';
import { keyFile, sharedKeys } from './tokens/key-store.js';
import { Oidc, type OidcSettings, otherIssuer } from './tokens/oidc.js';
import { OidcLogin } from './tokens/oidc-login.js';
import { SigningKeys } from './tokens/signing-keys.js';
import { ConsoleSessions } from './users/console-sessions.js';
import { ensureAdmin, type InitialAdmin } from './users/first-admin.js';
import { SessionPrincipals } from './users/session-principals.js';
import { type Session, Sessions } from './users/sessions.js';
import { Users } from './users/users.js';

export interface IdentityOptions {
  auth: {
    SessionDays: number;
    AccessTokenMinutes: number;
    Console: { SessionHours: number; IdleMinutes: number };
    Oidc?: OidcSettings;
  };
  failedSignInsPerMinute: number;
  /** For keys in the database, where another process can take over. */
  sealing?: Pick<Vault, 'keep' | 'open' | 'conceal'> | undefined;
  /** Returns the values of a secret of the installation. */
  readSecret?: (path: string) => Promise<Readonly<Record<string, string>>>;
  /** ms since the epoch. */
  now?: () => number;
}

interface IdentityParts {
  storage: Storage;
  users: Users;
  apiKeys: ApiKeys;
  shares: Shares;
  sessions: Sessions;
  sessionPrincipals: SessionPrincipals;
  consoleSessions: ConsoleSessions;
  signIn: SignIn;
  signingKeys: SigningKeys;
  tokens: AccessTokens;
  oidc: Oidc | undefined;
  oidcLogin: OidcLogin | undefined;
  watches: CredentialWatches;
  firstAdmin: InitialAdmin | undefined;
  /** Are called when users or keys have changed. */
  listeners: (() => void)[];
  now: () => number;
}

const minute = 60_000;
const hour = 3_600_000;
const day = 86_400_000;

/** Opens the identities of an installation; see `ensureAdmin` for the first start. */
export async function openIdentity(
  storage: Storage,
  data: DataDirectory,
  {
    auth,
    failedSignInsPerMinute: failuresPerMinute,
    sealing,
    readSecret = noSecret,
    now = () => Date.now(),
  }: IdentityOptions,
): Promise<Identity> {
  const firstAdmin = await ensureAdmin(storage, data);
  const watches = new CredentialWatches(now);
  const listeners: (() => void)[] = [];
  const changed = () => watches.checkAll();
  const peopleChanged = () => {
    changed();
    for (const listener of listeners) listener();
  };
  const file = keyFile(data.file('token-keys.json'));
  const keyStore = storage.shared && sealing ? await sharedKeys(storage.shared, sealing, file) : file;
  const signingKeys = new SigningKeys(keyStore, now);
  const nextToken = (token: string) => signingKeys.nextToken(token);
  const lifetimeMs = auth.SessionDays * day;
  const sessions = await Sessions.open(storage, { lifetimeMs, now, changed, nextToken });
  const shares = new Shares(storage, changed);
  const consoleSessions = new ConsoleSessions(storage, {
    idleMs: auth.Console.IdleMinutes * minute,
    lifetimeMs: auth.Console.SessionHours * hour,
    issuer: auth.Oidc?.Issuer,
    findUser: (name): Principal | undefined => users.principal(name),
    now,
    changed,
  });
  const users = new Users(storage, sessions, consoleSessions, peopleChanged, shares);
  const apiKeys = new ApiKeys(storage, peopleChanged, shares);
  await Promise.all([users.reload(), apiKeys.reload(), shares.reload(), consoleSessions.reload()]);
  const tokens = new AccessTokens(signingKeys, auth.AccessTokenMinutes * minute, now);
  const sessionPrincipals = new SessionPrincipals({
    findUser: (name) => users.principal(name),
    issuer: auth.Oidc?.Issuer,
  });
  const signIn = new SignIn({
    users,
    apiKeys,
    sessions,
    sessionPrincipals,
    consoleSessions,
    tokens,
    failuresPerMinute,
    now,
  });
  const oidc = auth.Oidc && new Oidc(auth.Oidc, now);
  const login = auth.Oidc?.Login;
  const oidcLogin =
    auth.Oidc && oidc && login && new OidcLogin({ settings: auth.Oidc, login, oidc, readSecret, now });
  const stores = { users, apiKeys, shares, sessions, sessionPrincipals, consoleSessions };
  return new Identity({
    ...stores,
    storage,
    signIn,
    signingKeys,
    tokens,
    oidc,
    oidcLogin,
    watches,
    firstAdmin,
    listeners,
    now,
  });
}

async function noSecret(path: string): Promise<never> {
  throw new Problem('secret_not_found', `There is no secret \`${path}\``);
}

/** The callers of an installation and their credentials. */
export class Identity {
  readonly users: Users;
  readonly apiKeys: ApiKeys;
  readonly shares: Shares;
  readonly sessions: Sessions;
  readonly consoleSessions: ConsoleSessions;
  readonly signIn: SignIn;
  /** Undefined where people sign in with passwords only. */
  readonly oidcLogin: OidcLogin | undefined;
  /** Set when this start created the first administrator, so that the operator is told about the file, once. */
  readonly firstAdmin: InitialAdmin | undefined;
  readonly #parts: IdentityParts;
  readonly #verified = new VerifiedTokens<VerifiedToken>();

  constructor(parts: IdentityParts) {
    this.users = parts.users;
    this.apiKeys = parts.apiKeys;
    this.shares = parts.shares;
    this.sessions = parts.sessions;
    this.consoleSessions = parts.consoleSessions;
    this.signIn = parts.signIn;
    this.oidcLogin = parts.oidcLogin;
    this.firstAdmin = parts.firstAdmin;
    this.#parts = parts;
  }

  /**
   * Returns the caller of a credential: an API key, an access token or the token of a share link. Answers without a
   * promise for API keys, shares and tokens that were verified before. Undefined for an invalid credential.
   * @throws Problem unauthenticated for a token of an issuer that is not valid, with the reason; oidc_unavailable, forbidden
   */
  authenticate(credential: string): Caller | undefined | Promise<Caller | undefined> {
    const { oidc, now } = this.#parts;
    if (credential.startsWith('svc_')) return this.apiKeys.authenticate(credential, now());
    if (credential.startsWith(`${sharePrefix}_`)) return this.shares.authenticate(credential, now());
    const issuer = claimedIssuer(credential);
    if (issuer === ownIssuer) {
      const digest = computeDigest(credential);
      const verifiedToken = this.#verified.get(digest, now());
      return verifiedToken ? this.#findCaller(verifiedToken) : this.#verifyOwn(credential, digest);
    }
    if (oidc === undefined || issuer === undefined) return undefined;
    if (issuer !== oidc.issuer) throw otherIssuer(issuer);
    return oidc.known(credential) ?? oidc.authenticate(credential);
  }

  /** Ends every session of a person at once, at the console and of refresh tokens; durable when it resolves. */
  async endSessions(principalId: string): Promise<void> {
    const { storage, watches } = this.#parts;
    const name = principalId.startsWith('user:') ? principalId.slice('user:'.length) : undefined;
    const ends =
      name === undefined
        ? [...this.consoleSessions.ending(principalId), ...this.sessions.ending(principalId)]
        : this.users.sessionEnds(name);
    await storage.commit(ends);
    if (name !== undefined) this.users.forgetSessions(name);
    else {
      this.consoleSessions.forget(principalId);
      this.sessions.forget(principalId);
    }
    watches.checkAll();
  }

  /** Says why `authenticate` knows no caller of a credential; asked only then. */
  explainRefusal(credential: string): RefusalReason {
    const { now } = this.#parts;
    if (credential.startsWith('svc_')) {
      if (this.apiKeys.isExpired(credential, now())) return 'key_expired';
      return isWellFormedApiKey(credential) ? 'key_unknown' : 'key_malformed';
    }
    if (credential.startsWith(`${sharePrefix}_`))
      return this.shares.isExpired(credential, now()) ? 'share_expired' : 'share_unknown';
    const issuer = claimedIssuer(credential);
    if (issuer === ownIssuer) return 'own_token_invalid';
    return issuer === undefined ? 'credential_malformed' : 'token_issuer';
  }

  /**
   * Returns the principal that made something which ends with it: a user that may sign in, or a key or a rotation of it.
   * `unknown` for a person that only an issuer knows.
   */
  findMaker(id: string): Principal | 'unknown' | undefined {
    const [kind, name = ''] = id.split(/:(.*)/s);
    if (kind === 'user') return this.users.principal(name);
    if (kind === 'api-key') return this.apiKeys.findPrincipal(name, this.#parts.now());
    return kind === 'oidc' ? 'unknown' : undefined;
  }

  /** Returns a signal that aborts with `until`, or as soon as the credential of the caller is no longer valid. */
  whileValid(caller: Caller, until: AbortSignal): AbortSignal {
    return this.#parts.watches.whileValid({ isValid: () => this.#isValid(caller), ...caller }, until);
  }

  /** Returns the session of an access token or a refresh token, valid or used; undefined for any other text. */
  async findSession(token: string): Promise<Session | undefined> {
    if (claimedIssuer(token) !== ownIssuer) return this.sessions.ofRefreshToken(token);
    const subject = (await this.#parts.tokens.verify(token))?.subject;
    return subject && 'session' in subject ? this.sessions.get(subject.session) : undefined;
  }

  /** Signs access tokens with a new key from now on. */
  rotateSigningKey(): void {
    this.#parts.signingKeys.rotate();
  }

  /** Reads users, keys, shares and sessions from the database again, after a restore. */
  async reload(): Promise<void> {
    await this.sessions.reload();
    await Promise.all([
      this.users.reload(),
      this.apiKeys.reload(),
      this.shares.reload(),
      this.consoleSessions.reload(),
    ]);
    this.#parts.watches.checkAll();
    for (const listener of this.#parts.listeners) listener();
  }

  /** Adds a listener for changes of users and keys, which is called when they are in effect. */
  onChange(listener: () => void): void {
    this.#parts.listeners.push(listener);
  }

  async close(): Promise<void> {
    await Promise.all([this.apiKeys.flush(), this.consoleSessions.flush()]);
  }

  async #verifyOwn(credential: string, digest: string): Promise<Caller | undefined> {
    const token = await this.#parts.tokens.verify(credential);
    if (!token) return undefined;
    this.#verified.add(digest, token);
    return this.#findCaller(token);
  }

  #findCaller({ subject, audience, expiresAt }: VerifiedToken): Caller | undefined {
    if ('apiKey' in subject) {
      if (audience !== ownIssuer) return undefined;
      const caller = this.apiKeys.findCaller(subject.apiKey, this.#parts.now());
      return caller && { ...caller, expiresAt };
    }
    const session = this.sessions.get(subject.session);
    const principal = session && this.#parts.sessionPrincipals.find(session);
    if (!principal || audience !== (session.grant?.audience ?? ownIssuer)) return undefined;
    const ofClient = session.grant ? { audience } : {};
    return { principal, budget: session.budget, expiresAt, session: session.id, ...ofClient };
  }

  #isValid({ principal, expiresAt, session, consoleSession }: Caller): boolean {
    const now = this.#parts.now();
    if (expiresAt !== null && expiresAt <= now) return false;
    if (principal.share) {
      const { createdBy } = principal.share;
      return this.shares.isValid(principal, now) && this.findMaker(createdBy) !== undefined;
    }
    if (principal.id.startsWith('api-key:')) return this.apiKeys.isValid(principal, now);
    if (consoleSession) return this.consoleSessions.isValid(consoleSession, principal);
    if (session === undefined) return true;
    const current = this.sessions.get(session);
    return current !== undefined && this.#parts.sessionPrincipals.find(current) === principal;
  }
}
