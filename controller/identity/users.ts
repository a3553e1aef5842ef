import { Problem } from '../problems/index.js';
import { bind, type Storage, type Write } from '../storage/index.js';
import { Turns } from '../turns/index.js';
import type { Principal, Role, User, WriteManner } from './contract.js';
import { iso, isoOrNull, nameTaken, requireName } from './names.js';
import { hashPassword, requirePassword } from './password.js';
import type { Sessions } from './sessions.js';

export interface NewUser {
  name: string;
  role: Role;
  password: string;
  disabled?: boolean;
}

export interface UserChanges {
  role?: Role;
  disabled?: boolean;
}

interface Known {
  name: string;
  role: Role;
  disabled: boolean;
  password: string;
  createdAt: number;
  lastSignInAt: number | null;
  principal: Principal;
}

type Row = { name: string; role: string; password: string; disabled: number; created_at: number };

/** The users of the installation, in memory and in the database. Changes take effect when they are durable. */
export class Users {
  readonly #users = new Map<string, Known>();
  readonly #turns = new Turns();
  readonly #insert;
  readonly #update;
  readonly #signedIn;
  readonly #delete;

  private constructor(
    private readonly storage: Storage,
    private readonly sessions: Sessions,
    private readonly changed: () => void,
  ) {
    this.#insert = storage.statement<Row>((db, p) =>
      db.insertInto('users').values({
        name: p.name,
        role: p.role,
        password: p.password,
        disabled: p.disabled,
        created_at: p.created_at,
      }),
    );
    this.#update = storage.statement<Omit<Row, 'created_at'>>((db, p) =>
      db
        .updateTable('users')
        .set({ role: p.role, password: p.password, disabled: p.disabled })
        .where('name', '=', p.name),
    );
    this.#signedIn = storage.statement<{ name: string; at: number }>((db, p) =>
      db.updateTable('users').set({ last_sign_in_at: p.at }).where('name', '=', p.name),
    );
    this.#delete = storage.statement<{ name: string }>((db, p) =>
      db.deleteFrom('users').where('name', '=', p.name),
    );
  }

  /** @param changed hears of users that may do less, or nothing, from now on */
  static async open(storage: Storage, sessions: Sessions, changed: () => void): Promise<Users> {
    const users = new Users(storage, sessions, changed);
    await users.reload();
    return users;
  }

  /** Takes the users as the database has them now. */
  reload(): Promise<void> {
    return this.#turns.take('users', async () => {
      const rows = await this.storage.db.selectFrom('users').selectAll().execute();
      this.#users.clear();
      for (const row of rows) {
        this.#remember({
          name: row.name,
          role: row.role as Role,
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

  /** Who the user is while it may sign in. */
  principal(name: string): Principal | undefined {
    const user = this.#users.get(name);
    return user && !user.disabled ? user.principal : undefined;
  }

  /** The hash of a user that may sign in. */
  passwordOf(name: string): string | undefined {
    const user = this.#users.get(name);
    return user && !user.disabled ? user.password : undefined;
  }

  /** @throws Problem body_invalid, name_taken */
  create(
    { name, role, password, disabled = false }: NewUser,
    { dryRun = false }: WriteManner = {},
  ): Promise<User> {
    requireName(name);
    requirePassword(password, name);
    return this.#turns.take('users', async () => {
      if (this.#users.has(name)) throw nameTaken('user', name);
      const fresh = { name, role, disabled, createdAt: Date.now() };
      if (dryRun) return toUser({ ...fresh, lastSignInAt: null });
      const user = { ...fresh, password: await hashPassword(password) };
      await this.#write([bind(this.#insert, { ...toRow(user), created_at: user.createdAt })]);
      return toUser(this.#remember({ ...user, lastSignInAt: null }));
    });
  }

  /**
   * Changes take effect at once, also for whoever is signed in.
   * @param change says what changes of the user as it is then: nobody else comes between
   * @throws Problem user_not_found, last_admin
   */
  update(
    name: string,
    change: (user: User) => UserChanges,
    { dryRun = false }: WriteManner = {},
  ): Promise<User> {
    return this.#turns.take('users', async () => {
      const before = this.#require(name);
      const after = { ...before, ...change(toUser(before)) };
      if (isActingAdmin(before) && !isActingAdmin(after)) this.#requireAnotherAdmin(name);
      if (dryRun) return toUser(after);
      const ends = after.disabled && !before.disabled;
      await this.#write([bind(this.#update, toRow(after)), ...(ends ? this.sessions.ending(name) : [])]);
      if (ends) this.sessions.forget(name);
      const user = toUser(this.#remember(after));
      this.changed();
      return user;
    });
  }

  /** Ends every session of the user. @throws Problem user_not_found, body_invalid */
  async setPassword(name: string, password: string): Promise<void> {
    this.#require(name);
    requirePassword(password, name);
    const hashed = await hashPassword(password);
    await this.#turns.take('users', async () => {
      const after = { ...this.#require(name), password: hashed };
      await this.#write([bind(this.#update, toRow(after)), ...this.sessions.ending(name)]);
      this.sessions.forget(name);
      this.#remember(after);
      this.changed();
    });
  }

  /** @throws Problem user_not_found, last_admin */
  remove(name: string, { dryRun = false }: WriteManner = {}): Promise<void> {
    return this.#turns.take('users', async () => {
      if (isActingAdmin(this.#require(name))) this.#requireAnotherAdmin(name);
      if (dryRun) return;
      await this.#write([bind(this.#delete, { name }), ...this.sessions.ending(name)]);
      this.sessions.forget(name);
      this.#users.delete(name);
      this.changed();
    });
  }

  /** What notes a sign-in, to be written with its session. */
  signingIn(name: string, at: number): Write {
    const user = this.#users.get(name);
    if (user) user.lastSignInAt = at;
    return bind(this.#signedIn, { name, at });
  }

  #require(name: string): Known {
    const user = this.#users.get(name);
    if (user) return user;
    throw new Problem('user_not_found', `There is no user \`${name}\``);
  }

  #requireAnotherAdmin(name: string): void {
    for (const user of this.#users.values()) if (user.name !== name && isActingAdmin(user)) return;
    throw new Problem('last_admin', `\`${name}\` is the last administrator that can sign in`);
  }

  #write(writes: readonly Write[]): Promise<void> {
    return this.storage.commit({ collect: () => writes });
  }

  #remember(user: Omit<Known, 'principal'>): Known {
    const known = { ...user, principal: { id: `user:${user.name}`, role: user.role } };
    this.#users.set(user.name, known);
    return known;
  }
}

function isActingAdmin({ role, disabled }: Pick<Known, 'role' | 'disabled'>): boolean {
  return role === 'admin' && !disabled;
}

function toRow({ name, role, password, disabled }: Pick<Known, 'name' | 'role' | 'password' | 'disabled'>) {
  return { name, role, password, disabled: disabled ? 1 : 0 };
}

function toUser({
  name,
  role,
  disabled,
  createdAt,
  lastSignInAt,
}: Omit<Known, 'principal' | 'password'>): User {
  return { name, role, disabled, createdAt: iso(createdAt), lastSignInAt: isoOrNull(lastSignInAt) };
}
