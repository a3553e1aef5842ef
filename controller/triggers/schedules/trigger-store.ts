import {
  bind,
  deleteStatement,
  insertOnceStatement,
  insertStatement,
  type Storage,
  type Tables,
  updateStatement,
  upsertStatement,
  type Write,
} from '../../storage/index.js';
import type { TriggerKey } from '../items/trigger-key.js';

type Row<Name extends keyof Tables> = { [Column in keyof Tables[Name]]: Tables[Name][Column] };
export type TriggerRow = Row<'triggers'>;
export type OccurrenceRow = Row<'occurrences'>;

type Skipped = Record<'branch' | 'id' | 'status' | 'reason' | 'queued', string> & { now: number };

/** When a trigger acts next. */
export type Step = Pick<TriggerRow, 'next_at' | 'due_at' | 'since' | 'awaited_run'>;

const step = ['next_at', 'due_at', 'since', 'awaited_run'] as const;
const result = ['cause', 'status', 'reason', 'run_id', 'problem', 'recorded_at'] as const;
const occurrence = ['branch', 'trigger_id', 'at', ...result] as const;

/** The SQL of triggers, compiled once. Methods that write return the write for the caller to commit. */
export class TriggerStore {
  readonly #arm;
  readonly #advance;
  readonly #pause;
  readonly #postpone;
  readonly #remove;
  readonly #insert;
  readonly #skipQueued;
  readonly #insertOnce;
  readonly #replace;

