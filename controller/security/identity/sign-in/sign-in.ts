import { KeyedMutex } from '../../../concurrency/turns.js';
import { Problem } from '../../../problems/index.js';
import { getNetwork } from '../../policy/ip-address.js';
import type { Principal } from '../access/access.js';
import type { ApiKeys } from '../credentials/api-keys.js';
import { Budgets, spend, spent } from '../credentials/credential-index.js';
import type { AccessTokens } from '../tokens/access-tokens.js';
import type { ConsoleSessions, OpenedConsoleSession } from '../users/console-sessions.js';
import { verifyPassword } from '../users/password.js';
import type { SessionPrincipals } from '../users/session-principals.js';
import type { Client, ClientGrant, OpenedSession, Sessions } from '../users/sessions.js';
import type { Users } from '../users/users.js';
import { SlowDown } from './slow-down.js';

/** The tokens that a sign-in or a refresh returns. */
export interface TokenGrant {
  accessToken: string;
  /** Seconds. */
  expiresIn: number;
  refreshToken?: string;
  principal: Principal;
  /** The session of the tokens. */
  session?: string;
}

export interface SignInOptions {
  users: Users;
  apiKeys: ApiKeys;
  sessions: Sessions;
  sessionPrincipals: Pick<SessionPrincipals, 'find'>;
  consoleSessions: ConsoleSessions;
  tokens: AccessTokens;
  /** The limit of failed sign-ins of one address in a minute. */
  failuresPerMinute: number;
  now: () => number;
}

/** Issues access tokens for passwords, refresh tokens and API keys. */
export class SignIn {
  readonly #slowDown = new SlowDown();
  readonly #mutex = new KeyedMutex();
  readonly #failures = new Budgets();

  constructor(private readonly options: SignInOptions) {}

  /**
   * Begins a session for a user's password. Takes the same time for a user that does not exist.
   * @throws Problem sign_in_failed, sign_in_limited, sign_in_busy
   */
  async password(name: string, password: string, client: Client): Promise<TokenGrant> {
    this.#refuseBeyondLimit(client.address);
    await this.#check(name, password, client.address);
    const { users, sessions, now } = this.options;
    return this.#grant(await sessions.begin(name, [users.signingIn(name, now())]));
  }

  /** Begins a session of a browser for a user's password. @throws as `password` */
  async openConsole(name: string, password: string, client: Client): Promise<OpenedConsoleSession> {
    await this.confirm(name, password, client);
    const { users, consoleSessions, now } = this.options;
    const principal = users.principal(name);
    if (!principal) throw new Problem('sign_in_failed', 'The user name or the password is wrong');
    return consoleSessions.begin(principal, [users.signingIn(name, now())]);
  }

  /** Checks the password of a user that is signed in. @throws as `password` */
  confirm(name: string, password: string, client: Client): Promise<void> {
    this.#refuseBeyondLimit(client.address);
    return this.#check(name, password, client.address);
  }

  /** Returns the next tokens of a session. @throws Problem sign_in_failed, sign_in_limited */
  async refresh(refreshToken: string, client: Client): Promise<TokenGrant> {
    this.#refuseBeyondLimit(client.address);
    const renewed = await this.options.sessions.renew(refreshToken, client);
    if (renewed) return this.#grant(renewed);
    throw this.#failed(client.address, 'The refresh token is not valid, or was used before');
  }

  /**
   * Begins the session of a client that a person has granted access to.
   * @param user the name of a user, or `oidc:<name>`
   * @param maxMs the longest lifetime in ms, where that is less than that of other sessions
   * @throws Problem sign_in_failed for a person that may not sign in any more
   */
  async client(user: string, grant: ClientGrant, maxMs?: number): Promise<TokenGrant> {
    return this.#grant(await this.options.sessions.beginForClient(user, grant, maxMs));
  }

  /** Returns the next tokens of the session of a client. @throws Problem sign_in_failed, sign_in_limited */
  async refreshClient(refreshToken: string, clientId: string, client: Client): Promise<TokenGrant> {
    this.#refuseBeyondLimit(client.address);
    const renewed = await this.options.sessions.renew(refreshToken, client, clientId);
    if (renewed) return this.#grant(renewed);
    throw this.#failed(client.address, 'The refresh token is not valid, or was used before');
  }

  /** Returns an access token for an API key. @throws Problem sign_in_failed, sign_in_limited */
  async apiKey(id: string, key: string, client: Client): Promise<TokenGrant> {
    this.#refuseBeyondLimit(client.address);
    const { apiKeys, tokens, now } = this.options;
    const keyId = apiKeys.findId(key, now());
    const caller = keyId === undefined ? undefined : apiKeys.findCaller(keyId, now());
    const isNamed = caller && (keyId === id || caller.principal.id === `api-key:${id}`);
    if (keyId === undefined || !isNamed)
      throw this.#failed(client.address, 'The client is not known, or its secret is wrong', 'invalid_client');
    const accessToken = await tokens.issue(caller.principal.id, { apiKey: keyId });
    return { accessToken, expiresIn: tokens.lifetime, principal: caller.principal };
  }

  async #check(name: string, password: string, address: string): Promise<void> {
    const { users, now } = this.options;
    await this.#mutex.run(name, async () => {
      // Checked again, because earlier attempts on this name may have failed meanwhile.
      this.#refuseBeyondLimit(address);
      const seconds = this.#slowDown.wait(name, now());
      if (seconds > 0) throw tooMany('There were too many wrong passwords for this user', seconds);
      const stored = users.findPassword(name);
      const isRight = await verifyPassword(password, stored);
      // During the check, the user may have got another password or been disabled.
      if (!isRight || users.findPassword(name) !== stored) {
        this.#slowDown.failed(name, now());
        throw this.#failed(address, 'The user name or the password is wrong');
      }
      this.#slowDown.succeeded(name);
    });
  }

  async #grant({ session, refreshToken }: OpenedSession): Promise<TokenGrant> {
    const { sessionPrincipals, tokens } = this.options;
    const principal = sessionPrincipals.find(session);
    if (!principal) throw new Problem('sign_in_failed', 'The user name or the password is wrong');
    const { id } = session;
    const accessToken = await tokens.issue(principal.id, { session: id }, session.grant?.audience);
    return { accessToken, expiresIn: tokens.lifetime, refreshToken, principal, session: id };
  }

  #refuseBeyondLimit(address: string): void {
    const budget = this.#failures.find(getNetwork(address));
    const now = this.options.now();
    if (!budget || spent(budget, now) < this.options.failuresPerMinute) return;
    const seconds = Math.ceil((budget.endsAt - now) / 1000);
    throw tooMany('There were too many failed sign-ins from this address', seconds);
  }

  #failed(address: string, detail: string, error = 'invalid_grant'): Problem {
    spend(this.#failures.of(getNetwork(address)), this.options.now());
    return new Problem('sign_in_failed', detail, { members: { error } });
  }
}

function tooMany(detail: string, seconds: number): Problem {
  return new Problem('sign_in_limited', detail, { retryAfter: seconds });
}
