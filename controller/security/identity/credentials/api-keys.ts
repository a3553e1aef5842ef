import { randomUUID } from 'node:crypto';
import { didYouMean } from '../../../../schemas/nearest.js';
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
import { normalizeScopes, type Scopes } from '../access/scopes.js';
import {
  type Budget,
  type Caller,
  CredentialIndex,
  computeDigest,
  createApiKey,
  type IssuedCredential,
  isExpired,
  newBudget,
} from './credential-index.js';
import {
  iso,
  isoOrNull,
  msOrNull,
  nameTaken,
  requireFuture,
  requireName,
  type WriteOptions,
} from './fields.js';

const minute = 60_000;

export interface ApiKey {
  id: string;
  name: string;
  /** `api-key:<name>`. */
  principal: string;
  role: Role;
  actor: Actor;
  /** Null for a key that may do all that its role allows. */
  scopes: Scopes | null;
  createdAt: string;
  createdBy: string | null;
  /** RFC 3339. */
  expiresAt: string | null;
  /** To the minute. */
  lastUsedAt: string | null;
}

export type NewApiKey = Pick<ApiKey, 'name' | 'role'> &
  Partial<Pick<ApiKey, 'actor' | 'scopes' | 'expiresAt'>> & { createdBy: string };

export type ApiKeyChanges = Partial<Pick<ApiKey, 'role' | 'actor' | 'scopes' | 'expiresAt'>>;

/** An API key with its text, which is shown only once. */
export interface IssuedApiKey extends ApiKey {
  key: string;
}

type StoredApiKey = Omit<ApiKey, 'lastUsedAt' | 'principal'>;

interface KnownKey extends IssuedCredential {
  readonly key: StoredApiKey;
  /** ms since the epoch; 0 for never. */
  usedAt: number;
  /** The time of use that the database has. */
  storedUsedAt: number;
}

/** Credentials that end with the one that made them. */
export interface Dependents {
  /** Returns the writes that end those of a principal who goes, to be committed with what goes. */
  ending(creator: string, now: number): Write[];
  /** Ends those of a principal who has gone. */
  forget(creator: string, now: number): void;
}

/** The API keys of the installation. */
export class ApiKeys {
  readonly #keys = new CredentialIndex<KnownKey>();
  /** Keys whose time of use is not written yet. */
  readonly #used = new Set<KnownKey>();
  readonly #mutex = new KeyedMutex();
  #timer: NodeJS.Timeout | undefined;
  readonly #statements;

  /** Knows no key before `reload`. @param changed is called when keys were changed or removed */
  constructor(
    private readonly storage: Storage,
    private readonly changed: () => void,
    private readonly dependents: Dependents,
  ) {
    this.#statements = getStatements(storage);
  }

