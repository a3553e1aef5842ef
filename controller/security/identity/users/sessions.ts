import { randomUUID } from 'node:crypto';
import { BoundedMap } from '../../../concurrency/bounded-map.js';
import { KeyedMutex } from '../../../concurrency/turns.js';
import {
  bind,
  deleteStatement,
  insertStatement,
  type Storage,
  type Tables,
  updateStatement,
  type Write,
} from '../../../storage/index.js';
import type { Actor, Principal, Role } from '../access/access.js';
import type { Scopes } from '../access/scopes.js';
import { type Budget, computeDigest, newBudget, randomToken } from '../credentials/credential-index.js';

/** A client that missed the answer, or refreshed twice at once, gets the same next token again for this long. */
const graceMs = 10_000;
const cleaningMs = 3_600_000;

/** The client of a request to sign in or to refresh. */
export interface Client {
  address: string;
  /** `User-Agent`, or another text that tells clients behind one address apart. */
  agent: string;
}

/** The grant of a person to a client (OAuth 2.1): the session is the client's, within these bounds. */
export interface ClientGrant {
  /** The id of the client, as it sends it. */
  readonly clientId: string;
  /** The name that people know the client by. */
  readonly clientName: string;
  /** The address that its tokens are for, with everything below. */
  readonly audience: string;
  /** The highest role of its tokens. */
  readonly role: Role;
  readonly actor: Actor;
  readonly scopes?: Scopes | undefined;
  /** The person, where an issuer named it and no account has it. */
  readonly person?: { readonly issuer: string; readonly principal: Principal } | undefined;
}

export interface Session {
  readonly id: string;
  /** The name of a user, or `oidc:<name>`. */
  readonly user: string;
  readonly createdAt: number;
  /** Undefined for a session of the person alone. */
  readonly grant: ClientGrant | undefined;
  /** ms since the epoch. */
  readonly expiresAt: number;
  readonly budget: Budget;
}

export interface OpenedSession {
  session: Session;
  refreshToken: string;
}

export interface SessionsOptions {
  lifetimeMs: number;
  /** ms since the epoch. */
  now: () => number;
  /** Returns the successor of a refresh token: always the same one, which the token alone does not reveal. */
  nextToken: (refreshToken: string) => string;
  /** Called when a session was ended. */
  changed: () => void;
}

/**
 * Sessions of users. Each begins with a sign-in and is renewed with a refresh token that is valid once. A used token that
 * is sent again ends the session, unless the same client sends it within seconds: that client gets the same next token.
 */
export class Sessions {
  readonly #sessions = new Map<string, Session>();
  /** Sessions that have ended lately: a list that was read before does not bring them back. */
  readonly #ended = new BoundedMap<string, true>(10_000);
  readonly #mutex = new KeyedMutex();
  readonly #statements;
  #cleanedAt = 0;

  private constructor(
    private readonly storage: Storage,
    private readonly options: SessionsOptions,
  ) {
    this.#statements = getStatements(storage);
  }

  static async open(storage: Storage, options: SessionsOptions): Promise<Sessions> {
    const sessions = new Sessions(storage, options);
    const rows = await storage.db
      .selectFrom('sessions')
      .selectAll()
      .where('expires_at', '>', options.now())
      .execute();
    for (const row of rows) sessions.#sessions.set(row.id, toSession(row));
    return sessions;
  }

