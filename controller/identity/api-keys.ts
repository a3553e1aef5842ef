import { randomUUID } from 'node:crypto';
import { nearest, Problem } from '../problems/index.js';
import type { Storage } from '../storage/index.js';
import { Turns } from '../turns/index.js';
import { createApiKey } from './api-key.js';
import { apiKeyTable } from './api-key-table.js';
import { newBudget } from './budget.js';
import type { ApiKey, Budget, Caller, Principal, Role, WriteManner } from './contract.js';
import { digestOf } from './digest.js';
import { requireFuture } from './expiry.js';
import { iso, isoOrNull, nameTaken, requireName } from './names.js';

const minute = 60_000;

export interface NewApiKey {
  name: string;
  role: Role;
  /** RFC 3339. */
  expiresAt?: string | null;
  createdBy: string;
}

export interface ApiKeyChanges {
  role?: Role;
  /** RFC 3339. */
  expiresAt?: string | null;
}

/** A key with its text, which is never to be had again. */
export interface IssuedApiKey extends ApiKey {
  key: string;
}

interface Known {
  id: string;
  name: string;
  role: Role;
  digest: string;
  createdAt: number;
  createdBy: string | null;
  expiresAt: number | null;
  usedAt: number;
  /** What the database has. */
  storedUsedAt: number;
  caller: Caller;
}

/** API keys: looked up in memory by their digest, since every request brings one. */
export class ApiKeys {
  readonly #byDigest = new Map<string, Known>();
  readonly #byId = new Map<string, Known>();
  /** Which key made a principal: those that listen are looked at again with each change of any key. */
  readonly #byPrincipal = new Map<Principal, Known>();
  readonly #used = new Set<Known>();
  readonly #turns = new Turns();
  #timer: NodeJS.Timeout | undefined;
  readonly #table;

  private constructor(
    private readonly storage: Storage,
    private readonly ended: () => void,
  ) {
    this.#table = apiKeyTable(storage);
  }

  /** @param ended hears of keys that are good no more */
  static async open(storage: Storage, ended: () => void): Promise<ApiKeys> {
    const keys = new ApiKeys(storage, ended);
    await keys.reload();
    return keys;
  }

