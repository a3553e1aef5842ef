import { Problem } from '../problems/index.js';
import { bind, type Storage, type Tables } from '../storage/index.js';
import { requireFuture } from './api-keys.js';
import { newBudget } from './budget.js';
import type { Caller, Principal, Share, ShareRight } from './contract.js';
import { digestOf, randomToken } from './digest.js';
import { iso, isoOrNull, nameTaken, requireName } from './names.js';

/** How the tokens of share links begin. */
export const sharePrefix = 'svcs';

export interface NewShare {
  name: string;
  branch: string;
  flow: string;
  environment?: string | null;
  rights: readonly ShareRight[];
  /** RFC 3339. */
  expiresAt?: string | null;
  maxUses?: number | null;
  createdBy: string;
}

/** A share with the token of its link, which is never to be had again. */
export interface IssuedShare extends Share {
  token: string;
}

/** A mapped type, since parameters of statements take an index by name, and interfaces have none. */
type ShareRow = Omit<Tables['shares'], never>;

interface Known {
  share: Share;
  digest: string;
  expiresAt: number | null;
  caller: Caller;
}

/** Links to one flow for whoever has them. */
export class Shares {
  readonly #byName = new Map<string, Known>();
  readonly #byDigest = new Map<string, Known>();
  readonly #creating = new Set<string>();
  readonly #insert;
  readonly #count;
  readonly #delete;

  private constructor(
    private readonly storage: Storage,
    private readonly ended: () => void,
  ) {
    this.#insert = storage.statement<ShareRow>((db, p) =>
      db.insertInto('shares').values({
        name: p.name,
        digest: p.digest,
        branch: p.branch,
        flow: p.flow,
        environment: p.environment,
        rights: p.rights,
        expires_at: p.expires_at,
        max_uses: p.max_uses,
        uses: p.uses,
        created_by: p.created_by,
        created_at: p.created_at,
      }),
    );
    this.#count = storage.statement<{ name: string; uses: number }>((db, p) =>
      db.updateTable('shares').set({ uses: p.uses }).where('name', '=', p.name),
    );
    this.#delete = storage.statement<{ name: string }>((db, p) =>
      db.deleteFrom('shares').where('name', '=', p.name),
    );
  }

  /** @param ended hears of links that are good no more */
  static async open(storage: Storage, ended: () => void): Promise<Shares> {
    const shares = new Shares(storage, ended);
    await shares.reload();
    return shares;
  }

  /** Takes the links as the database has them now. */
  async reload(): Promise<void> {
    const rows = await this.storage.db.selectFrom('shares').selectAll().execute();
    this.#byName.clear();
    this.#byDigest.clear();
    for (const row of rows) {
      this.#remember(row.digest, row.expires_at, {
        name: row.name,
        branch: row.branch,
        flow: row.flow,
        environment: row.environment,
        rights: JSON.parse(row.rights) as ShareRight[],
        expiresAt: isoOrNull(row.expires_at),
        maxUses: row.max_uses,
        uses: row.uses,
        createdAt: iso(row.created_at),
        createdBy: row.created_by,
      });
    }
  }

  authenticate(token: string, now: number): Caller | undefined {
    const known = this.#byDigest.get(digestOf(token));
    return known && (known.expiresAt === null || known.expiresAt > now) ? known.caller : undefined;
  }

  /** Whether the link that made this principal is still there. */
  isGood(principal: Principal): boolean {
    const name = principal.id.slice('share:'.length);
    return this.#byName.get(name)?.caller.principal === principal;
  }

  list(): Share[] {
    return [...this.#byName.values()].map(({ share }) => share).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** @throws Problem share_not_found */
  get(name: string): Share {
    return this.#require(name).share;
  }

  /** @throws Problem body_invalid, name_taken */
  async create(wanted: NewShare): Promise<IssuedShare> {
    const { name, branch, flow, environment = null, rights, maxUses = null, createdBy } = wanted;
    requireName(name);
    const expiresAt = requireFuture(wanted.expiresAt);
    if (this.#byName.has(name) || this.#creating.has(name)) throw nameTaken('share', name);
    const token = randomToken(sharePrefix);
    const now = Date.now();
    const share: Share = {
      name,
      branch,
      flow,
      environment,
      rights: [...new Set(rights)],
      expiresAt: isoOrNull(expiresAt),
      maxUses,
      uses: 0,
      createdAt: iso(now),
      createdBy,
    };
    const write = bind(this.#insert, {
      name,
      digest: digestOf(token),
      branch,
      flow,
      environment,
      rights: JSON.stringify(share.rights),
      expires_at: expiresAt,
      max_uses: maxUses,
      uses: 0,
      created_by: createdBy,
      created_at: now,
    });
    this.#creating.add(name);
    try {
      await this.storage.commit({ collect: () => [write] });
    } finally {
      this.#creating.delete(name);
    }
    this.#remember(digestOf(token), expiresAt, share);
    return { ...share, token };
  }

  /** The link works no more from now on. @throws Problem share_not_found */
  async remove(name: string): Promise<void> {
    const { digest } = this.#require(name);
    await this.storage.commit({ collect: () => [bind(this.#delete, { name })] });
    this.#byName.delete(name);
    this.#byDigest.delete(digest);
    this.ended();
  }

  /** Counts one use; durable when it resolves. @throws Problem share_used_up */
  async use(name: string): Promise<void> {
    const { share } = this.#require(name);
    if (share.maxUses !== null && share.uses >= share.maxUses) {
      throw new Problem(
        'share_used_up',
        `The link \`${name}\` has been used as often as it may be: ${share.maxUses}`,
      );
    }
    share.uses += 1;
    await this.#store(share);
  }

  /** Takes back one use that came to nothing. */
  async giveBack(name: string): Promise<void> {
    const share = this.#byName.get(name)?.share;
    if (!share) return;
    share.uses -= 1;
    await this.#store(share);
  }

  #store(share: Share): Promise<void> {
    return this.storage.commit({
      collect: () => [bind(this.#count, { name: share.name, uses: share.uses })],
    });
  }

  #require(name: string): Known {
    const known = this.#byName.get(name);
    if (known) return known;
    throw new Problem('share_not_found', `There is no share \`${name}\``);
  }

  #remember(digest: string, expiresAt: number | null, share: Share): void {
    const { branch, flow, environment, rights } = share;
    const principal = {
      id: `share:${share.name}`,
      role: 'viewer' as const,
      share: { branch, flow, environment, rights, since: Date.parse(share.createdAt) },
    };
    const known = { share, digest, expiresAt, caller: { principal, budget: newBudget(), expiresAt } };
    this.#byName.set(share.name, known);
    this.#byDigest.set(digest, known);
  }
}
