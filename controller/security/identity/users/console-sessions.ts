import { Problem } from '../../../problems/index.js';
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
import {
  type Budget,
  type Caller,
  type ConsoleSession,
  computeDigest,
  newBudget,
  randomToken,
} from '../credentials/credential-index.js';

const minute = 60_000;
const cleaningMs = 3_600_000;
/** A person with more browsers than this loses the session that was unused for longest. */
const maxPerPerson = 20;

export interface ConsoleSessionsOptions {
  /** The lifetime of a session that is not used. */
  idleMs: number;
  /** The lifetime of a session that is used. */
  lifetimeMs: number;
  /** ms since the epoch. */
  now: () => number;
  /** The issuer whose sessions are accepted; those of an earlier one have ended. */
  issuer: string | undefined;
  /** Returns the principal of a user that may sign in, as it is now. */
  findUser(name: string): Principal | undefined;
  /** Called when a session was ended. */
  changed(): void;
}

interface StoredSession {
  readonly digest: string;
  readonly principalId: string;
  /** The principal that an issuer named at sign-in; undefined for a user, whose account says what it may do. */
  readonly principal: Principal | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
  seenAt: number;
  /** The time of the last request that the database has. */
  storedSeenAt: number;
  readonly budget: Budget;
}

/** The cookie of a new session, which is shown once. */
export interface OpenedConsoleSession {
  token: string;
  caller: Caller;
}

/**
 * Sessions of browsers at the console, in memory and in the database, which has only digests of their tokens. A session of a user
 * has the rights that the account has at each request; one of an issuer keeps the role that the issuer named at sign-in.
 */
export class ConsoleSessions {
  readonly #sessions = new Map<string, StoredSession>();
  readonly #statements;
  /** Sessions whose last request is not written yet. */
  readonly #seen = new Set<StoredSession>();
  #timer: NodeJS.Timeout | undefined;
  #cleanedAt = 0;

  /** Knows no session before `reload`. */
  constructor(
    private readonly storage: Storage,
    private readonly options: ConsoleSessionsOptions,
  ) {
    this.#statements = getStatements(storage);
  }

