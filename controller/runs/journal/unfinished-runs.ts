import { sql } from 'kysely';
import { bind, type Storage, type Write } from '../../storage/index.js';

/** A parked run and the time to wake it, ms since the epoch. */
export interface Due {
  readonly id: string;
  readonly at: number;
}

/** Queries for the runs that have not ended, and their owners. */
export class UnfinishedRuns {
  readonly #handOver;
  readonly #takeOver;

  constructor(private readonly storage: Storage) {
    this.#handOver = storage.statement<{ owner: string }>((db, p) => handedOver(db, p.owner));
    // A node that has started again in the meantime keeps its new runs.
    const isAlive = sql<boolean>`exists (select 1 from nodes where nodes.id = owner and lease_until > clock_timestamp())`;
    this.#takeOver = storage.statement<{ owner: string }>((db, p) =>
      handedOver(db, p.owner).where(({ not }) => not(isAlive)),
    );
  }

  /**
   * Runs that a stopped process left unfinished, and that do not wait, oldest first and parents before their children.
   * `entries` is about the number of entries of the journal.
   */
  async toContinue(): Promise<{ id: string; entries: number }[]> {
    return this.#toContinue(['', null]);
  }

  /** Runs of members that this node takes over, as `toContinue`. */
  handedOver(): Promise<{ id: string; entries: number }[]> {
    return this.#toContinue(['']);
  }

  /** The members that have runs. */
  async owners(): Promise<string[]> {
    const rows = await this.#unfinished()
      .clearSelect()
      .select('owner')
      .where('owner', '>', '')
      .distinct()
      .execute();
    return rows.map(({ owner }) => owner ?? '');
  }

  /** Gives the runs of a node to the leader. The node must not have them in memory any more. */
  handOver(owner: string): Write {
    return bind(this.#handOver, { owner });
  }

  /** As `handOver`, for a node that has ended. */
  takeOver(owner: string): Write {
    return bind(this.#takeOver, { owner });
  }

  async #toContinue(owners: readonly (string | null)[]): Promise<{ id: string; entries: number }[]> {
    const rows = await this.#unfinished()
      .where('status', 'in', ['pending', 'running'])
      .where(({ or, eb }) =>
        or(owners.map((owner) => (owner === null ? eb('owner', 'is', null) : eb('owner', '=', owner)))),
      )
      .select(({ selectFrom }) =>
        selectFrom('journal')
          .whereRef('journal.run_id', '=', 'runs.id')
          .select(({ fn }) => fn.max('first_seq').as('last'))
          .as('entries'),
      )
      // A child begins after its parent, or in the same millisecond.
      .orderBy('created_at')
      .orderBy((query) => query('parent_run_id', 'is not', null))
      .orderBy('id')
      .execute();
    return rows.map(({ id, entries }) => ({ id, entries: Number(entries ?? 0) }));
  }

  async getChildren(parentId: string): Promise<string[]> {
    const rows = await this.#unfinished().where('parent_run_id', '=', parentId).execute();
    return rows.map(({ id }) => id);
  }

  #unfinished() {
    return this.storage.db.selectFrom('runs').select('id').where('ended_at', 'is', null);
  }

  /**
   * Parked runs that are due, in the order of their times. @param branch whether those of this branch, and those of others,
   * are included @param after the last run of the page before
   */
  async dueToWake(
    now: number,
    limit: number,
    branch: { name: string; isIncluded: boolean; areOthers: boolean },
    after?: Due,
  ): Promise<Due[]> {
    let query = this.storage.db
      .selectFrom('runs')
      .select(['id', 'wake_at as at'])
      .where('wake_at', '<=', now)
      .where('status', '=', 'waiting')
      .where('owner', 'is', null);
    if (!branch.areOthers) query = query.where('branch', '=', branch.name);
    if (!branch.isIncluded) query = query.where('branch', '<>', branch.name);
    if (after) {
      // The index finds where to go on: a page costs the same however many are due before it.
      query = query
        .where('wake_at', '>=', after.at)
        .where((is) =>
          is.or([
            is('wake_at', '>', after.at),
            is.and([is('wake_at', '=', after.at), is('id', '>', after.id)]),
          ]),
        );
    }
    const rows = await query.orderBy('wake_at').orderBy('id').limit(limit).execute();
    return rows.map(({ id, at }) => ({ id, at: at ?? now }));
  }

  async nextWake(): Promise<number | undefined> {
    const row = await this.storage.db
      .selectFrom('runs')
      .select('wake_at')
      .where('wake_at', 'is not', null)
      .where('status', '=', 'waiting')
      .where('owner', 'is', null)
      .orderBy('wake_at')
      .limit(1)
      .executeTakeFirst();
    return row?.wake_at ?? undefined;
  }
}

function handedOver(db: Storage['db'], owner: string) {
  return (
    db
      .updateTable('runs')
      // A run that waits is found when it is due.
      .set({ owner: sql<string | null>`case when status = 'waiting' then null else '' end` })
      .where('owner', '=', owner)
      .where('ended_at', 'is', null)
  );
}
