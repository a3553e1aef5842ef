import type { Storage, Write } from '../storage/index.js';
import { bind } from '../storage/index.js';
import type { ClosuresTable, JournalTable, RunsTable } from '../storage/tables/runs.js';
import type { Sealing } from '../vault/contract.js';
import type { RunFilter } from './contract.js';
import { type JournalEntry, opened, toText } from './journal.js';
import { fromRow, type RunState, reveal, toRow } from './state.js';

/** The SQL of runs: compiled once, in one place. Writes are handed out, to be committed with their unit. */
export class RunStore {
  readonly #storage: Storage;
  readonly #sealing: Sealing;
  readonly #insertRun;
  readonly #updateRun;
  readonly #insertJournal;
  readonly #insertClosure;

  constructor(storage: Storage, sealing: Sealing) {
    this.#storage = storage;
    this.#sealing = sealing;
    this.#insertRun = storage.statement<Bindable<RunsTable>>((db, p) =>
      db.insertInto('runs').values({
        id: p.id,
        flow: p.flow,
        branch: p.branch,
        revision: p.revision,
        environment: p.environment,
        status: p.status,
        trigger: p.trigger,
        principal: p.principal,
        input: p.input,
        output: p.output,
        error: p.error,
        created_at: p.created_at,
        started_at: p.started_at,
        ended_at: p.ended_at,
        parent_run_id: p.parent_run_id,
        waiting_for: p.waiting_for,
        wake_at: p.wake_at,
        closure: p.closure,
        idempotency_key: p.idempotency_key,
        request_digest: p.request_digest,
        sealed: p.sealed,
        trace: p.trace,
      }),
    );
    this.#updateRun = storage.statement<Bindable<RunsTable>>((db, p) =>
      db
        .updateTable('runs')
        .set({
          status: p.status,
          output: p.output,
          error: p.error,
          started_at: p.started_at,
          ended_at: p.ended_at,
          waiting_for: p.waiting_for,
          wake_at: p.wake_at,
          sealed: p.sealed,
        })
        .where('id', '=', p.id),
    );
    this.#insertJournal = storage.statement<Bindable<JournalTable>>((db, p) =>
      db.insertInto('journal').values({ run_id: p.run_id, first_seq: p.first_seq, entries: p.entries }),
    );
    this.#insertClosure = storage.statement<Bindable<ClosuresTable>>((db, p) =>
      db
        .insertInto('closures')
        .values({ id: p.id, content: p.content })
        .onConflict((conflict) => conflict.column('id').doNothing()),
    );
  }

  insertRun(state: RunState): Write {
    return bind(this.#insertRun, toRow(state, this.#sealing) as Bindable<RunsTable>);
  }

  updateRun(state: RunState): Write {
    return bind(this.#updateRun, toRow(state, this.#sealing) as Bindable<RunsTable>);
  }

  /** The state with its secrets, as only a run may see it. */
  reveal(state: RunState): RunState {
    return reveal(state, this.#sealing);
  }

  /** What a run sees when it goes on: the whole journal, with secrets. */
  async recorded(runId: string): Promise<JournalEntry[]> {
    return (await this.journal(runId)).map((entry) => opened(entry, this.#sealing));
  }

  /** The text of an entry as it may be stored. */
  textOf(entry: JournalEntry): string {
    return toText(entry, this.#sealing);
  }

  /** @param entries JSON texts, numbered without a gap from `firstSeq` */
  appendJournal(runId: string, firstSeq: number, entries: readonly string[]): Write {
    return bind(this.#insertJournal, {
      run_id: runId,
      first_seq: firstSeq,
      entries: `[${entries.join(',')}]`,
    });
  }

  insertClosure(id: string, content: string): Write {
    return bind(this.#insertClosure, { id, content });
  }

  commit(writes: readonly Write[]): Promise<void> {
    return this.#storage.commit({ collect: () => writes });
  }

  async find(id: string): Promise<RunState | undefined> {
    const row = await this.#storage.db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst();
    return row && fromRow(row);
  }

  async findByIdempotencyKey(key: string): Promise<RunState | undefined> {
    const row = await this.#storage.db
      .selectFrom('runs')
      .selectAll()
      .where('idempotency_key', '=', key)
      .executeTakeFirst();
    return row && fromRow(row);
  }

  async closure(id: string): Promise<string | undefined> {
    const row = await this.#storage.db
      .selectFrom('closures')
      .select('content')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.content;
  }

  /** Entries with a number above `after`, sealed as they are; rows that hold only earlier ones are not read. */
  async journal(runId: string, after = 0): Promise<JournalEntry[]> {
    const rows = await this.#storage.db
      .selectFrom('journal')
      .select('entries')
      .where('run_id', '=', runId)
      .where('first_seq', '>=', (query) =>
        query
          .selectFrom('journal')
          .select((row) => row.fn.coalesce(row.fn.max('first_seq'), row.val(0)).as('first'))
          .where('run_id', '=', runId)
          .where('first_seq', '<=', after + 1),
      )
      .orderBy('first_seq')
      .execute();
    return rows
      .flatMap((row) => JSON.parse(row.entries) as JournalEntry[])
      .filter((entry) => entry.seq > after);
  }

  /** Newest first; one more than asked for tells whether there is a next page. */
  async list(filter: RunFilter): Promise<RunState[]> {
    let query = this.#storage.db.selectFrom('runs').selectAll();
    if (filter.branch !== undefined) query = query.where('branch', '=', filter.branch);
    if (filter.flow !== undefined) query = query.where('flow', '=', filter.flow);
    if (filter.status !== undefined) query = query.where('status', '=', filter.status);
    if (filter.environment !== undefined) query = query.where('environment', '=', filter.environment);
    if (filter.trigger !== undefined) query = query.where('trigger', '=', filter.trigger);
    if (filter.since !== undefined) query = query.where('created_at', '>=', Date.parse(filter.since));
    if (filter.until !== undefined) query = query.where('created_at', '<', Date.parse(filter.until));
    if (filter.cursor !== undefined) query = query.where('id', '<', filter.cursor);
    const rows = await query
      .orderBy('id', 'desc')
      .limit(filter.limit + 1)
      .execute();
    return rows.map(fromRow);
  }

  /** How many unfinished runs of a branch are pinned to each revision, the most first. */
  async revisions(branch: string): Promise<{ revision: string; runs: number }[]> {
    return this.#storage.db
      .selectFrom('runs')
      .select(({ fn }) => ['revision', fn.countAll<number>().as('runs')])
      .where('ended_at', 'is', null)
      .where('branch', '=', branch)
      .groupBy('revision')
      .orderBy('runs', 'desc')
      .execute();
  }

  /** Runs that a stopped process left behind and that want to go on, oldest first. */
  async unfinished(): Promise<string[]> {
    const rows = await this.#storage.db
      .selectFrom('runs')
      .select('id')
      .where('ended_at', 'is', null)
      .where('status', 'in', ['pending', 'running'])
      .orderBy('id')
      .execute();
    return rows.map((row) => row.id);
  }

  async unfinishedChildren(parentId: string): Promise<string[]> {
    const rows = await this.#storage.db
      .selectFrom('runs')
      .select('id')
      .where('ended_at', 'is', null)
      .where('parent_run_id', '=', parentId)
      .execute();
    return rows.map((row) => row.id);
  }

  async dueToWake(now: number): Promise<string[]> {
    const rows = await this.#storage.db
      .selectFrom('runs')
      .select('id')
      .where('wake_at', '<=', now)
      .where('status', '=', 'waiting')
      .orderBy('wake_at')
      .execute();
    return rows.map((row) => row.id);
  }

  async nextWake(): Promise<number | undefined> {
    const row = await this.#storage.db
      .selectFrom('runs')
      .select('wake_at')
      .where('wake_at', 'is not', null)
      .where('status', '=', 'waiting')
      .orderBy('wake_at')
      .limit(1)
      .executeTakeFirst();
    return row?.wake_at ?? undefined;
  }
}

/** A row type as a record of parameters. */
type Bindable<Row> = { [Column in keyof Row]: Row[Column] & (string | number | null | Uint8Array) };
