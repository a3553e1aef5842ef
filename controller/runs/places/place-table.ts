import { sql } from 'kysely';
import {
  bind,
  type Read,
  type Row,
  type Storage,
  toRead,
  updateStatement,
  upsertStatement,
  type Write,
} from '../../storage/index.js';
import type { Claim } from './grant-places.js';

/** A row of a flow's places. */
export interface PlaceRow extends Claim {
  /** True for a run that has ended, whose place is free. */
  readonly hasEnded: boolean;
}

/** A claim with the parts that only its row has. */
interface NewPlace extends Claim {
  readonly branch: string;
  readonly flow: string;
  readonly waitingReleases: boolean;
}

/** The SQL of the places that nodes share, compiled once. Methods that write return the writes for the caller to commit. */
export class PlaceTable {
  readonly #put;
  readonly #hold;
  readonly #move;
  readonly #remove;
  readonly #removeStored;
  readonly #addBegun;
  readonly #addWorking;
  readonly #removeUnbegun;
  readonly #removeUnbegunOfDead;
  readonly #removeEnded;

  /** @param node the id of this node */
  constructor(
    private readonly storage: Storage,
    private readonly node: string,
  ) {
    const columns = [
      'branch',
      'flow',
      'node',
      'claim',
      'is_held',
      'is_returning',
      'asked_at',
      'max_runs',
      'waiting_releases',
    ] as const;
    this.#put = upsertStatement(storage, 'flow_places', ['run_id'], columns);
    this.#hold = updateStatement(storage, 'flow_places', ['is_held'], ['run_id', 'claim']);
    this.#move = storage.statement<{ id: string; claim: string; heir: string }>((db, p) =>
      db
        .updateTable('flow_places')
        .set({ run_id: p.heir })
        .where('run_id', '=', p.id)
        .where('claim', '=', p.claim),
    );
    this.#remove = storage.statement<{ id: string; claim: string }>((db, p) =>
      db.deleteFrom('flow_places').where('run_id', '=', p.id).where('claim', '=', p.claim),
    );
    this.#removeStored = storage.statement<{ id: string; min: number }>((db, p) =>
      db.deleteFrom('flow_places').where('run_id', '=', p.id).where('waiting_releases', '>=', p.min),
    );
    const adding = (waitingReleases: 0 | 1) =>
      storage.statement<{ id: string }>((db, p) => {
        const runs = db.selectFrom('runs').where('id', '=', p.id).where('ended_at', 'is', null);
        return db
          .insertInto('flow_places')
          .columns(['run_id', ...columns])
          .expression(
            (waitingReleases === 1 ? runs.where('status', '=', sql.lit('running')) : runs).select([
              'id as run_id',
              'branch',
              'flow',
              sql.lit('').as('node'),
              'id as claim',
              sql.lit(1).as('is_held'),
              sql.lit(0).as('is_returning'),
              'created_at as asked_at',
              sql.lit(1).as('max_runs'),
              sql.lit(waitingReleases).as('waiting_releases'),
            ]),
          )
          .onConflict((conflict) => conflict.doNothing());
      });
    this.#addBegun = adding(0);
    this.#addWorking = adding(1);
    this.#removeUnbegun = storage.statement<{ node: string }>((db, p) => ofUnbegun(db, p.node));
    // A node that has started again in the meantime keeps what it asked for.
    const isAlive = sql<boolean>`exists (select 1 from nodes where nodes.id = node and lease_until > clock_timestamp())`;
    this.#removeUnbegunOfDead = storage.statement<{ node: string }>((db, p) =>
      ofUnbegun(db, p.node).where(({ not }) => not(isAlive)),
    );
    this.#removeEnded = storage.statement<Record<never, never>>((db) =>
      db
        .deleteFrom('flow_places')
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('runs')
              .select('id')
              .whereRef('runs.id', '=', 'flow_places.run_id')
              .where('ended_at', 'is not', null),
          ),
        ),
    );
  }

  /** Returns the query for the rows of a flow, for `toRows`. */
  readFlow(branch: string, flow: string): Read {
    return toRead(this.#selectFlow(branch, flow));
  }

  async listFlow(branch: string, flow: string): Promise<PlaceRow[]> {
    return this.toRows(await this.#selectFlow(branch, flow).execute());
  }

  toRows(rows: readonly Row[]): PlaceRow[] {
    return rows.map((row) => ({
      id: String(row['run_id']),
      claim: String(row['claim']),
      isHeld: Number(row['is_held']) === 1,
      isReturning: Number(row['is_returning']) === 1,
      askedAt: Number(row['asked_at']),
      maxRuns: Number(row['max_runs']),
      hasEnded: row['ended_at'] !== null,
    }));
  }

  /** Takes a place, or waits for one. */
  put({ id, branch, flow, claim, isHeld, isReturning, askedAt, maxRuns, waitingReleases }: NewPlace): Write {
    return bind(this.#put, {
      run_id: id,
      branch,
      flow,
      node: this.node,
      claim,
      is_held: Number(isHeld),
      is_returning: Number(isReturning),
      asked_at: askedAt,
      max_runs: maxRuns,
      waiting_releases: Number(waitingReleases),
    });
  }

  /** Gives a place to a run that waits, at any node. */
  hold({ id, claim }: Pick<Claim, 'id' | 'claim'>): Write {
    return bind(this.#hold, { run_id: id, claim, is_held: 1 });
  }

  /** Gives the place of a run to another one. */
  move({ id, claim }: Pick<Claim, 'id' | 'claim'>, heir: string): Write {
    return bind(this.#move, { id, claim, heir });
  }

  /** Gives a place back, unless the run has asked again since. */
  remove({ id, claim }: Pick<Claim, 'id' | 'claim'>): Write {
    return bind(this.#remove, { id, claim });
  }

  /** Gives the place of a run back that does not execute. @param always false where only a run that gives it back while it waits loses it */
  removeStored(id: string, always: boolean): Write {
    return bind(this.#removeStored, { id, min: always ? 0 : 1 });
  }

  /** Adds the place of a run that began without one, such as before its flow had a limit. */
  addBegun(id: string, waitingReleases: boolean): Write {
    return bind(waitingReleases ? this.#addWorking : this.#addBegun, { id });
  }

  /** Removes what runs that have not begun hold or want, at a node that has lost its memory. */
  removeUnbegun(node: string): Write {
    return bind(this.#removeUnbegun, { node });
  }

  /** As `removeUnbegun`, for a node that has ended. */
  removeUnbegunOfDead(node: string): Write {
    return bind(this.#removeUnbegunOfDead, { node });
  }

  /** Removes the places of runs that have ended, before the runs themselves are removed. */
  removeEnded(): Write {
    return bind(this.#removeEnded, {});
  }

  /** The other nodes that hold or want places for runs that have not begun. */
  async listOwners(): Promise<string[]> {
    const rows = await this.storage.db
      .selectFrom('flow_places')
      .leftJoin('runs', 'runs.id', 'flow_places.run_id')
      .select('node')
      .distinct()
      .where('started_at', 'is', null)
      .where('node', 'not in', ['', this.node])
      .execute();
    return rows.map(({ node }) => node);
  }

  #selectFlow(branch: string, flow: string) {
    return this.storage.db
      .selectFrom('flow_places')
      .leftJoin('runs', 'runs.id', 'flow_places.run_id')
      .select(['run_id', 'claim', 'is_held', 'is_returning', 'asked_at', 'max_runs', 'ended_at'])
      .where('flow_places.branch', '=', branch)
      .where('flow_places.flow', '=', flow);
  }
}

/** A run that was not stored, or that did not begin, has done nothing that its place is needed for. */
function ofUnbegun(db: Storage['db'], node: string) {
  return db
    .deleteFrom('flow_places')
    .where('node', '=', node)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('runs')
            .select('id')
            .whereRef('runs.id', '=', 'flow_places.run_id')
            .where('started_at', 'is not', null),
        ),
      ),
    );
}
