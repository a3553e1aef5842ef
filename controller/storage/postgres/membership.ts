import type pg from 'pg';
import { Problem } from '../../problems/index.js';
import { postgresFault } from './postgres-fault.js';

/** How long a lease is valid after each renewal, by the database's clock. */
const leaseSeconds = 10;
const renewEveryMs = 3_000;
/** The longest wait for a renewal; the next one follows. */
const renewalMs = 4_000;

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

/**
 * Claims the database for this process, and renews the claim. The row is the fence of all writes: see `fence`.
 * A start from the same data directory, whose lock proves that its process has ended, takes its place at once.
 */
export class Membership {
  #timer: NodeJS.Timeout;
  #renewing: Promise<void> = Promise.resolve();
  #isRenewing = false;
  #refusal: Problem | undefined;
  #renewedAt = 0;

  private constructor(
    private readonly pool: pg.Pool,
    private readonly place: string,
    readonly member: Member,
  ) {
    this.#timer = setInterval(() => this.#renewOnce(), renewEveryMs).unref();
  }

  /**
   * @param id of this data directory
   * @throws Problem database_in_use while another process has a lease
   */
  static async claim(
    pool: pg.Pool,
    place: string,
    { id, version }: { id: string; version: string },
  ): Promise<Membership> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('lock table nodes in exclusive mode');
      const others = await client.query(
        `select id, version, ceil(extract(epoch from lease_until - clock_timestamp()))::int as seconds
         from nodes where id <> $1 and lease_until > clock_timestamp()`,
        [id],
      );
      const [other] = others.rows;
      if (other) throw inUse(place, other);
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
      return new Membership(pool, place, { id, epoch: Number(rows[0].epoch) });
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    } finally {
      client.release();
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
    this.#refusal = new Problem('database_in_use', detail);
    return this.#refusal;
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
    try {
      const isOurs = await this.#update(`lease_until = clock_timestamp() + interval '${leaseSeconds} s'`);
      if (isOurs) [this.#refusal, this.#renewedAt] = [undefined, begun];
      else this.replaced();
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

function inUse(place: string, other: { id: string; version: string; seconds: number }): Problem {
  const { id, version, seconds } = other;
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
