import { randomUUID } from 'node:crypto';
import { nearest, Problem } from '../problems/index.js';
import { bind, type Storage } from '../storage/index.js';
import { createApiKey } from './api-key.js';
import { newBudget } from './budget.js';
import type { ApiKey, Budget, Caller, Principal, Role } from './contract.js';
import { digestOf } from './digest.js';
import { iso, isoOrNull, nameTaken, requireName } from './names.js';

const minute = 60_000;

export interface NewApiKey {
  name: string;
  role: Role;
  /** RFC 3339. */
  expiresAt?: string | null;
  createdBy: string;
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
  readonly #used = new Set<Known>();
  #timer: NodeJS.Timeout | undefined;
  readonly #insert;
  readonly #delete;
  readonly #touch;

  private constructor(
    private readonly storage: Storage,
    private readonly ended: () => void,
  ) {
    this.#insert = storage.statement<{
      id: string;
      name: string;
      role: string;
      digest: string;
      created_at: number;
      created_by: string | null;
      expires_at: number | null;
    }>((db, p) =>
      db.insertInto('api_keys').values({
        id: p.id,
        name: p.name,
        role: p.role,
        digest: p.digest,
        created_at: p.created_at,
        created_by: p.created_by,
        expires_at: p.expires_at,
      }),
    );
    this.#delete = storage.statement<{ id: string }>((db, p) =>
      db.deleteFrom('api_keys').where('id', '=', p.id),
    );
    this.#touch = storage.statement<{ id: string; at: number }>((db, p) =>
      db.updateTable('api_keys').set({ last_used_at: p.at }).where('id', '=', p.id),
    );
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
    for (const { caller, expiresAt } of this.#byId.values()) {
      if (caller.principal === principal) return expiresAt === null || expiresAt > now;
    }
    return false;
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
  create({ name, role, expiresAt, createdBy }: NewApiKey): Promise<IssuedApiKey> {
    requireName(name);
    for (const known of this.#byId.values()) if (known.name === name) throw nameTaken('API key', name);
    return this.#issue({ name, role, createdBy, expiresAt: requireFuture(expiresAt) });
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
    const known = this.#require(id);
    await this.storage.commit({ collect: () => [bind(this.#delete, { id: known.id })] });
    this.#byDigest.delete(known.digest);
    this.#byId.delete(known.id);
    this.#used.delete(known);
    this.ended();
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
          return bind(this.#touch, { id: known.id, at: known.usedAt });
        }),
    });
  }

  async #issue(of: { name: string; role: Role; createdBy: string; expiresAt: number | null }) {
    const key = createApiKey('live');
    const issued = { id: randomUUID(), ...of, digest: digestOf(key), createdAt: Date.now() };
    const write = bind(this.#insert, {
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

  #remember(key: Omit<Known, 'caller'>, budget: Budget = newBudget()): Known {
    const principal: Principal = { id: `api-key:${key.name}`, role: key.role };
    const known = { ...key, caller: { principal, budget, expiresAt: key.expiresAt } };
    this.#byDigest.set(key.digest, known);
    this.#byId.set(key.id, known);
    return known;
  }
}

/** ms since the epoch. @throws Problem body_invalid for a time that has passed */
export function requireFuture(time: string | null | undefined): number | null {
  if (time === null || time === undefined) return null;
  const at = Date.parse(time);
  if (at > Date.now()) return at;
  throw new Problem('body_invalid', 'The time of expiry has passed', {
    errors: [{ pointer: '/expiresAt', message: 'must be in the future' }],
  });
}

function toApiKey({
  id,
  name,
  role,
  createdAt,
  createdBy,
  expiresAt,
  usedAt,
}: Omit<Known, 'caller'>): ApiKey {
  return {
    id,
    name,
    role,
    createdAt: iso(createdAt),
    createdBy,
    expiresAt: isoOrNull(expiresAt),
    lastUsedAt: usedAt === 0 ? null : iso(usedAt),
  };
}