  /** Reads the keys from the database. The request budget that a key has spent stays spent. */
  async reload(): Promise<void> {
    const rows = await this.storage.db.selectFrom('api_keys').selectAll().execute();
    const budgets = new Map(this.#keys.all().map(({ digest, caller }) => [digest, caller.budget]));
    this.#keys.clear();
    this.#used.clear();
    for (const row of rows) {
      const key = {
        id: row.id,
        name: row.name,
        role: row.role as Role,
        actor: row.actor as Actor,
        scopes: row.scopes === null ? null : (JSON.parse(row.scopes) as Scopes),
        createdAt: iso(row.created_at),
        createdBy: row.created_by,
        expiresAt: isoOrNull(row.expires_at),
      };
      const usedAt = row.last_used_at ?? 0;
      const { digest } = row;
      this.#remember({ key, digest, usedAt, storedUsedAt: usedAt }, budgets.get(digest));
    }
  }

  authenticate(key: string, now: number): Caller | undefined {
    return this.#use(this.#keys.find(key), now);
  }

  /** True for a key that is known and no longer valid. */
  isExpired(key: string, now: number): boolean {
    const stored = this.#keys.find(key);
    return stored !== undefined && isExpired(stored, now);
  }

  /** Returns the caller of an access token that was issued for the key with this id. */
  findCaller(id: string, now: number): Caller | undefined {
    return this.#use(this.#keys.get(id), now);
  }

  /** Returns the id of a valid key. */
  findId(key: string, now: number): string | undefined {
    const stored = this.#keys.find(key);
    return this.#use(stored, now) ? stored?.id : undefined;
  }

  /** True while the key that made the principal is valid. */
  isValid(principal: Principal, now: number): boolean {
    return this.#keys.isValid(principal, now);
  }

  /** Returns the principal of the valid keys of a name: a key and its rotations. */
  findPrincipal(name: string, now: number): Principal | undefined {
    const keys = this.#keys.all().filter(({ key }) => key.name === name);
    return keys.find((each) => !isExpired(each, now))?.caller.principal;
  }

  /** By name, then by id. */
  list(): ApiKey[] {
    const keys = this.#keys.all().map(toApiKey);
    return keys.sort((a, b) => ((a.name === b.name ? a.id < b.id : a.name < b.name) ? -1 : 1));
  }

  /** @param id or a name that only one key has. @throws Problem api_key_not_found */
  get(id: string): ApiKey {
    return toApiKey(this.#require(id));
  }

  /** @throws Problem body_invalid, name_taken */
  create(request: NewApiKey): Promise<IssuedApiKey> {
    return this.#mutex.run(request.name, () => this.#issue(this.#checked(request)));
  }

  /** Returns the key that `create` would make, without its id. @throws Problem body_invalid, name_taken */
  preview(request: NewApiKey): Omit<ApiKey, 'id'> {
    return { ...this.#checked(request), principal: toPrincipalId(request.name), lastUsedAt: null };
  }

  /**
   * Changes a key. Takes effect at once, for open connections too.
   * @param change receives the key as it is in its turn, and returns the changes
   * @throws Problem api_key_not_found, body_invalid
   */
  async update(
    id: string,
    change: (key: ApiKey) => ApiKeyChanges,
    { dryRun = false }: WriteOptions = {},
  ): Promise<ApiKey> {
    return this.#mutex.run(this.#require(id).id, async () => {
      const before = this.#require(id);
      const changes = change(toApiKey(before));
      const { role = before.key.role, actor = before.key.actor, expiresAt } = changes;
      const scopes = changes.scopes === undefined ? before.key.scopes : toStoredScopes(changes.scopes);
      const ends = expiresAt === undefined ? before.key.expiresAt : isoOrNull(requireFuture(expiresAt));
      const key = { ...before.key, role, actor, scopes, expiresAt: ends };
      if (dryRun) return toApiKey({ ...before, key });
      const row = { id: key.id, role, actor, scopes: toText(scopes), expires_at: msOrNull(ends) };
      await this.storage.commit([bind(this.#statements.update, row)]);
      this.#used.delete(before);
      const stored = this.#remember({ ...before, key }, before.caller.budget);
      this.changed();
      return toApiKey(stored);
    });
  }

  /**
   * Issues another key with the same name, role and scopes; the old key stays valid until it is removed.
   * @param expiresAt when left out, the new key gets the lifetime of the old one
   * @throws Problem api_key_not_found
   */
  rotate(id: string, createdBy: string, expiresAt?: string | null): Promise<IssuedApiKey> {
    const { name, role, actor, scopes, expiresAt: ends, createdAt } = this.#require(id).key;
    const sameLifetime = ends === null ? null : Date.now() + Date.parse(ends) - Date.parse(createdAt);
    const expires = expiresAt === undefined ? sameLifetime : requireFuture(expiresAt);
    const fields = { name, role, actor, scopes, createdAt: iso(Date.now()), createdBy };
    return this.#issue({ ...fields, expiresAt: isoOrNull(expires) });
  }

  /** Removes a key. Takes effect at once. @throws Problem api_key_not_found */
  async remove(id: string): Promise<void> {
    return this.#mutex.run(this.#require(id).id, async () => {
      const currentKey = this.#require(id);
      const { name } = currentKey.key;
      const now = Date.now();
      // A rotation leaves another key of this name.
      const isLast = this.#keys.all().filter(({ key }) => key.name === name).length === 1;
      const creator = `api-key:${name}`;
      const ending = isLast ? this.dependents.ending(creator, now) : [];
      await this.storage.commit([bind(this.#statements.remove, { id: currentKey.id }), ...ending]);
      this.#keys.delete(currentKey.id);
      this.#used.delete(currentKey);
      if (isLast) this.dependents.forget(creator, now);
      this.changed();
    });
  }

  /** Writes the times of use that are not written yet. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const used = [...this.#used];
    this.#used.clear();
    if (used.length === 0) return;
    await this.storage.commit({
      collect: () =>
        used.map((key) => {
          key.storedUsedAt = key.usedAt;
          return bind(this.#statements.touch, { id: key.id, last_used_at: key.usedAt });
        }),
    });
  }

  #checked({ name, role, actor = 'service', scopes, expiresAt, createdBy }: NewApiKey) {
    requireName(name);
    if (this.#keys.all().some(({ key }) => key.name === name)) throw nameTaken('API key', name);
    const createdAt = iso(Date.now());
    const ends = isoOrNull(requireFuture(expiresAt));
    return { name, role, actor, scopes: toStoredScopes(scopes), createdAt, createdBy, expiresAt: ends };
  }

  async #issue(fields: Omit<StoredApiKey, 'id'>): Promise<IssuedApiKey> {
    const text = createApiKey('live');
    const digest = computeDigest(text);
    const key = { id: randomUUID(), ...fields };
    const { id, name, role, actor, createdBy: created_by } = key;
    const times = { created_at: Date.parse(key.createdAt), expires_at: msOrNull(key.expiresAt) };
    const scopes = toText(key.scopes);
    await this.storage.commit([
      bind(this.#statements.insert, { id, name, role, actor, scopes, digest, created_by, ...times }),
    ]);
    const issued = toApiKey(this.#remember({ key, digest, usedAt: 0, storedUsedAt: 0 }));
    this.changed();
    return { ...issued, key: text };
  }

  #use(key: KnownKey | undefined, now: number): Caller | undefined {
    if (key === undefined || isExpired(key, now)) return undefined;
    key.usedAt = now;
    if (now - key.storedUsedAt > minute && !this.#used.has(key)) this.#flushSoon(key);
    return key.caller;
  }

  #flushSoon(key: KnownKey): void {
    this.#used.add(key);
    // After a failed write, the next use of the key tries again.
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), minute).unref();
  }

  #require(id: string): KnownKey {
    const currentKey = this.#keys.get(id);
    if (currentKey) return currentKey;
    const all = this.#keys.all();
    const named = all.filter(({ key }) => key.name === id);
    if (named.length === 1 && named[0]) return named[0];
    if (named.length > 1) {
      throw new Problem('api_key_not_found', `${named.length} API keys have the name \`${id}\``, {
        hints: [`Use the id of one of them: ${named.map((one) => `\`${one.id}\``).join(', ')}.`],
      });
    }
    const names = all.flatMap(({ key }) => [key.id, key.name]);
    throw new Problem('api_key_not_found', `There is no API key \`${id}\``, { hints: didYouMean(id, names) });
  }

  #remember(stored: Omit<KnownKey, 'id' | 'caller'>, budget: Budget = newBudget()): KnownKey {
    const { id, name, role, actor, scopes, expiresAt } = stored.key;
    const principal: Principal = { id: toPrincipalId(name), role, actor, ...(scopes && { scopes }) };
    return this.#keys.set({ ...stored, id, caller: { principal, budget, expiresAt: msOrNull(expiresAt) } });
  }
}

function getStatements(storage: Storage) {
  const changeable = ['role', 'actor', 'scopes', 'expires_at'] as const;
  const fixed = ['id', 'name', 'digest', 'created_at', 'created_by'] as const;
  return {
    insert: insertStatement(storage, 'api_keys', [...fixed, ...changeable]),
    update: updateStatement(storage, 'api_keys', changeable, ['id']),
    remove: deleteStatement(storage, 'api_keys', ['id']),
    touch: updateStatement(storage, 'api_keys', ['last_used_at'], ['id']),
  };
}

function toApiKey({ key, usedAt }: Pick<KnownKey, 'key' | 'usedAt'>): ApiKey {
  const lastUsedAt = usedAt === 0 ? null : iso(usedAt - (usedAt % minute));
  return { ...key, principal: toPrincipalId(key.name), lastUsedAt };
}

function toStoredScopes(scopes: Scopes | null | undefined): Scopes | null {
  return normalizeScopes(scopes) ?? null;
}

function toText(scopes: Scopes | null): string | null {
  return scopes && JSON.stringify(scopes);
}

function toPrincipalId(name: string): string {
  return `api-key:${name}`;
}