  /** Reads the sessions from the database. The request budget that a session has spent stays spent. */
  async reload(): Promise<void> {
    const rows = await this.storage.db
      .selectFrom('console_sessions')
      .selectAll()
      .where('expires_at', '>', this.options.now())
      .execute();
    const before = new Map(this.#sessions);
    this.#sessions.clear();
    for (const row of rows) {
      const { digest, principal: principalId, issuer, created_at, seen_at, expires_at } = row;
      if (issuer !== null && issuer !== this.options.issuer) continue;
      const principal = issuer === null ? undefined : toPrincipal(row);
      this.#sessions.set(digest, {
        digest,
        principalId,
        principal,
        createdAt: created_at,
        expiresAt: expires_at,
        seenAt: Math.max(seen_at, before.get(digest)?.seenAt ?? 0),
        storedSeenAt: seen_at,
        budget: before.get(digest)?.budget ?? newBudget(),
      });
    }
  }

  /**
   * Begins a session; durable when it resolves.
   * @param principal of a user, or as an issuer names a person
   * @param also is written in the same transaction
   * @throws Problem sign_in_failed for a user that may not sign in any more
   */
  async begin(principal: Principal, also: readonly Write[] = []): Promise<OpenedConsoleSession> {
    const now = this.options.now();
    const isUser = principal.id.startsWith('user:');
    const token = randomToken('svcc');
    const session: StoredSession = {
      digest: computeDigest(token),
      principalId: principal.id,
      principal: isUser ? undefined : principal,
      createdAt: now,
      expiresAt: now + this.options.lifetimeMs,
      seenAt: now,
      storedSeenAt: now,
      budget: newBudget(),
    };
    const caller = this.#toCaller(session);
    if (!caller) throw new Problem('sign_in_failed', `${principal.id} may not sign in any more`);
    const surplus = this.#findSurplus(principal.id);
    this.#sessions.set(session.digest, session);
    try {
      await this.storage.commit([
        bind(this.#statements.insert, {
          digest: session.digest,
          principal: principal.id,
          issuer: isUser ? null : (this.options.issuer ?? null),
          role: isUser ? null : principal.role,
          actor: isUser ? null : (principal.actor ?? null),
          groups: isUser ? null : toText(principal.groups),
          scopes: isUser ? null : toText(principal.scopes),
          created_at: now,
          seen_at: now,
          expires_at: session.expiresAt,
        }),
        ...surplus.map(({ digest }) => bind(this.#statements.remove, { digest })),
        ...also,
        ...this.#cleaning(now),
      ]);
    } catch (error) {
      this.#sessions.delete(session.digest);
      throw error;
    }
    for (const { digest } of surplus) this.#sessions.delete(digest);
    if (surplus.length > 0) this.options.changed();
    return { token, caller };
  }

  /** Returns the caller of the token in a cookie, and notes that the session is used. Costs one hash. */
  authenticate(token: string): Caller | undefined {
    const session = this.#sessions.get(computeDigest(token));
    if (!session || !this.#isOpen(session)) return undefined;
    const caller = this.#toCaller(session);
    if (caller) this.#see(session);
    return caller;
  }

  /** True while the session is open and its person has the rights that `principal` has. */
  isValid({ digest }: ConsoleSession, principal: Principal): boolean {
    const session = this.#sessions.get(digest);
    return session !== undefined && this.#isOpen(session) && this.#findPrincipal(session) === principal;
  }

  /** Ends a session at once; durable when it resolves. */
  async end(digest: string): Promise<void> {
    this.#sessions.delete(digest);
    this.options.changed();
    await this.storage.commit([bind(this.#statements.remove, { digest })]);
  }

  /** Returns the writes that end every session of a person. Once they are committed, call `forget`. */
  ending(principalId: string): readonly Write[] {
    return [bind(this.#statements.removeAll, { principal: principalId })];
  }

  forget(principalId: string): void {
    for (const session of this.#sessions.values())
      if (session.principalId === principalId) this.#sessions.delete(session.digest);
  }

  /** Writes the times of last requests that are not written yet. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const seen = [...this.#seen].filter(({ digest }) => this.#sessions.has(digest));
    this.#seen.clear();
    if (seen.length === 0) return;
    await this.storage.commit({
      collect: () =>
        seen.map((session) => {
          session.storedSeenAt = session.seenAt;
          return bind(this.#statements.see, { digest: session.digest, seen_at: session.seenAt });
        }),
    });
  }

  #isOpen({ expiresAt, seenAt }: StoredSession): boolean {
    const now = this.options.now();
    return now < expiresAt && now < seenAt + this.options.idleMs;
  }

  #findPrincipal({ principal, principalId }: StoredSession): Principal | undefined {
    return principal ?? this.options.findUser(principalId.slice('user:'.length));
  }

  #toCaller(session: StoredSession): Caller | undefined {
    const principal = this.#findPrincipal(session);
    if (!principal) return undefined;
    const { digest, principalId, createdAt, expiresAt, budget } = session;
    const idleUntil = Math.min(expiresAt, this.options.now() + this.options.idleMs);
    const consoleSession = { digest, principalId, createdAt, expiresAt, idleUntil };
    return { principal, budget, expiresAt, consoleSession };
  }

  #see(session: StoredSession): void {
    session.seenAt = this.options.now();
    if (session.seenAt - session.storedSeenAt <= minute || this.#seen.has(session)) return;
    this.#seen.add(session);
    // After a failed write, the next request tries again.
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), minute).unref();
  }

  /** Returns the sessions of a person that have to end so that another one can begin. */
  #findSurplus(principalId: string): StoredSession[] {
    const own = [...this.#sessions.values()].filter((session) => session.principalId === principalId);
    if (own.length < maxPerPerson) return [];
    return own.sort((a, b) => a.seenAt - b.seenAt).slice(0, own.length + 1 - maxPerPerson);
  }

  /** Removes sessions that have ended, at most once an hour. */
  #cleaning(now: number): Write[] {
    if (now - this.#cleanedAt < cleaningMs) return [];
    this.#cleanedAt = now;
    for (const session of this.#sessions.values())
      if (!this.#isOpen(session)) this.#sessions.delete(session.digest);
    // The database has the time of the last request late: by the minute in which it is written.
    const unseenSince = now - this.options.idleMs - 5 * minute;
    return [bind(this.#statements.removeEnded, { now, unseenSince })];
  }
}

/** Returns the person that an issuer named. */
function toPrincipal({
  principal: id,
  role,
  actor,
  groups,
  scopes,
}: Pick<Tables['console_sessions'], 'principal' | 'role' | 'actor' | 'groups' | 'scopes'>): Principal {
  return {
    id,
    role: role as Role,
    actor: actor as Actor,
    ...(groups === null ? {} : { groups: JSON.parse(groups) as string[] }),
    ...(scopes === null ? {} : { scopes: JSON.parse(scopes) as Scopes }),
  };
}

function toText(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function getStatements(storage: Storage) {
  return {
    insert: insertStatement(storage, 'console_sessions', [
      'digest',
      'principal',
      'issuer',
      'role',
      'actor',
      'groups',
      'scopes',
      'created_at',
      'seen_at',
      'expires_at',
    ]),
    see: updateStatement(storage, 'console_sessions', ['seen_at'], ['digest']),
    remove: deleteStatement(storage, 'console_sessions', ['digest']),
    removeAll: deleteStatement(storage, 'console_sessions', ['principal']),
    removeEnded: storage.statement<{ now: number; unseenSince: number }>((db, p) =>
      db
        .deleteFrom('console_sessions')
        .where((row) => row.or([row('expires_at', '<=', p.now), row('seen_at', '<=', p.unseenSince)])),
    ),
  };
}
