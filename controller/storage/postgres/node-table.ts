import type pg from 'pg';
import type { Holder } from '../contract/lease.js';
import type { NodeRecord, Role } from '../contract/node.js';

/** How long a lease is valid after each renewal, by the database's clock. */
export const leaseSeconds = 10;

/** The row of a node. Not part of `Tables`: only this folder reads it. */
export const nodesTable = `create table if not exists nodes (
  id text collate "C" primary key,
  epoch bigint not null,
  lease_until timestamptz not null,
  version text not null,
  commits bigint not null default 0
) with (fillfactor = 50);
-- Nodes of versions before these columns served alone.
alter table nodes add column if not exists role text not null default 'leader';
alter table nodes add column if not exists url text;
alter table nodes add column if not exists fingerprint text`;

/** A node that claims the database. */
export interface Claim {
  /** Of its data directory. */
  id: string;
  version: string;
  /** False for a process that is to be alone: another node of any role is in its way. */
  shares: boolean;
}

/** A process that has the database. */
export interface CurrentHolder extends Holder {
  /** Until its lease ends, unless it renews it. */
  seconds: number;
}

type Connection = Pick<pg.Pool, 'query'>;

const secondsLeft = 'ceil(extract(epoch from lease_until - clock_timestamp()))::int as seconds';

/** Returns the node that is in the way of a claim: a leader, or for a process that is to be alone any node. */
export async function findHolder(
  connection: Connection,
  { id, shares }: Claim,
): Promise<CurrentHolder | undefined> {
  const text = `select id, version, url, fingerprint, ${secondsLeft} from nodes
    where id <> $1 and lease_until > clock_timestamp() and (role = 'leader' or not $2)
    order by role limit 1`;
  const [row] = (await connection.query(text, [id, shares])).rows;
  return row && withoutNulls(row);
}

/**
 * Makes this node the leader, unless another one is in the way. Raises the epochs of all nodes whose lease has ended, so that
 * none of them writes any more, and waits for their transactions in progress.
 */
export async function tryLead(pool: pg.Pool, claim: Claim): Promise<CurrentHolder | { epoch: number }> {
  return transaction(pool, async (client) => {
    await client.query('lock table nodes in exclusive mode');
    const holder = await findHolder(client, claim);
    if (holder) return holder;
    // A process whose lease has ended, and which goes on later, must not renew it.
    await client.query(
      'update nodes set epoch = epoch + 1 where id <> $1 and lease_until <= clock_timestamp()',
      [claim.id],
    );
    return { epoch: await enter(client, claim, 'leader') };
  });
}

/** Makes this node a member. Call it while another node leads. */
export async function join(pool: pg.Pool, claim: Claim): Promise<{ epoch: number }> {
  return { epoch: await enter(pool, claim, 'member') };
}

async function enter(connection: Connection, { id, version }: Claim, role: Role): Promise<number> {
  const { rows } = await connection.query(
    `insert into nodes (id, epoch, lease_until, version, role)
     values ($1, 1, clock_timestamp() + make_interval(secs => $2), $3, $4)
     on conflict (id) do update set epoch = nodes.epoch + 1, commits = 0, role = excluded.role,
       lease_until = excluded.lease_until, version = excluded.version, url = null, fingerprint = null
     returning epoch`,
    [id, leaseSeconds, version, role],
  );
  return Number(rows[0].epoch);
}

/** Makes a member the leader where there is none; false when there is one, or the member was replaced. */
export async function promote(pool: pg.Pool, claim: Claim, epoch: number): Promise<boolean> {
  return transaction(pool, async (client) => {
    await client.query('lock table nodes in exclusive mode');
    if (await findHolder(client, claim)) return false;
    const { rowCount } = await client.query(
      `update nodes set role = 'leader', url = null, lease_until = clock_timestamp() + make_interval(secs => $3)
       where id = $1 and epoch = $2`,
      [claim.id, epoch, leaseSeconds],
    );
    return rowCount === 1;
  });
}

/** See `ClusterNode.fence`. Waits for a transaction of the node in progress. */
export async function fenceNode(pool: pg.Pool, id: string): Promise<boolean> {
  const { rows } = await pool.query(
    `with ended as (
       update nodes set epoch = epoch + 1 where id = $1 and lease_until <= clock_timestamp() returning 1
     ) select exists (select from ended) or not exists (select from nodes where id = $1) as fenced`,
    [id],
  );
  return rows[0].fenced;
}

export async function listNodes(connection: Connection): Promise<NodeRecord[]> {
  const { rows } = await connection.query(
    `select id, role, version, url, fingerprint, ${secondsLeft} from nodes
     where lease_until > clock_timestamp() - interval '1 day' order by lease_until > clock_timestamp() desc, role, id`,
  );
  return rows.map(withoutNulls);
}

function withoutNulls<Row extends { url: string | null; fingerprint: string | null }>(row: Row) {
  const { url, fingerprint } = row;
  return { ...row, url: url ?? undefined, fingerprint: fingerprint ?? undefined };
}

async function transaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
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
