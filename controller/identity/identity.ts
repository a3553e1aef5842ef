import type { Settings } from '../settings/index.js';
import type { DataDirectory, Storage } from '../storage/index.js';
import { AccessTokens, claimedIssuer, ownIssuer, type VerifiedToken } from './access-tokens.js';
import { ApiKeys } from './api-keys.js';
import type { Caller } from './contract.js';
import { digestOf } from './digest.js';
import { ensureAdmin, type InitialAdmin } from './first-admin.js';
import { Oidc } from './oidc.js';
import { Sessions } from './sessions.js';
import { Shares, sharePrefix } from './shares.js';
import { SignIn } from './sign-in.js';
import { SigningKeys } from './signing-keys.js';
import { Users } from './users.js';
import { Verified } from './verified.js';
import { Watches } from './watches.js';

export interface Identity {
  readonly users: Users;
  readonly apiKeys: ApiKeys;
  readonly shares: Shares;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  /**
   * Who calls with a credential: an API key, an access token, the token of a share link. Answers at once for what was
   * seen before and for every API key. Undefined for what is not, or no longer, valid.
   * @throws Problem oidc_unavailable, forbidden
   */
  authenticate(credential: string): Caller | undefined | Promise<Caller | undefined>;
  /** Aborts with `until`, or as soon as the credential that the caller came with is not good any more. */
  whileGood(caller: Caller, until: AbortSignal): AbortSignal;
  /** Set when this start made the first administrator: tell the operator where to look, once. */
  readonly firstAdmin: InitialAdmin | undefined;
  /** Signs access tokens with a new key from now on. */
  rotateSigningKey(): void;
  /** Takes users, keys, links and sessions as the database has them now: they were restored. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

export interface IdentityOptions {
  auth: Settings['Auth'];
  failedSignInsPerMinute: number;
  /** ms since the epoch. */
  now?: () => number;
}

const minute = 60_000;
const day = 86_400_000;

/** Opens the identities of an installation; see `ensureAdmin` for the first start. */
export async function openIdentity(
  storage: Storage,
  data: DataDirectory,
  options: IdentityOptions,
): Promise<Identity> {
  const { auth, failedSignInsPerMinute, now = () => Date.now() } = options;
  const firstAdmin = await ensureAdmin(storage, data);
  const watches = new Watches(isGood, now);
  const look = () => watches.look();
  const sessions = await Sessions.open(storage, auth.SessionDays * day, now, look);
  const users = await Users.open(storage, sessions, look);
  const apiKeys = await ApiKeys.open(storage, look);
  const shares = await Shares.open(storage, look);
  const signingKeys = new SigningKeys(data.file('token-keys.json'), now);
  const tokens = new AccessTokens(signingKeys, auth.AccessTokenMinutes * minute, now);
  const signIn = new SignIn({
    users,
    apiKeys,
    sessions,
    tokens,
    failuresPerMinute: failedSignInsPerMinute,
    now,
  });
  const oidc = auth.Oidc && new Oidc(auth.Oidc, now);
  const verified = new Verified<VerifiedToken>();

  function callerOf({ subject, expiresAt }: VerifiedToken): Caller | undefined {
    if ('apiKey' in subject) {
      const caller = apiKeys.callerOf(subject.apiKey, now());
      return caller && { ...caller, expiresAt };
    }
    const session = sessions.get(subject.session);
    const principal = session && users.principal(session.user);
    return principal && { principal, budget: session.budget, expiresAt, session: session.id };
  }

  function isGood({ principal, expiresAt, session }: Caller): boolean {
    if (expiresAt !== null && expiresAt <= now()) return false;
    if (principal.share) return shares.isGood(principal);
    if (principal.id.startsWith('api-key:')) return apiKeys.isGood(principal, now());
    if (session === undefined) return true;
    const user = sessions.get(session)?.user;
    return user !== undefined && users.principal(user) === principal;
  }

  async function verifyOwn(credential: string, digest: string): Promise<Caller | undefined> {
    const token = await tokens.verify(credential);
    if (!token) return undefined;
    verified.add(digest, token);
    return callerOf(token);
  }

  return {
    users,
    apiKeys,
    shares,
    sessions,
    signIn,
    firstAdmin,
    authenticate(credential) {
      if (credential.startsWith('svc_')) return apiKeys.authenticate(credential, now());
      if (credential.startsWith(`${sharePrefix}_`)) return shares.authenticate(credential, now());
      const issuer = claimedIssuer(credential);
      if (issuer === ownIssuer) {
        const digest = digestOf(credential);
        const known = verified.get(digest, now());
        return known ? callerOf(known) : verifyOwn(credential, digest);
      }
      if (oidc === undefined || issuer !== auth.Oidc?.Issuer) return undefined;
      return oidc.known(credential) ?? oidc.authenticate(credential);
    },
    whileGood: (caller, until) => watches.whileGood(caller, until),
    rotateSigningKey: () => void signingKeys.rotate(),
    async reload() {
      await sessions.reload();
      await Promise.all([users.reload(), apiKeys.reload(), shares.reload()]);
      look();
    },
    close: () => apiKeys.flush(),
  };
}
