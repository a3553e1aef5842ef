import { randomUUID } from 'node:crypto';
import { KeyedMutex } from '../../../concurrency/turns.js';
import {
  bind,
  deleteStatement,
  insertStatement,
  type Storage,
  updateStatement,
  type Write,
} from '../../../storage/index.js';
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

export interface Session {
  readonly id: string;
  readonly user: string;
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
    for (const { id, user, expires_at } of rows) {
      sessions.#sessions.set(id, { id, user, expiresAt: expires_at, budget: newBudget() });
    }
    return sessions;
  }

  /** Ends the sessions that the database no longer has. */
  async reload(): Promise<void> {
    const rows = await this.storage.db.selectFrom('sessions').select('id').execute();
    const stored = new Set(rows.map(({ id }) => id));
    for (const id of this.#sessions.keys()) if (!stored.has(id)) this.#sessions.delete(id);
  }

  /** Returns a session that has not expired. */
  get(id: string): Session | undefined {
    const session = this.#sessions.get(id);
    return session && session.expiresAt > this.options.now() ? session : undefined;
  }

  /** Begins a session; durable when it resolves. `also` is written in the same transaction. */
  async begin(user: string, also: readonly Write[]): Promise<OpenedSession> {
    const now = this.options.now();
    const expiresAt = now + this.options.lifetimeMs;
    const session: Session = { id: randomUUID(), user, expiresAt, budget: newBudget() };
    const refreshToken = randomToken('svcr');
    const { insertSession, insertToken } = this.#statements;
    this.#sessions.set(session.id, session);
    try {
      await this.storage.commit([
        bind(insertSession, { id: session.id, user, created_at: now, expires_at: session.expiresAt }),
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
   */
  async renew(refreshToken: string, client: Client): Promise<OpenedSession | undefined> {
    const digest = computeDigest(refreshToken);
    const row = await this.#find(digest);
    if (!row) return undefined;
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
      if (session.user === user) this.#sessions.delete(session.id);
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

function fingerprint({ address, agent }: Client): string {
  return computeDigest(`${address}\n${agent}`);
}

function getStatements(storage: Storage) {
  return {
    insertSession: insertStatement(storage, 'sessions', ['id', 'user', 'created_at', 'expires_at']),
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
