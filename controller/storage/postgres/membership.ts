import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Problem } from '../../problems/index.js';
import type { Lease, Standby } from '../lease.js';
import { isConnectionLost } from './clients.js';

/** How long a lease is valid after each renewal, by the database's clock. */
const leaseSeconds = 10;
const renewEveryMs = 3_000;
/** The lease ends this much earlier for this process: what it begins then must reach its server before another takes over. */
const marginMs = 1_000;
/** How often a process that waits looks for the end of the lease. */
const lookEveryMs = 1_000;

/** This process among those that use the database. */
export interface Member {
  readonly id: string;
  /** Raised by each start, and by whoever takes over from a dead process. */
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

export interface Claim {
  pool: pg.Pool;
  /** Of this data directory. */
  id: string;
  version: string;
  /** Left out: a database that another process uses is an error. */
  standby?: Standby | undefined;
}

/**
 * Claims the database for this process, and renews the claim. The row is the fence of all writes: see `fence`.
 * A start from the same data directory, whose lock proves that its process has ended, takes its place at once.
 */
export class Membership implements Lease {
  readonly #timer: NodeJS.Timeout;
  #renewing: Promise<unknown> | undefined;
  #validUntil: number;
  #waiting: (() => void)[] = [];
  #isReplaced = false;

  private constructor(
    private readonly claimed: Claim,
    readonly member: Member,
    since: number,
  ) {
    this.#validUntil = validUntil(since);
    this.#timer = setInterval(() => this.#renew(), renewEveryMs).unref();
  }

  /**
   * Waits as a standby while another process has a lease, if the caller can wait.
   * @throws Problem database_in_use, shutting_down
   */
  static async claim(claim: Claim): Promise<Membership> {
    const { standby } = claim;
    for (let isWaiting = false; ; ) {
      const since = performance.now();
      try {
        const holder = (await holderOf(claim)) ?? (await tryClaim(claim));
        if (!('id' in holder)) return new Membership(claim, { id: claim.id, epoch: holder.epoch }, since);
        if (!standby) throw inUse(holder);
        if (!isWaiting) standby.begins(holder);
        isWaiting = true;
      } catch (error) {
        // The wait outlives restarts of the database.
        if (!isWaiting || !isConnectionLost(error)) throw error;
      }
      await sleep(lookEveryMs, undefined, { signal: standby?.signal }).catch(() => {
        throw new Problem('shutting_down', 'svc was stopped while it waited for the database.');
      });
    }
  }

  get isValid(): boolean {
    return !this.#isReplaced && performance.now() < this.#validUntil;
  }

  async whenValid(): Promise<void> {
    while (!this.isValid) {
      const valid = new Promise<void>((resolve) => this.#waiting.push(resolve));
      this.#renew();
      await valid;
    }
  }

  /** Notes that another process has taken over. */
  replaced(): Problem {
    const detail = `Another process has taken the place of this node (${this.member.id}), whose lease of the database had ended.`;
    const problem = new Problem('database_in_use', detail);
    if (!this.#isReplaced) this.claimed.standby?.replaced(problem);
    this.#isReplaced = true;
    clearInterval(this.#timer);
    return problem;
  }

  /** Ends the lease, so that another process can begin at once. */
  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
    const { id, epoch } = this.member;
    await this.claimed.pool
      .query('update nodes set lease_until = clock_timestamp() where id = $1 and epoch = $2', [id, epoch])
      .catch(() => {});
  }

  /** A failed renewal is repeated by the next one; meanwhile the lease ends, and writes and effects wait. */
  #renew(): void {
    this.#renewing ??= this.#renewOnce()
      .catch(() => {})
      .finally(() => {
        this.#renewing = undefined;
      });
  }

  async #renewOnce(): Promise<void> {
    const { id, epoch } = this.member;
    const since = performance.now();
    const text = `update nodes set lease_until = clock_timestamp() + make_interval(secs => $3) where id = $1 and epoch = $2`;
    const { rowCount } = await this.claimed.pool.query(text, [id, epoch, leaseSeconds]);
    if (rowCount === 0) {
      this.replaced();
      return;
    }
    this.#validUntil = validUntil(since);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** @param since when the renewal was sent (`performance.now()`), which goes on while a process is stopped */
function validUntil(since: number): number {
  return since + leaseSeconds * 1_000 - marginMs;
}

/** A process that has the database. */
interface Holder {
  id: string;
  version: string;
  /** Until its lease ends, unless it renews it. */
  seconds: number;
}

async function holderOf(
  { pool, id }: Claim,
  client: Pick<pg.Pool, 'query'> = pool,
): Promise<Holder | undefined> {
  const text = `select id, version, extract(epoch from lease_until - clock_timestamp())::int as seconds
    from nodes where id <> $1 and lease_until > clock_timestamp()`;
  return (await client.query<Holder>(text, [id])).rows[0];
}

/** Raises the epochs of all others, so that none of them writes any more. Waits for their transactions in progress. */
async function tryClaim(claim: Claim): Promise<Holder | { epoch: number }> {
  const client = await claim.pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table nodes in exclusive mode');
    const holder = await holderOf(claim, client);
    if (holder) {
      await client.query('rollback');
      return holder;
    }
    await client.query('update nodes set epoch = epoch + 1 where id <> $1', [claim.id]);
    const { rows } = await client.query(
      `insert into nodes (id, epoch, lease_until, version)
       values ($1, 1, clock_timestamp() + make_interval(secs => $2), $3)
       on conflict (id) do update
       set epoch = nodes.epoch + 1, lease_until = excluded.lease_until, version = excluded.version
       returning epoch`,
      [claim.id, leaseSeconds, claim.version],
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

function inUse({ id, version, seconds }: Holder): Problem {
  return new Problem(
    'database_in_use',
    `Another svc (node ${id}, version ${version}) uses this database; its lease ends in ${seconds} s unless it renews it.`,
  );
}

/** The error of `fence` when the lease has ended or belongs to a later process. */
export const fenceState = '22012';

/**
 * The first statement of each transaction: notes its number in the node's row, and fails with `fenceState` unless this
 * process has a valid lease. The row stays locked until the end of the transaction, so whoever takes over waits for it.
 */
export const fence = `with noted as (
  update nodes set commits = $3 where id = $1 and epoch = $2 and lease_until > clock_timestamp() returning 1
) select 1 / count(*)::int from noted`;

/** Tells, after a lost connection, whether the transaction with a number was committed. Waits for one in progress. */
export const lastCommit = 'select epoch, commits from nodes where id = $1 for update';