  constructor(readonly storage: Storage) {
    this.#arm = upsertStatement(storage, 'triggers', ['branch', 'id'], ['timetable', ...step]);
    this.#advance = updateStatement(storage, 'triggers', step, ['branch', 'id']);
    const paused = ['paused_at', 'paused_by'] as const;
    this.#pause = updateStatement(storage, 'triggers', [...paused, ...step], ['branch', 'id']);
    this.#postpone = updateStatement(storage, 'triggers', ['due_at'], ['branch', 'id']);
    this.#remove = deleteStatement(storage, 'triggers', ['branch', 'id']);
    this.#insert = insertStatement(storage, 'occurrences', occurrence);
    this.#skipQueued = storage.statement<Skipped>((db, p) =>
      db
        .updateTable('occurrences')
        .set({ status: p.status, reason: p.reason, recorded_at: p.now })
        .where('branch', '=', p.branch)
        .where('trigger_id', '=', p.id)
        .where('status', '=', p.queued),
    );
    this.#insertOnce = insertOnceStatement(storage, 'occurrences', occurrence);
    this.#replace = upsertStatement(storage, 'occurrences', ['branch', 'trigger_id', 'at'], result);
  }

  /** Stores a trigger, whether it is new or known; a pause stays. */
  arm(key: TriggerKey, next: Step & Pick<TriggerRow, 'timetable'>): Write {
    return bind(this.#arm, { ...key, ...next });
  }

  advance(key: TriggerKey, next: Step): Write {
    return bind(this.#advance, { ...key, ...next });
  }

  pause(key: TriggerKey, next: Step & Pick<TriggerRow, 'paused_at' | 'paused_by'>): Write {
    return bind(this.#pause, { ...key, ...next });
  }

  /** Puts off the next action, whatever it is. */
  postpone(key: TriggerKey, due_at: number): Write {
    return bind(this.#postpone, { ...key, due_at });
  }

  remove(key: TriggerKey): Write {
    return bind(this.#remove, { ...key });
  }

  /** Fails the transaction when the occurrence is recorded already, so that it starts one run. */
  record(row: OccurrenceRow): Write {
    return bind(this.#insert, row);
  }

  /** Records an occurrence that starts no run, unless it is recorded already. */
  recordOnce(row: OccurrenceRow): Write {
    return bind(this.#insertOnce, row);
  }

  /** Records what became of an occurrence that had started no run. */
  replace(row: OccurrenceRow): Write {
    return bind(this.#replace, row);
  }

  /** Records that the occurrences of a trigger that wait start no run. */
  skipQueued(key: TriggerKey, reason: string, now: number): Write {
    return bind(this.#skipQueued, { ...key, reason, now, status: 'skipped', queued: 'queued' });
  }

  commit(writes: readonly Write[]): Promise<void> {
    return this.storage.commit(writes);
  }

  async find({ branch, id }: TriggerKey): Promise<TriggerRow | undefined> {
    const rows = this.storage.db.selectFrom('triggers').selectAll();
    return rows.where('branch', '=', branch).where('id', '=', id).executeTakeFirst();
  }

  /** Up to `limit` triggers of a branch, in the order of their ids, after one. */
  ofBranch(branch: string, after: string, limit: number): Promise<TriggerRow[]> {
    const rows = this.storage.db.selectFrom('triggers').selectAll().where('branch', '=', branch);
    return rows.where('id', '>', after).orderBy('id').limit(limit).execute();
  }

  /** Triggers of a branch. */
  some(branch: string, ids: readonly string[]): Promise<TriggerRow[]> {
    const rows = this.storage.db.selectFrom('triggers').selectAll().where('branch', '=', branch);
    return rows.where('id', 'in', ids).execute();
  }

  /** The ids of the paused triggers of a branch. */
  async paused(branch: string): Promise<ReadonlySet<string>> {
    const rows = this.storage.db.selectFrom('triggers').select('id').where('branch', '=', branch);
    return new Set((await rows.where('paused_at', 'is not', null).execute()).map(({ id }) => id));
  }

  async branches(): Promise<string[]> {
    const rows = await this.storage.db.selectFrom('triggers').select('branch').distinct().execute();
    return rows.map(({ branch }) => branch);
  }

  /** Up to `limit` triggers of branches that are due, the earliest first, after one of them. */
  due(
    branches: readonly string[],
    now: number,
    after: TriggerRow | undefined,
    limit: number,
  ): Promise<TriggerRow[]> {
    const rows = this.storage.db.selectFrom('triggers').selectAll().where('due_at', '<=', now);
    const query = rows.where('branch', 'in', branches).orderBy('due_at').orderBy('branch').orderBy('id');
    const { due_at, branch, id } = after ?? { due_at: 0, branch: '', id: '' };
    return query
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('due_at', 'branch', 'id'), '>', tuple(due_at, branch, id)),
      )
      .limit(limit)
      .execute();
  }

  /** The first moment after `now` at which a trigger of the branches is due. */
  async nextDue(branches: readonly string[], now: number): Promise<number | undefined> {
    const rows = this.storage.db.selectFrom('triggers').select('due_at').where('due_at', '>', now);
    const row = await rows.where('branch', 'in', branches).orderBy('due_at').limit(1).executeTakeFirst();
    return row?.due_at ?? undefined;
  }

  /** Up to `limit` triggers of branches whose awaited run has ended, or is no longer kept, after one of them. */
  released(
    branches: readonly string[],
    after: TriggerKey | undefined,
    limit: number,
  ): Promise<(TriggerRow & { ended_at: number | null })[]> {
    const { branch, id } = after ?? { branch: '', id: '' };
    return this.storage.db
      .selectFrom('triggers')
      .leftJoin('runs', 'runs.id', 'triggers.awaited_run')
      .selectAll('triggers')
      .select('runs.ended_at')
      .where('awaited_run', 'is not', null)
      .where('triggers.branch', 'in', branches)
      .where((where) => where.or([where('runs.ended_at', 'is not', null), where('runs.id', 'is', null)]))
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('triggers.branch', 'triggers.id'), '>', tuple(branch, id)),
      )
      .orderBy('triggers.branch')
      .orderBy('triggers.id')
      .limit(limit)
      .execute();
  }

  /** The unfinished runs among the last hundred that a trigger started, the oldest first. */
  async unfinished({ branch, id }: TriggerKey): Promise<string[]> {
    const started = this.storage.db
      .selectFrom('occurrences')
      .select('run_id')
      .where('branch', '=', branch)
      .where('trigger_id', '=', id)
      .where('status', '=', 'started')
      .orderBy('at', 'desc')
      .limit(100);
    const runs = this.storage.db.selectFrom('runs').select('id').where('id', 'in', started);
    const rows = await runs.where('ended_at', 'is', null).orderBy('id').execute();
    return rows.map((row) => row.id);
  }

  /** Occurrences with a status, the oldest first. */
  withStatus({ branch, id }: TriggerKey, status: string, limit: number): Promise<OccurrenceRow[]> {
    const rows = this.storage.db.selectFrom('occurrences').selectAll().where('branch', '=', branch);
    const query = rows.where('trigger_id', '=', id).where('status', '=', status);
    return query.orderBy('at').limit(limit).execute();
  }

  /** The last occurrences, the newest first. */
  last({ branch, id }: TriggerKey, limit: number): Promise<OccurrenceRow[]> {
    const rows = this.storage.db.selectFrom('occurrences').selectAll().where('branch', '=', branch);
    return rows.where('trigger_id', '=', id).orderBy('at', 'desc').limit(limit).execute();
  }

  /** The recorded occurrences of a span, both ends included. */
  between({ branch, id }: TriggerKey, from: number, to: number): Promise<OccurrenceRow[]> {
    const rows = this.storage.db.selectFrom('occurrences').selectAll().where('branch', '=', branch);
    return rows.where('trigger_id', '=', id).where('at', '>=', from).where('at', '<=', to).execute();
  }

  /** Removes up to `limit` old occurrences. @returns true when there may be more */
  async removeOld(before: number, limit: number): Promise<boolean> {
    const { db } = this.storage;
    const rows = await db
      .selectFrom('occurrences')
      .select(['branch', 'trigger_id', 'at'])
      .where('recorded_at', '<', before)
      .where('status', '!=', 'queued')
      .limit(limit)
      .execute();
    const remove = deleteStatement(this.storage, 'occurrences', ['branch', 'trigger_id', 'at']);
    if (rows.length > 0) await this.storage.commit(rows.map((row) => bind(remove, row)));
    return rows.length === limit;
  }
}
