import { Problem } from '../problems/index.js';
import { bind, type Storage, type Tables } from '../storage/index.js';
import { Turns } from '../turns/index.js';
import { newBudget } from './budget.js';
import type { Caller, Principal, Share, ShareRight, WriteManner } from './contract.js';
import { digestOf, randomToken } from './digest.js';
import { requireFuture } from './expiry.js';
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

export interface ShareChanges {
  rights?: readonly ShareRight[];
  /** RFC 3339. */
  expiresAt?: string | null;
  maxUses?: number | null;
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
  readonly #turns = new Turns();
  readonly #insert;
  readonly #update;
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
    this.#update = storage.statement<Pick<ShareRow, 'name' | 'rights' | 'expires_at' | 'max_uses'>>((db, p) =>
      db
        .updateTable('shares')
        .set({ rights: p.rights, expires_at: p.expires_at, max_uses: p.max_uses })
        .where('name', '=', p.name),
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
      this.#remember(row.digest, {
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
  create(wanted: NewShare): Promise<IssuedShare> {
    return this.#turns.take(wanted.name, async () => {
      const share = this.preview(wanted);
      const token = randomToken(sharePrefix);
      const write = bind(this.#insert, {
        ...toRow(share),
        digest: digestOf(token),
        branch: share.branch,
        flow: share.flow,
        environment: share.environment,
        uses: 0,
        created_by: share.createdBy,
        created_at: Date.parse(share.createdAt),
      });
      await this.storage.commit({ collect: () => [write] });
      this.#remember(digestOf(token), share);
      return { ...share, token };
    });
  }

  /** What `create` would make. @throws Problem body_invalid, name_taken */
  preview({ name, branch, flow, environment = null, maxUses = null, ...wanted }: NewShare): Share {
    requireName(name);
    const expiresAt = isoOrNull(requireFuture(wanted.expiresAt));
    if (this.#byName.has(name)) throw nameTaken('share', name);
    const rights = [...new Set(wanted.rights)];
    const { createdBy } = wanted;
    const at = { branch, flow, environment };
    return { name, ...at, rights, expiresAt, maxUses, uses: 0, createdAt: iso(Date.now()), createdBy };
  }

  /**
   * Counts at once, also for whoever listens by the link.
   * @param change says what changes of the share as it is then: nobody else comes between
   * @throws Problem share_not_found, body_invalid
   */
  update(
    name: string,
    change: (share: Share) => ShareChanges,
    { dryRun = false }: WriteManner = {},
  ): Promise<Share> {
    return this.#turns.take(name, async () => {
      const { rights, maxUses, expiresAt } = change(this.#require(name).share);
      const changes = {
        ...(rights && { rights: [...new Set(rights)] }),
        ...(maxUses === undefined ? {} : { maxUses }),
        ...(expiresAt === undefined ? {} : { expiresAt: isoOrNull(requireFuture(expiresAt)) }),
      };
      const after = () => ({ ...this.#require(name).share, ...changes });
      if (dryRun) return after();
      await this.storage.commit({ collect: () => [bind(this.#update, toRow(after()))] });
      // Uses were counted meanwhile.
      const share = after();
      this.#remember(this.#require(name).digest, share);
      this.ended();
      return share;
    });
  }

  /** The link works no more from now on. @throws Problem share_not_found */
  remove(name: string): Promise<void> {
    return this.#turns.take(name, async () => {
      const { digest } = this.#require(name);
      await this.storage.commit({ collect: () => [bind(this.#delete, { name })] });
      this.#byName.delete(name);
      this.#byDigest.delete(digest);
      this.ended();
    });
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

  #remember(digest: string, share: Share): void {
    const expiresAt = share.expiresAt === null ? null : Date.parse(share.expiresAt);
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

function toRow({ name, rights, expiresAt, maxUses }: Share) {
  const expires_at = expiresAt === null ? null : Date.parse(expiresAt);
  return { name, rights: JSON.stringify(rights), expires_at, max_uses: maxUses };
}
