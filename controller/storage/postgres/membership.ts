import type pg from 'pg';
import { Problem } from '../../problems/index.js';

/** How long a lease is valid after each renewal, by the database's clock. */
const leaseSeconds = 10;
const renewEveryMs = 3_000;

/** This process among those that use the database. */
export interface Member {
  readonly id: string;
  /** Raised by each start, and by whoever takes the runs of a dead process over. */
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
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly pool: pg.Pool,
    readonly member: Member,
  ) {
    this.#timer = setInterval(() => this.#renew(), renewEveryMs).unref();
  }

  /**
   * @param id of this data directory
   * @throws Problem database_in_use while another process has a lease
   */
  static async claim(pool: pg.Pool, id: string, version: string): Promise<Membership> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('lock table nodes in exclusive mode');
      const others = await client.query(
        `select id, version, extract(epoch from lease_until - clock_timestamp())::int as seconds
         from nodes where id <> $1 and lease_until > clock_timestamp()`,
        [id],
      );
      const [other] = others.rows;
      if (other) throw inUse(other);
      const { rows } = await client.query(
        `insert into nodes (id, epoch, lease_until, version)
         values ($1, 1, clock_timestamp() + make_interval(secs => $2), $3)
         on conflict (id) do update set epoch = nodes.epoch + 1, lease_until = excluded.lease_until, version = excluded.version
         returning epoch`,
        [id, leaseSeconds, version],
      );
      await client.query('commit');
      return new Membership(pool, { id, epoch: Number(rows[0].epoch) });
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    } finally {
      client.release();
    }
  }

  /** Ends the lease, so that another process can begin at once. */
  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
    const { id, epoch } = this.member;
    await this.pool
      .query('update nodes set lease_until = clock_timestamp() where id = $1 and epoch = $2', [id, epoch])
      .catch(() => {});
  }

  #renew(): void {
    const { id, epoch } = this.member;
    const text = `update nodes set lease_until = clock_timestamp() + make_interval(secs => $3) where id = $1 and epoch = $2`;
    // A failed renewal is repeated by the next one; meanwhile the lease ends, and writes wait.
    this.#renewing = this.pool.query(text, [id, epoch, leaseSeconds]).catch(() => {});
  }
}

function inUse({ id, version, seconds }: { id: string; version: string; seconds: number }): Problem {
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
