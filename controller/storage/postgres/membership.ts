import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Problem } from '../../problems/index.js';
import type { Lease, Standby } from '../contract/lease.js';
import type { ClusterNode, NodeRecord, Role, Versions } from '../contract/node.js';
import { isConnectionLost } from './clients.js';
import {
  type Claim,
  type CurrentHolder,
  fenceNode,
  findHolder,
  join,
  leaseSeconds,
  listNodes,
  promote,
  tryLead,
} from './node-table.js';
import { postgresFault } from './postgres-fault.js';
import { noteReaders, readVersions } from './versions.js';

const renewEveryMs = 3_000;
/** The longest wait for a renewal; the next one follows. */
const renewalMs = 4_000;

/** The lease ends this much earlier for this process: what it begins then must reach its server before another takes over. */
const marginMs = 1_000;
/** How often a process that waits looks for the end of the lease. */
const lookEveryMs = 1_000;

/** This process among those that use the database. */
export interface Member {
  readonly id: string;
  /** Raised by each start, and by another process that takes the place of this process. */
  readonly epoch: number;
}

/** A node that claims the database. */
export interface Claimant {
  /** Of its data directory. */
  id: string;
  version: string;
  /** Left out: a database that another process uses is an error. */
  standby?: Standby | undefined;
}

interface MembershipOptions {
  claim: Claim;
  role: Role;
  epoch: number;
  /** The time of the claim (`performance.now()`). */
  since: number;
  standby: Standby | undefined;
}

/**
 * Claims the database for this process, and renews the claim. The row is the fence of all writes: see `fence`.
 * A start from the same data directory, whose lock proves that its process has ended, takes its place at once.
 */
export class Membership implements Lease, ClusterNode {
  readonly member: Member;
  readonly role: Role;
  readonly promoted: Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #renewing: Promise<void> = Promise.resolve();
  #isRenewing = false;
  #refusal: Problem | undefined;
  #renewedAt = 0;
  #validUntil: number;
  #waiting: (() => void)[] = [];
  #isReplaced = false;
  #isReleased = false;
  /** True for a member that leads in the database: its lease stays until it has started again. */
  #isPromoted = false;

  private constructor(
    private readonly pool: pg.Pool,
    private readonly place: string,
    private readonly options: MembershipOptions,
  ) {
    const { claim, role, epoch, since } = options;
    this.member = { id: claim.id, epoch };
    this.role = role;
    this.#validUntil = validUntil(since);
    this.#timer = setInterval(() => this.#renewOnce(), renewEveryMs).unref();
    this.promoted = role === 'member' ? this.#leaderless() : new Promise(() => {});
  }

  /**
   * Waits as a standby while another process leads, if the caller can wait; joins it where the caller can.
   * @param canJoin tells whether the tables have the schema of this version
   * @throws Problem database_in_use, shutting_down
   */
  static async claim(
    pool: pg.Pool,
    place: string,
    { id, version, standby }: Claimant,
    canJoin: () => Promise<boolean> = async () => false,
  ): Promise<Membership> {
    const claim = { id, version, shares: standby !== undefined };
    const open = (role: Role, epoch: number, since: number) =>
      new Membership(pool, place, { claim, role, epoch, since, standby });
    let previous: CurrentHolder | undefined;
    for (;;) {
      const since = performance.now();
      try {
        const holder = (await findHolder(pool, claim)) ?? (await tryLead(pool, claim));
        if (!('id' in holder)) return open('leader', holder.epoch, since);
        if (!standby) throw inUse(place, holder);
        if (!previous) standby.begins(holder);
        if (standby.joins && holder.version === version && (await canJoin()))
          return open('member', (await join(pool, claim)).epoch, since);
        if (holder.id !== previous?.id || holder.url !== previous.url) standby.waits(holder);
        previous = holder;
      } catch (error) {
        // The wait outlives restarts of the database.
        if (!previous || !isConnectionLost(error)) throw error;
      }
      await sleep(lookEveryMs, undefined, { signal: standby?.signal }).catch(() => {
        throw new Problem('shutting_down', 'svc was stopped while it waited for the database');
      });
    }
  }

  get id(): string {
    return this.member.id;
  }

  list(): Promise<NodeRecord[]> {
    return listNodes(this.pool);
  }

  async announce(url: string, fingerprint: string | undefined): Promise<void> {
    const values = [this.id, this.member.epoch, url, fingerprint ?? null];
    await this.pool.query('update nodes set url = $3, fingerprint = $4 where id = $1 and epoch = $2', values);
  }

  fence(id: string): Promise<boolean> {
    return fenceNode(this.pool, id);
  }

