import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Problem } from '../../problems/index.js';
import type { Lease, Standby } from '../contract/lease.js';
import { isConnectionLost } from './clients.js';
import { postgresFault } from './postgres-fault.js';

/** How long a lease is valid after each renewal, by the database's clock. */
const leaseSeconds = 10;
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

/** The row of a node. Not part of `Tables`: only this folder reads it. */
export const nodesTable = `create table if not exists nodes (
  id text collate "C" primary key,
  epoch bigint not null,
  lease_until timestamptz not null,
  version text not null,
  commits bigint not null default 0
) with (fillfactor = 50)`;

/** A node that claims the database. */
export interface Claimant {
  /** Of its data directory. */
  id: string;
  version: string;
  /** Left out: a database that another process uses is an error. */
  standby?: Standby | undefined;
}

/** A process that has the database. */
interface Holder {
  id: string;
  version: string;
  /** Until its lease ends, unless it renews it. */
  seconds: number;
}

/**
 * Claims the database for this process, and renews the claim. The row is the fence of all writes: see `fence`.
 * A start from the same data directory, whose lock proves that its process has ended, takes its place at once.
 */
export class Membership implements Lease {
  readonly #timer: NodeJS.Timeout;
  #renewing: Promise<void> = Promise.resolve();
  #isRenewing = false;
  #refusal: Problem | undefined;
  #renewedAt = 0;
  #validUntil: number;
  #waiting: (() => void)[] = [];
  #isReplaced = false;

  private constructor(
    private readonly pool: pg.Pool,
    private readonly place: string,
    readonly member: Member,
    private readonly options: { since: number; standby: Standby | undefined },
  ) {
    this.#validUntil = validUntil(options.since);
    this.#timer = setInterval(() => this.#renewOnce(), renewEveryMs).unref();
  }

  /**
   * Waits as a standby while another process has a lease, if the caller can wait.
   * @throws Problem database_in_use, shutting_down
   */
  static async claim(pool: pg.Pool, place: string, claimant: Claimant): Promise<Membership> {
    const { id, standby } = claimant;
    for (let isWaiting = false; ; ) {
      const since = performance.now();
      try {
        const holder = (await holderOf(pool, id)) ?? (await tryClaim(pool, claimant));
        if (!('id' in holder))
          return new Membership(pool, place, { id, epoch: holder.epoch }, { since, standby });
        if (!standby) throw inUse(place, holder);
        if (!isWaiting) standby.begins(holder);
        isWaiting = true;
      } catch (error) {
        // The wait outlives restarts of the database.
        if (!isWaiting || !isConnectionLost(error)) throw error;
      }
      await sleep(lookEveryMs, undefined, { signal: standby?.signal }).catch(() => {
        throw new Problem('shutting_down', 'svc was stopped while it waited for the database');
      });
    }
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
    clearInterval(this.#timer);
    await this.#renewing;
    await this.#update('lease_until = clock_timestamp()').catch(() => {});
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
      const fault = postgresFault(error, this.place, 'write');
      if (fault instanceof Problem) this.#refusal = fault;
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

/** @param since when the renewal was sent (`performance.now()`), which goes on while a process is stopped */
function validUntil(since: number): number {
  return since + leaseSeconds * 1_000 - marginMs;
}

async function holderOf(connection: Pick<pg.Pool, 'query'>, id: string): Promise<Holder | undefined> {
  const text = `select id, version, ceil(extract(epoch from lease_until - clock_timestamp()))::int as seconds
    from nodes where id <> $1 and lease_until > clock_timestamp()`;
  return (await connection.query<Holder>(text, [id])).rows[0];
}

/** Raises the epochs of all others, so that none of them writes any more. Waits for their transactions in progress. */
async function tryClaim(pool: pg.Pool, { id, version }: Claimant): Promise<Holder | { epoch: number }> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table nodes in exclusive mode');
    const holder = await holderOf(client, id);
    if (holder) {
      await client.query('rollback');
      return holder;
    }
    // A process whose lease has ended, and which goes on later, must not renew it.
    await client.query('update nodes set epoch = epoch + 1 where id <> $1', [id]);
    const { rows } = await client.query(
      `insert into nodes (id, epoch, lease_until, version)
       values ($1, 1, clock_timestamp() + make_interval(secs => $2), $3)
       on conflict (id) do update set epoch = nodes.epoch + 1, commits = 0,
         lease_until = excluded.lease_until, version = excluded.version
       returning epoch`,
      [id, leaseSeconds, version],
    );
    await client.query('commit');
    return { epoch: Number(rows[0].epoch) };
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

function inUse(place: string, { id, version, seconds }: Holder): Problem {
  return new Problem(
    'database_in_use',
    `Another svc (node ${id}, version ${version}) uses ${place}; its lease ends in ${seconds} s unless it renews it`,
  );
}

/** The error of `fence` when the lease has ended, or belongs to a later process. */
export const fenceState = '22012';

/**
 * The first statement of each transaction: notes its number in the node's row, and fails with `fenceState` unless this
 * process has a valid lease. The row stays locked until the end of the transaction, so another process that takes over waits for it.
 * Numbers only rise: a transaction that was repeated over another connection cannot be committed late by its first one.
 */
export const fence = `with noted as (
  update nodes set commits = $3
  where id = $1 and epoch = $2 and commits < $3 and lease_until > clock_timestamp() returning 1
) select 1 / count(*)::int from noted`;

/** Tells, after a lost connection, whether the transaction with a number was committed. Waits for one in progress. */
export const lastCommit = 'select epoch, commits from nodes where id = $1 for update';
