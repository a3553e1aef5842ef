import { KeyedMutex } from '../../../concurrency/turns.js';
import { Problem } from '../../../problems/index.js';
import {
  bind,
  deleteStatement,
  insertStatement,
  type Storage,
  updateStatement,
  type Write,
} from '../../../storage/index.js';
import type { Actor, Principal, Role } from '../access/access.js';
import type { Dependents } from '../credentials/api-keys.js';
import { iso, isoOrNull, nameTaken, requireName, type WriteOptions } from '../credentials/fields.js';
import type { ConsoleSessions } from './console-sessions.js';
import { hashPassword, requirePassword } from './password.js';
import type { Sessions } from './sessions.js';

export interface User {
  name: string;
  role: Role;
  actor: Actor;
  disabled: boolean;
  createdAt: string;
  lastSignInAt: string | null;
}

export type UserChanges = Partial<Pick<User, 'role' | 'actor' | 'disabled'>>;

export type NewUser = Pick<User, 'name' | 'role'> &
  Partial<Pick<User, 'actor' | 'disabled'>> & { password: string };

interface KnownUser extends Readonly<Pick<User, 'name' | 'role' | 'actor' | 'disabled'>> {
  /** A PHC string. */
  readonly password: string;
  readonly createdAt: number;
  lastSignInAt: number | null;
  readonly principal: Principal;
}

/** The users of the installation, in memory and in the database. Changes take effect when they are durable. */
export class Users {
  readonly #users = new Map<string, KnownUser>();
  readonly #mutex = new KeyedMutex();
  readonly #statements;

  /** Knows no user before `reload`. @param changed is called when users were created, changed or removed */
  constructor(
    private readonly storage: Storage,
    private readonly sessions: Sessions,
    private readonly consoleSessions: Pick<ConsoleSessions, 'ending' | 'forget'>,
    private readonly changed: () => void,
    private readonly dependents: Dependents,
  ) {
    this.#statements = getStatements(storage);
  }

