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
import type { Principal, ShareRight } from '../access/access.js';
import {
  type Caller,
  CredentialIndex,
  computeDigest,
  type IssuedCredential,
  isExpired,
  newBudget,
  randomToken,
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

/** The prefix of the tokens of share links. */
export const sharePrefix = 'svcs';

export interface Share {
  name: string;
  branch: string;
  flow: string;
  environment: string | null;
  rights: readonly ShareRight[];
  /** RFC 3339. */
  expiresAt: string | null;
  maxUses: number | null;
  uses: number;
  createdAt: string;
  createdBy: string;
}

export type NewShare = Pick<Share, 'name' | 'branch' | 'flow' | 'rights' | 'createdBy'> &
  Partial<Pick<Share, 'environment' | 'expiresAt' | 'maxUses'>>;

export type ShareChanges = Partial<Pick<Share, 'rights' | 'expiresAt' | 'maxUses'>>;

/** A share with the token of its link, which is shown only once. */
export interface IssuedShare extends Share {
  token: string;
}

interface KnownShare extends IssuedCredential {
  readonly share: Share;
}

/** Days that a share lasts unless its expiry is stated; also the most of those that a person of an issuer makes. */
const usualDays = 30;
const day = 86_400_000;

/** Links that let anyone who has one start or read the runs of one flow. */
export class Shares {
  readonly #shares = new CredentialIndex<KnownShare>();
  readonly #mutex = new KeyedMutex();
  readonly #statements;

  /** Knows no share before `reload`. @param changed is called when shares were changed or removed */
  constructor(
    private readonly storage: Storage,
    private readonly changed: () => void,
  ) {
    this.#statements = getStatements(storage);
  }

  /** Reads the shares from the database. */
  async reload(): Promise<void> {
    const rows = await this.storage.db.selectFrom('shares').selectAll().execute();
    this.#shares.clear();
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
    const share = this.#shares.find(token);
    return share && !isExpired(share, now) ? share.caller : undefined;
  }

  /** True for a token of a share that is known and no longer valid. */
  isExpired(token: string, now: number): boolean {
    const share = this.#shares.find(token);
    return share !== undefined && isExpired(share, now);
  }

  /** True while the share that made the principal is valid. */
  isValid(principal: Principal, now: number): boolean {
    return this.#shares.isValid(principal, now);
  }

  list(): Share[] {
    const shares = this.#shares.all().map(({ share }) => share);
    return shares.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** @throws Problem share_not_found */
  get(name: string): Share {
    return this.#require(name).share;
  }

  /** @throws Problem body_invalid, name_taken */
  create(request: NewShare): Promise<IssuedShare> {
    return this.#mutex.run(request.name, async () => {
      const share = this.preview(request);
      const token = randomToken(sharePrefix);
      const row = { ...toRow(share), digest: computeDigest(token) };
      await this.storage.commit([bind(this.#statements.insert, row)]);
      this.#remember(row.digest, share);
      return { ...share, token };
    });
  }

  /** Returns the share that `create` would make. @throws Problem body_invalid, name_taken */
  preview({ name, branch, flow, environment = null, maxUses = null, ...shareFields }: NewShare): Share {
    requireName(name);
    const usual = Date.now() + usualDays * day;
    const ends = shareFields.expiresAt === undefined ? usual : requireFuture(shareFields.expiresAt);
    requireEnd(ends, shareFields.createdBy);
    const expiresAt = isoOrNull(ends);
    if (this.#shares.get(name)) throw nameTaken('share', name);
    const rights = [...new Set(shareFields.rights)];
    const { createdBy } = shareFields;
    const at = { branch, flow, environment };
    return { name, ...at, rights, expiresAt, maxUses, uses: 0, createdAt: iso(Date.now()), createdBy };
  }

  /**
   * Changes a share. Takes effect at once, for open connections too.
   * @param change receives the share as it is in its turn, and returns the changes
   * @throws Problem share_not_found, body_invalid
   */
  update(
    name: string,
    change: (share: Share) => ShareChanges,
    { dryRun = false }: WriteOptions = {},
  ): Promise<Share> {
    return this.#mutex.run(name, async () => {
      const { share: before } = this.#require(name);
      const { rights, maxUses, expiresAt } = change(before);
      if (expiresAt !== undefined) requireEnd(requireFuture(expiresAt), before.createdBy);
      const changes = {
        ...(rights && { rights: [...new Set(rights)] }),
        ...(maxUses === undefined ? {} : { maxUses }),
        ...(expiresAt === undefined ? {} : { expiresAt: isoOrNull(requireFuture(expiresAt)) }),
      };
      const after = () => ({ ...this.#require(name).share, ...changes });
      if (dryRun) return after();
      await this.storage.commit([bind(this.#statements.update, toRow(after()))]);
      // Read again, because uses may have been counted during the write.
      const share = after();
      this.#remember(this.#require(name).digest, share);
      this.changed();
      return share;
    });
  }

  /** Removes a share. Takes effect at once. @throws Problem share_not_found */
  remove(name: string): Promise<void> {
    return this.#mutex.run(name, async () => {
      this.#require(name);
      await this.storage.commit([bind(this.#statements.remove, { name })]);
      this.#shares.delete(name);
      this.changed();
    });
  }

  /** Returns the writes that end the shares of a maker who goes, to be committed with what goes; then call `forget`. */
  ending(creator: string, now: number): Write[] {
    return this.#getLasting(creator, now).map((share) =>
      bind(this.#statements.update, toRow({ ...share, expiresAt: iso(now) })),
    );
  }

  /** Ends the shares of a maker who has gone. */
  forget(creator: string, now: number): void {
    for (const share of this.#getLasting(creator, now))
      this.#remember(this.#require(share.name).digest, { ...share, expiresAt: iso(now) });
  }

  #getLasting(creator: string, now: number): Share[] {
    const all = this.#shares.all().filter(({ share }) => share.createdBy === creator);
    return all.filter((share) => !isExpired(share, now)).map(({ share }) => share);
  }

  /** Counts one use; durable when it resolves. @throws Problem share_used_up */
  async use(name: string): Promise<void> {
    const { share } = this.#require(name);
    if (share.maxUses !== null && share.uses >= share.maxUses) {
      const times = share.maxUses === 1 ? 'once' : `${share.maxUses} times`;
      throw new Problem('share_used_up', `The share link \`${name}\` may be used ${times}, and has been`);
    }
    share.uses += 1;
    await this.#storeUses(share);
  }

  /** Takes back one use whose run did not start. */
  async giveBack(name: string): Promise<void> {
    const share = this.#shares.get(name)?.share;
    if (!share) return;
    share.uses -= 1;
    await this.#storeUses(share);
  }

  #storeUses({ name, uses }: Share): Promise<void> {
    return this.storage.commit([bind(this.#statements.count, { name, uses })]);
  }

  #require(name: string): KnownShare {
    const share = this.#shares.get(name);
    if (share) return share;
    throw new Problem('share_not_found', `There is no share \`${name}\``);
  }

  #remember(digest: string, share: Share): void {
    const { name, branch, flow, environment, rights, createdBy } = share;
    const since = Date.parse(share.createdAt);
    const scope = { branch, flow, environment, rights, since, createdBy };
    const principal: Principal = { id: `share:${name}`, role: 'viewer', share: scope };
    const expiresAt = msOrNull(share.expiresAt);
    this.#shares.set({ id: name, digest, share, caller: { principal, budget: newBudget(), expiresAt } });
  }
}

/**
 * Requires an end of what a person of an issuer makes: svc does not learn when that person leaves.
 * @throws Problem body_invalid
 */
function requireEnd(expiresAt: number | null, creator: string): void {
  if (!creator.startsWith('oidc:')) return;
  if (expiresAt !== null && expiresAt <= Date.now() + usualDays * day) return;
  throw new Problem('body_invalid', `A share of ${creator} lasts ${usualDays} days at most`, {
    errors: [{ pointer: '/expiresAt', message: `must be within ${usualDays} days` }],
  });
}

function getStatements(storage: Storage) {
  const updated = ['rights', 'expires_at', 'max_uses'] as const;
  const fixed = ['name', 'digest', 'branch', 'flow', 'environment', 'created_by', 'created_at'] as const;
  return {
    insert: insertStatement(storage, 'shares', [...fixed, ...updated, 'uses']),
    update: updateStatement(storage, 'shares', updated, ['name']),
    count: updateStatement(storage, 'shares', ['uses'], ['name']),
    remove: deleteStatement(storage, 'shares', ['name']),
  };
}

function toRow({ expiresAt, maxUses, createdAt, createdBy, rights, ...share }: Share) {
  return {
    ...share,
    rights: JSON.stringify(rights),
    expires_at: msOrNull(expiresAt),
    max_uses: maxUses,
    created_by: createdBy,
    created_at: Date.parse(createdAt),
  };
}