  /** Ends the sessions that the database no longer has, and adds those that another node has begun. */
  async reload(): Promise<void> {
    const rows = await this.storage.db
      .selectFrom('sessions')
      .selectAll()
      .where('expires_at', '>', this.options.now())
      .execute();
    const stored = new Set(rows.map(({ id }) => id));
    for (const id of this.#sessions.keys()) if (!stored.has(id)) this.#sessions.delete(id);
    for (const row of rows)
      if (!this.#sessions.has(row.id) && !this.#ended.has(row.id)) this.#sessions.set(row.id, toSession(row));
  }

  /** Returns the sessions of clients that have not expired. */
  clientSessions(): (Session & { grant: ClientGrant })[] {
    return [...this.#sessions.values()].filter(
      (session): session is Session & { grant: ClientGrant } =>
        session.grant !== undefined && session.expiresAt > this.options.now(),
    );
  }

  /** Returns when refresh tokens of sessions were made last, by the id of the session: ms since the epoch. */
  async lastRenewals(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.storage.db
      .selectFrom('refresh_tokens')
      .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session')
      .where('sessions.client_grant', 'is not', null)
      .select(['refresh_tokens.session as session', (of) => of.fn.max('refresh_tokens.created_at').as('at')])
      .groupBy('refresh_tokens.session')
      .execute();
    return new Map(rows.map(({ session, at }) => [session, Number(at)]));
  }

  /** Returns a session that has not expired. */
  get(id: string): Session | undefined {
    const session = this.#sessions.get(id);
    return session && session.expiresAt > this.options.now() ? session : undefined;
  }

  /** Begins a session; durable when it resolves. `also` is written in the same transaction. */
  begin(user: string, also: readonly Write[]): Promise<OpenedSession> {
    return this.#begin(user, undefined, this.options.lifetimeMs, also);
  }

  /**
   * Begins the session of a client; durable when it resolves.
   * @param user the name of a user, or `oidc:<name>`
   * @param maxMs the longest lifetime in ms, where that is less than that of other sessions
   */
  beginForClient(user: string, grant: ClientGrant, maxMs = Number.POSITIVE_INFINITY): Promise<OpenedSession> {
    return this.#begin(user, grant, Math.min(this.options.lifetimeMs, maxMs), []);
  }

  async #begin(
    user: string,
    grant: ClientGrant | undefined,
    lifetimeMs: number,
    also: readonly Write[],
  ): Promise<OpenedSession> {
    const now = this.options.now();
    const expiresAt = now + lifetimeMs;
    const session: Session = {
      id: randomUUID(),
      user,
      createdAt: now,
      grant,
      expiresAt,
      budget: newBudget(),
    };
    const refreshToken = randomToken('svcr');
    const { insertSession, insertToken } = this.#statements;
    this.#sessions.set(session.id, session);
    try {
      await this.storage.commit([
        bind(insertSession, {
          id: session.id,
          user,
          created_at: now,
          expires_at: session.expiresAt,
          client_grant: grant === undefined ? null : JSON.stringify(grant),
        }),
        bind(insertToken, { digest: computeDigest(refreshToken), session: session.id, created_at: now }),
        ...also,
        ...this.#cleaning(now),
      ]);
    } catch (error) {
      this.#sessions.delete(session.id);
      throw error;
    }
    return { session, refreshToken };
  }

  /**
   * Exchanges a valid refresh token for a new one. Returns undefined for an unknown token, and ends the session for a
   * token that another client has used, or that was used more than some seconds ago.
   * @param clientId the client that the session belongs to; left out, the token has to be that of a person alone
   */
  async renew(refreshToken: string, client: Client, clientId?: string): Promise<OpenedSession | undefined> {
    const digest = computeDigest(refreshToken);
    const row = await this.#find(digest);
    if (!row || this.get(row.session)?.grant?.clientId !== clientId) return undefined;
    const next = this.options.nextToken(refreshToken);
    return this.#mutex.run(row.session, () => this.#renew(digest, next, fingerprint(client)));
  }

  async #renew(digest: string, next: string, client: string): Promise<OpenedSession | undefined> {
    const row = await this.#find(digest);
    const session = row && this.get(row.session);
    if (!session) return undefined;
    const now = this.options.now();
    if (row.used_at !== null) {
      const isLostAnswer = row.used_by === client && now - row.used_at <= graceMs;
      if (isLostAnswer && (await this.#find(computeDigest(next)))) return { session, refreshToken: next };
      await this.end(session.id);
      return undefined;
    }
    const { insertToken, useToken } = this.#statements;
    await this.storage.commit([
      bind(insertToken, { digest: computeDigest(next), session: session.id, created_at: now }),
      bind(useToken, { digest, used_at: now, used_by: client }),
    ]);
    return this.get(session.id) ? { session, refreshToken: next } : undefined;
  }

  /** Returns the session that a refresh token belongs to, used or not. */
  async ofRefreshToken(refreshToken: string): Promise<Session | undefined> {
    const row = await this.#find(computeDigest(refreshToken));
    return row && this.get(row.session);
  }

  /** Ends a session at once; durable when it resolves. */
  async end(id: string): Promise<void> {
    this.#sessions.delete(id);
    this.#ended.set(id, true);
    this.options.changed();
    const { deleteSession, deleteTokens } = this.#statements;
    await this.storage.commit([bind(deleteTokens, { session: id }), bind(deleteSession, { id })]);
  }

  /** Returns the writes that end every session of a user. Once they are committed, call `forget`. */
  ending(user: string): readonly Write[] {
    const { deleteAllTokens, deleteSessions } = this.#statements;
    return [bind(deleteAllTokens, { user }), bind(deleteSessions, { user })];
  }

  forget(user: string): void {
    for (const session of this.#sessions.values()) {
      if (session.user !== user) continue;
      this.#sessions.delete(session.id);
      this.#ended.set(session.id, true);
    }
  }

  #find(digest: string) {
    return this.storage.db
      .selectFrom('refresh_tokens')
      .selectAll()
      .where('digest', '=', digest)
      .executeTakeFirst();
  }

  /** Removes expired sessions, at most once an hour. */
  #cleaning(now: number): Write[] {
    if (now - this.#cleanedAt < cleaningMs) return [];
    this.#cleanedAt = now;
    for (const { id, expiresAt } of this.#sessions.values()) {
      if (expiresAt <= now) this.#sessions.delete(id);
    }
    const { deleteExpiredTokens, deleteExpired } = this.#statements;
    return [bind(deleteExpiredTokens, { now }), bind(deleteExpired, { now })];
  }
}

/** Returns the id of the principal of a session. @param user the name of a user, or `oidc:<name>` */
export function toPrincipalId(user: string): string {
  return user.startsWith('oidc:') ? user : `user:${user}`;
}

function toSession({ id, user, created_at, expires_at, client_grant }: Tables['sessions']): Session {
  const grant = client_grant === null ? undefined : (JSON.parse(client_grant) as ClientGrant);
  return { id, user, createdAt: created_at, expiresAt: expires_at, grant, budget: newBudget() };
}

function fingerprint({ address, agent }: Client): string {
  return computeDigest(`${address}\n${agent}`);
}

function getStatements(storage: Storage) {
  return {
    insertSession: insertStatement(storage, 'sessions', [
      'id',
      'user',
      'created_at',
      'expires_at',
      'client_grant',
    ]),
    insertToken: insertStatement(storage, 'refresh_tokens', ['digest', 'session', 'created_at']),
    useToken: updateStatement(storage, 'refresh_tokens', ['used_at', 'used_by'], ['digest']),
    deleteSession: deleteStatement(storage, 'sessions', ['id']),
    deleteTokens: deleteStatement(storage, 'refresh_tokens', ['session']),
    deleteSessions: deleteStatement(storage, 'sessions', ['user']),
    deleteAllTokens: storage.statement<{ user: string }>((db, p) =>
      db
        .deleteFrom('refresh_tokens')
        .where('session', 'in', db.selectFrom('sessions').select('id').where('user', '=', p.user)),
    ),
    deleteExpired: storage.statement<{ now: number }>((db, p) =>
      db.deleteFrom('sessions').where('expires_at', '<=', p.now),
    ),
    deleteExpiredTokens: storage.statement<{ now: number }>((db, p) =>
      db
        .deleteFrom('refresh_tokens')
        .where('session', 'in', db.selectFrom('sessions').select('id').where('expires_at', '<=', p.now)),
    ),
  };
}