  /** Takes the keys as the database has them now. What one has spent of its requests stays spent. */
  async reload(): Promise<void> {
    const rows = await this.storage.db.selectFrom('api_keys').selectAll().execute();
    const budgets = new Map([...this.#byDigest].map(([digest, { caller }]) => [digest, caller.budget]));
    this.#byDigest.clear();
    this.#byId.clear();
    this.#byPrincipal.clear();
    this.#used.clear();
    for (const row of rows) {
      const key = {
        id: row.id,
        name: row.name,
        role: row.role as Role,
        digest: row.digest,
        createdAt: row.created_at,
        createdBy: row.created_by,
        expiresAt: row.expires_at,
        usedAt: row.last_used_at ?? 0,
        storedUsedAt: row.last_used_at ?? 0,
      };
      this.#remember(key, budgets.get(row.digest));
    }
  }

  /** Who calls with this key; costs one hash of it. */
  authenticate(key: string, now: number): Caller | undefined {
    return this.#use(this.#byDigest.get(digestOf(key)), now);
  }

  /** Who calls with what was issued for the key of this id. */
  callerOf(id: string, now: number): Caller | undefined {
    return this.#use(this.#byId.get(id), now);
  }

  /** The id of a valid key. */
  idOf(key: string, now: number): string | undefined {
    const known = this.#byDigest.get(digestOf(key));
    return this.#use(known, now) ? known?.id : undefined;
  }

  /** Whether the key that made this principal is still good. */
  isGood(principal: Principal, now: number): boolean {
    const known = this.#byPrincipal.get(principal);
    return known !== undefined && (known.expiresAt === null || known.expiresAt > now);
  }

  list(): ApiKey[] {
    const order = (a: ApiKey, b: ApiKey) =>
      a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1;
    return [...this.#byId.values()].map(toApiKey).sort(order);
  }

  /** @param id or a name that one key alone bears. @throws Problem api_key_not_found */
  get(id: string): ApiKey {
    return toApiKey(this.#require(id));
  }

  /** @throws Problem body_invalid, name_taken */
  create(wanted: NewApiKey): Promise<IssuedApiKey> {
    return this.#turns.take(wanted.name, () => this.#issue(this.#checked(wanted)));
  }

  /** What `create` would make, but for what it makes up. @throws Problem body_invalid, name_taken */
  preview(wanted: NewApiKey): Omit<ApiKey, 'id'> {
    const { id: _, ...fresh } = toApiKey({
      ...this.#checked(wanted),
      id: '',
      createdAt: Date.now(),
      usedAt: 0,
    });
    return fresh;
  }

  /**
   * Counts at once, also for whoever listens with the key.
   * @param change says what changes of the key as it is then: nobody else comes between
   * @throws Problem api_key_not_found, body_invalid
   */
  async update(
    id: string,
    change: (key: ApiKey) => ApiKeyChanges,
    { dryRun = false }: WriteManner = {},
  ): Promise<ApiKey> {
    return this.#turns.take(this.#require(id).id, async () => {
      const before = this.#require(id);
      const { role = before.role, expiresAt } = change(toApiKey(before));
      const changes = {
        role,
        expiresAt: expiresAt === undefined ? before.expiresAt : requireFuture(expiresAt),
      };
      if (dryRun) return toApiKey({ ...before, ...changes });
      const row = { id: before.id, role, expires_at: changes.expiresAt };
      await this.storage.commit({ collect: () => [this.#table.update(row)] });
      this.#forget(before);
      const { caller, ...key } = before;
      const after = this.#remember({ ...key, ...changes }, caller.budget);
      this.ended();
      return toApiKey(after);
    });
  }

  /** A new key of the same name and role; the old one works until it is deleted. @throws Problem api_key_not_found */
  rotate(id: string, createdBy: string, expiresAt?: string | null): Promise<IssuedApiKey> {
    const { name, role, expiresAt: ends, createdAt } = this.#require(id);
    // The same length of life again, unless told.
    const again = ends === null ? null : Date.now() + (ends - createdAt);
    return this.#issue({
      name,
      role,
      createdBy,
      expiresAt: expiresAt === undefined ? again : requireFuture(expiresAt),
    });
  }

  /** The key works no more from now on. @throws Problem api_key_not_found */
  async remove(id: string): Promise<void> {
    return this.#turns.take(this.#require(id).id, async () => {
      const known = this.#require(id);
      await this.storage.commit({ collect: () => [this.#table.remove({ id: known.id })] });
      this.#forget(known);
      this.ended();
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
        used.map((known) => {
          known.storedUsedAt = known.usedAt;
          return this.#table.touch({ id: known.id, at: known.usedAt });
        }),
    });
  }

  #checked({ name, role, expiresAt, createdBy }: NewApiKey) {
    requireName(name);
    for (const known of this.#byId.values()) if (known.name === name) throw nameTaken('API key', name);
    return { name, role, createdBy, expiresAt: requireFuture(expiresAt) };
  }

  async #issue(of: { name: string; role: Role; createdBy: string; expiresAt: number | null }) {
    const key = createApiKey('live');
    const issued = { id: randomUUID(), ...of, digest: digestOf(key), createdAt: Date.now() };
    const write = this.#table.insert({
      id: issued.id,
      name: issued.name,
      role: issued.role,
      digest: issued.digest,
      created_at: issued.createdAt,
      created_by: issued.createdBy,
      expires_at: issued.expiresAt,
    });
    await this.storage.commit({ collect: () => [write] });
    return { ...toApiKey(this.#remember({ ...issued, usedAt: 0, storedUsedAt: 0 })), key };
  }

  #use(known: Known | undefined, now: number): Caller | undefined {
    if (known === undefined || (known.expiresAt !== null && known.expiresAt <= now)) return undefined;
    known.usedAt = now;
    if (now - known.storedUsedAt > minute && !this.#used.has(known)) this.#noteUse(known);
    return known.caller;
  }

  #noteUse(known: Known): void {
    this.#used.add(known);
    // A write that fails is tried again with the next use.
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), minute).unref();
  }

  #require(id: string): Known {
    const known = this.#byId.get(id);
    if (known) return known;
    const named = [...this.#byId.values()].filter(({ name }) => name === id);
    if (named.length === 1 && named[0]) return named[0];
    if (named.length > 1) {
      throw new Problem('api_key_not_found', `${named.length} API keys are named \`${id}\``, {
        hints: [`Name one by its id: ${named.map((key) => `\`${key.id}\``).join(', ')}.`],
      });
    }
    const near = nearest(
      id,
      [...this.#byId.values()].flatMap((key) => [key.id, key.name]),
    );
    throw new Problem('api_key_not_found', `There is no API key \`${id}\``, {
      hints: near === undefined ? [] : [`Did you mean \`${near}\`?`],
    });
  }

  #forget(known: Known): void {
    this.#byDigest.delete(known.digest);
    this.#byId.delete(known.id);
    this.#byPrincipal.delete(known.caller.principal);
    this.#used.delete(known);
  }

  #remember(key: Omit<Known, 'caller'>, budget: Budget = newBudget()): Known {
    const principal: Principal = { id: `api-key:${key.name}`, role: key.role };
    const known = { ...key, caller: { principal, budget, expiresAt: key.expiresAt } };
    this.#byDigest.set(key.digest, known);
    this.#byId.set(key.id, known);
    this.#byPrincipal.set(principal, known);
    return known;
  }
}

function toApiKey({
  id,
  name,
  role,
  createdAt,
  createdBy,
  expiresAt,
  usedAt,
}: Omit<Known, 'caller' | 'digest' | 'storedUsedAt'>): ApiKey {
  return {
    id,
    name,
    role,
    createdAt: iso(createdAt),
    createdBy,
    expiresAt: isoOrNull(expiresAt),
    lastUsedAt: usedAt === 0 ? null : iso(usedAt - (usedAt % minute)),
  };
}
