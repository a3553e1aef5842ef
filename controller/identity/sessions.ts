import { randomUUID } from 'node:crypto';
import { bind, type Storage, type Write } from '../storage/index.js';
import { Turns } from '../turns/index.js';
import { newBudget } from './budget.js';
import type { Budget, Client } from './contract.js';
import { digestOf, randomToken } from './digest.js';

/** A client that did not hear the answer, or refreshed twice at once, may use a used token again for so long. */
const graceMs = 10_000;
const cleaningMs = 3_600_000;

export interface Session {
  readonly id: string;
  readonly user: string;
  /** ms since the epoch. */
  readonly expiresAt: number;
  readonly budget: Budget;
}

export interface Opened {
  session: Session;
  refreshToken: string;
}

/**
 * Sessions of users: each begins with a sign-in, and is renewed by a refresh token that is good once. A used one that
 * comes again ends the session, unless the same client sends it within seconds.
 */
export class Sessions {
  readonly #sessions = new Map<string, Session>();
  readonly #turns = new Turns();
  readonly #statements;
  #cleanedAt = 0;

  private constructor(
    private readonly storage: Storage,
    private readonly lifetimeMs: number,
    private readonly now: () => number,
    private readonly ended: () => void,
  ) {
    this.#statements = statementsOf(storage);
  }

  /** @param ended hears of sessions that are over */
  static async open(
    storage: Storage,
    lifetimeMs: number,
    now: () => number,
    ended: () => void,
  ): Promise<Sessions> {
    const sessions = new Sessions(storage, lifetimeMs, now, ended);
    const rows = await storage.db
      .selectFrom('sessions')
      .selectAll()
      .where('expires_at', '>', now())
      .execute();
    for (const { id, user, expires_at } of rows) {
      sessions.#sessions.set(id, { id, user, expiresAt: expires_at, budget: newBudget() });
    }
    return sessions;
  }

  /** Ends in memory what the database does not have any more. */
  async reload(): Promise<void> {
    const rows = await this.storage.db.selectFrom('sessions').select('id').execute();
    const stored = new Set(rows.map(({ id }) => id));
    for (const id of this.#sessions.keys()) if (!stored.has(id)) this.#sessions.delete(id);
  }

  /** The session, while it lasts. */
  get(id: string): Session | undefined {
    const session = this.#sessions.get(id);
    return session && session.expiresAt > this.now() ? session : undefined;
  }

  /** Begins a session; durable when it resolves. `also` is written with it. */
  async begin(user: string, also: readonly Write[]): Promise<Opened> {
    const now = this.now();
    const session: Session = {
      id: randomUUID(),
      user,
      expiresAt: now + this.lifetimeMs,
      budget: newBudget(),
    };
    const refreshToken = randomToken('svcr');
    const { insertSession, insertToken } = this.#statements;
    const writes = [
      bind(insertSession, { id: session.id, user, created_at: now, expires_at: session.expiresAt }),
      bind(insertToken, { digest: digestOf(refreshToken), session: session.id, created_at: now }),
      ...also,
      ...this.#cleaning(now),
    ];
    this.#sessions.set(session.id, session);
    try {
      await this.storage.commit({ collect: () => writes });
    } catch (error) {
      this.#sessions.delete(session.id);
      throw error;
    }
    return { session, refreshToken };
  }

  /** A new refresh token for a good one; undefined, and the end of the session, for one that was used by another. */
  async renew(refreshToken: string, client: Client): Promise<Opened | undefined> {
    const digest = digestOf(refreshToken);
    const found = await this.#find(digest);
    if (!found) return undefined;
    return this.#turns.take(found.session, () => this.#renew(digest, fingerprint(client)));
  }

  async #renew(digest: string, client: string): Promise<Opened | undefined> {
    const row = await this.#find(digest);
    const session = row && this.get(row.session);
    if (!session) return undefined;
    const now = this.now();
    const isRepeat = row.used_at !== null;
    if (isRepeat && (row.used_by !== client || now - (row.used_at ?? 0) > graceMs)) {
      await this.end(session.id);
      return undefined;
    }
    const next = randomToken('svcr');
    const { insertToken, useToken } = this.#statements;
    const writes = [
      bind(insertToken, { digest: digestOf(next), session: session.id, created_at: now }),
      ...(isRepeat ? [] : [bind(useToken, { digest, used_at: now, used_by: client })]),
    ];
    await this.storage.commit({ collect: () => writes });
    return this.get(session.id) ? { session, refreshToken: next } : undefined;
  }

  /** The session that a refresh token belongs to, used or not. */
  async ofRefreshToken(refreshToken: string): Promise<Session | undefined> {
    const row = await this.#find(digestOf(refreshToken));
    return row && this.get(row.session);
  }

  /** Ends a session at once, and durably when it resolves. */
  async end(id: string): Promise<void> {
    this.#sessions.delete(id);
    this.ended();
    const { deleteSession, deleteTokens } = this.#statements;
    const writes = [bind(deleteTokens, { session: id }), bind(deleteSession, { id })];
    await this.storage.commit({ collect: () => writes });
  }

  /** What ends every session of a user, to be written with its reason; then call `forget`. */
  ending(user: string): readonly Write[] {
    const { deleteTokensOf, deleteSessionsOf } = this.#statements;
    return [bind(deleteTokensOf, { user }), bind(deleteSessionsOf, { user })];
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

  /** Now and then, what has expired goes. */
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
  return digestOf(`${address}\n${agent}`);
}

function statementsOf(storage: Storage) {
  return {
    insertSession: storage.statement<{ id: string; user: string; created_at: number; expires_at: number }>(
      (db, p) =>
        db
          .insertInto('sessions')
          .values({ id: p.id, user: p.user, created_at: p.created_at, expires_at: p.expires_at }),
    ),
    insertToken: storage.statement<{ digest: string; session: string; created_at: number }>((db, p) =>
      db
        .insertInto('refresh_tokens')
        .values({ digest: p.digest, session: p.session, created_at: p.created_at }),
    ),
    useToken: storage.statement<{ digest: string; used_at: number; used_by: string }>((db, p) =>
      db
        .updateTable('refresh_tokens')
        .set({ used_at: p.used_at, used_by: p.used_by })
        .where('digest', '=', p.digest),
    ),
    deleteSession: storage.statement<{ id: string }>((db, p) =>
      db.deleteFrom('sessions').where('id', '=', p.id),
    ),
    deleteTokens: storage.statement<{ session: string }>((db, p) =>
      db.deleteFrom('refresh_tokens').where('session', '=', p.session),
    ),
    deleteSessionsOf: storage.statement<{ user: string }>((db, p) =>
      db.deleteFrom('sessions').where('user', '=', p.user),
    ),
    deleteTokensOf: storage.statement<{ user: string }>((db, p) =>
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