  /** Reads the users from the database. */
  reload(): Promise<void> {
    return this.#exclusively(async () => {
      const rows = await this.storage.db.selectFrom('users').selectAll().execute();
      this.#users.clear();
      for (const row of rows) {
        this.#remember({
          name: row.name,
          role: row.role as Role,
          actor: row.actor as Actor,
          disabled: row.disabled !== 0,
          password: row.password,
          createdAt: row.created_at,
          lastSignInAt: row.last_sign_in_at,
        });
      }
    });
  }

  list(): User[] {
    return [...this.#users.values()].map(toUser).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  names(): Iterable<string> {
    return this.#users.keys();
  }

  /** @throws Problem user_not_found */
  get(name: string): User {
    return toUser(this.#require(name));
  }

  /** Returns the principal of a user that may sign in. */
  principal(name: string): Principal | undefined {
    return this.#enabled(name)?.principal;
  }

  /** Returns the password hash of a user that may sign in. */
  findPassword(name: string): string | undefined {
    return this.#enabled(name)?.password;
  }

  /** @throws Problem body_invalid, name_taken */
  create(
    { name, role, password, actor = 'person', disabled = false }: NewUser,
    { dryRun = false }: WriteOptions = {},
  ): Promise<User> {
    requireName(name);
    requirePassword(password, name);
    return this.#exclusively(async () => {
      if (this.#users.has(name)) throw nameTaken('user', name);
      const fresh = { name, role, actor, disabled, createdAt: Date.now(), lastSignInAt: null };
      if (dryRun) return toUser(fresh);
      const user = { ...fresh, password: await hashPassword(password) };
      await this.storage.commit([bind(this.#statements.insert, toRow(user))]);
      const created = toUser(this.#remember(user));
      this.changed();
      return created;
    });
  }

  /**
   * Changes a user. Takes effect at once, for open sessions too.
   * @param change receives the user as it is in its turn, and returns the changes
   * @throws Problem user_not_found, last_admin
   */
  update(
    name: string,
    change: (user: User) => UserChanges,
    { dryRun = false }: WriteOptions = {},
  ): Promise<User> {
    return this.#exclusively(async () => {
      const before = this.#require(name);
      const after = { ...before, ...change(toUser(before)) };
      if (isActingAdmin(before) && !isActingAdmin(after)) this.#requireAnotherAdmin(name);
      if (dryRun) return toUser(after);
      const write = bind(this.#statements.update, toRow(after));
      if (after.disabled && !before.disabled) await this.#endSessions(name, write);
      else await this.storage.commit([write]);
      const user = toUser(this.#remember(after));
      this.changed();
      return user;
    });
  }

  /** Sets the password and ends every session of the user. @throws Problem user_not_found, body_invalid */
  async setPassword(name: string, password: string): Promise<void> {
    this.#require(name);
    requirePassword(password, name);
    const hashed = await hashPassword(password);
    await this.#exclusively(async () => {
      const after = { ...this.#require(name), password: hashed };
      await this.#endSessions(name, bind(this.#statements.update, toRow(after)));
      this.#remember(after);
      this.changed();
    });
  }

  /** @throws Problem user_not_found, last_admin */
  remove(name: string, { dryRun = false }: WriteOptions = {}): Promise<void> {
    return this.#exclusively(async () => {
      if (isActingAdmin(this.#require(name))) this.#requireAnotherAdmin(name);
      if (dryRun) return;
      const now = Date.now();
      const creator = `user:${name}`;
      const remove = bind(this.#statements.remove, { name });
      await this.#endSessions(name, remove, this.dependents.ending(creator, now));
      this.#users.delete(name);
      this.dependents.forget(creator, now);
      this.changed();
    });
  }

  /** Returns the write that records a sign-in, to be committed with its session. */
  signingIn(name: string, at: number): Write {
    const user = this.#users.get(name);
    if (user) user.lastSignInAt = at;
    return bind(this.#statements.signedIn, { name, last_sign_in_at: at });
  }

  /** Runs changes one after another, because they count the administrators that are left. */
  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#mutex.run('users', work);
  }

  #enabled(name: string): KnownUser | undefined {
    const user = this.#users.get(name);
    return user?.disabled ? undefined : user;
  }

  #require(name: string): KnownUser {
    const user = this.#users.get(name);
    if (user) return user;
    throw new Problem('user_not_found', `There is no user \`${name}\``);
  }

  #requireAnotherAdmin(name: string): void {
    for (const user of this.#users.values()) if (user.name !== name && isActingAdmin(user)) return;
    throw new Problem('last_admin', `\`${name}\` is the last administrator that can sign in`);
  }

  /** Returns the writes that end every session of a user, at the console too. Once they are committed, call `forgetSessions`. */
  sessionEnds(name: string): readonly Write[] {
    return [...this.sessions.ending(name), ...this.consoleSessions.ending(`user:${name}`)];
  }

  forgetSessions(name: string): void {
    this.sessions.forget(name);
    this.consoleSessions.forget(`user:${name}`);
  }

  /** Ends every session of the user in the same transaction as the change that is the reason. */
  async #endSessions(name: string, reason: Write, more: readonly Write[] = []): Promise<void> {
    await this.storage.commit([reason, ...this.sessionEnds(name), ...more]);
    this.forgetSessions(name);
  }

  #remember(user: Omit<KnownUser, 'principal'>): KnownUser {
    const entry = { ...user, principal: { id: `user:${user.name}`, role: user.role, actor: user.actor } };
    this.#users.set(user.name, entry);
    return entry;
  }
}

function getStatements(storage: Storage) {
  const changeable = ['role', 'actor', 'password', 'disabled'] as const;
  return {
    insert: insertStatement(storage, 'users', ['name', ...changeable, 'created_at']),
    update: updateStatement(storage, 'users', changeable, ['name']),
    signedIn: updateStatement(storage, 'users', ['last_sign_in_at'], ['name']),
    remove: deleteStatement(storage, 'users', ['name']),
  };
}

function isActingAdmin({ role, disabled }: Pick<KnownUser, 'role' | 'disabled'>): boolean {
  return role === 'admin' && !disabled;
}

function toRow({ name, role, actor, password, disabled, createdAt }: Omit<KnownUser, 'principal'>) {
  return { name, role, actor, password, disabled: disabled ? 1 : 0, created_at: createdAt };
}

function toUser(user: Omit<KnownUser, 'principal' | 'password'>): User {
  const { name, role, actor, disabled, createdAt, lastSignInAt } = user;
  return { name, role, actor, disabled, createdAt: iso(createdAt), lastSignInAt: isoOrNull(lastSignInAt) };
}