  versions(): Promise<Versions> {
    return readVersions(this.pool);
  }

  noteReaders(hasReaders: boolean): Promise<void> {
    return noteReaders(this.pool, this.member, hasReaders);
  }

  get isValid(): boolean {
    return !this.#isReplaced && performance.now() < this.#validUntil;
  }

  async whenValid(): Promise<void> {
    while (!this.isValid) {
      const valid = new Promise<void>((resolve) => this.#waiting.push(resolve));
      this.#renewOnce();
      await valid;
    }
  }

  /** The time of the last renewal that was written, ms since the epoch. */
  get renewedAt(): number {
    return this.#renewedAt;
  }

  /** The reason why the last renewal failed; undefined while the lease is renewed. */
  refusal(): Problem | undefined {
    return this.#refusal;
  }

  /** The problem of a lease that ended, which the next renewal may solve. */
  ended(): Problem {
    return (
      this.#refusal ??
      new Problem('storage_failed', `The lease of this node (${this.member.id}) in ${this.place} has ended`)
    );
  }

  /** The problem of a process whose place was taken; it does not pass. */
  replaced(): Problem {
    const detail = `Another process has taken the place of this node (${this.member.id}) in ${this.place}`;
    const problem = new Problem('database_in_use', detail);
    this.#refusal = problem;
    clearInterval(this.#timer);
    if (!this.#isReplaced) this.options.standby?.replaced(problem);
    this.#isReplaced = true;
    return problem;
  }

  /** Ends the lease, so that another process can begin at once. */
  async release(): Promise<void> {
    this.#isReleased = true;
    clearInterval(this.#timer);
    await this.#renewing;
    if (this.#isPromoted) return;
    await this.#update('lease_until = clock_timestamp()').catch(() => {});
  }

  /** Resolves when this member leads, or the leader is of another version: then it has to start again. */
  async #leaderless(): Promise<void> {
    const { claim } = this.options;
    while (!this.#isReleased && !this.#isReplaced) {
      await sleep(lookEveryMs, undefined, { ref: false });
      try {
        const leader = await findHolder(this.pool, claim);
        if (leader && leader.version !== claim.version) return;
        if (leader || !this.isValid || !(await promote(this.pool, claim, this.member.epoch))) continue;
        this.#isPromoted = true;
        return;
      } catch (error) {
        // The next look follows; meanwhile the renewals report what is wrong.
        if (this.#isReleased) break;
        this.#refusal ??= postgresProblem(error, this.place);
      }
    }
    await new Promise(() => {});
  }

  #renewOnce(): void {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    this.#renewing = this.#renew().finally(() => {
      this.#isRenewing = false;
    });
  }

  /** A failed renewal is repeated by the next one; meanwhile the lease ends, and writes wait. */
  async #renew(): Promise<void> {
    const begun = Date.now();
    const since = performance.now();
    try {
      const isOurs = await this.#update(`lease_until = clock_timestamp() + interval '${leaseSeconds} s'`);
      if (!isOurs) {
        this.replaced();
        return;
      }
      [this.#refusal, this.#renewedAt] = [undefined, begun];
      this.#validUntil = validUntil(since);
      for (const resolve of this.#waiting.splice(0)) resolve();
    } catch (error) {
      this.#refusal = postgresProblem(error, this.place) ?? this.#refusal;
    }
  }

  /** Returns false when the row belongs to another process. */
  async #update(change: string): Promise<boolean> {
    const { id, epoch } = this.member;
    const text = `update nodes set ${change} where id = $1 and epoch = $2`;
    const config = { text, values: [id, epoch], query_timeout: renewalMs };
    return (await this.pool.query(config)).rowCount === 1;
  }
}

/** @throws Problem database_in_use while another node uses the database */
export async function requireUnused(
  connection: Pick<pg.Pool, 'query'>,
  place: string,
  node: string,
): Promise<void> {
  const holder = await findHolder(connection, { id: node, version: '', shares: false });
  if (holder) throw inUse(place, holder);
}

/** @param since when the renewal was sent (`performance.now()`), which goes on while a process is stopped */
function validUntil(since: number): number {
  return since + leaseSeconds * 1_000 - marginMs;
}

function postgresProblem(error: unknown, place: string): Problem | undefined {
  const fault = postgresFault(error, place, 'write');
  return fault instanceof Problem ? fault : undefined;
}

function inUse(place: string, { id, version, seconds }: CurrentHolder): Problem {
  return new Problem(
    'database_in_use',
    `Another svc (node ${id}, version ${version}) uses ${place}; its lease ends in ${seconds} s unless it renews it`,
  );
}
