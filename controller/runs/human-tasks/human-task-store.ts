import type { JsonObject } from '../../../schemas/json/types.js';
import type { Sealing } from '../../security/vault/contract.js';
import {
  bind,
  insertOnceStatement,
  type Storage,
  type Tables,
  updateStatement,
  type Write,
} from '../../storage/index.js';

export type HumanTaskStatus = 'open' | 'completed' | 'overdue' | 'cancelled';

/** A task for people, as the database has it. Times are ms since the epoch. */
export interface HumanTaskState {
  readonly id: string;
  readonly runId: string;
  /** The reference of the task in its flow. */
  readonly reference: string;
  readonly flow: string;
  readonly branch: string;
  readonly environment: string | null;
  readonly title: string;
  readonly description: string | null;
  /** JSON Schema of the values. */
  readonly form: JsonObject;
  /** Users and teams, as the flow names them. */
  readonly assignees: readonly string[];
  /** The principals that the assignees were when the task was opened. */
  readonly people: readonly string[];
  readonly status: HumanTaskStatus;
  readonly openedAt: number;
  readonly dueAt: number | null;
  readonly claimedBy: string | null;
  readonly claimedAt: number | null;
  readonly endedAt: number | null;
  readonly completedBy: string | null;
  readonly values: JsonObject | null;
}

export interface HumanTaskFilter {
  status?: HumanTaskStatus | undefined;
  /** Only tasks after the one with this id, in the order of the list. */
  after?: string | undefined;
  limit: number;
}

type Row = Tables['human_tasks'];

/** The SQL of human tasks. Methods that write return the writes. */
export class HumanTaskStore {
  readonly #insert;
  readonly #claim;
  readonly #end;
  readonly #endOfRun;
  readonly #wake;

  constructor(
    private readonly storage: Storage,
    private readonly sealing: Pick<Sealing, 'keep' | 'open'>,
  ) {
    const claimed = ['claimed_by', 'claimed_at'] as const;
    const ended = ['ended_at', 'completed_by', 'answer'] as const;
    const fixed = [
      'id',
      'run_id',
      'reference',
      'flow',
      'branch',
      'environment',
      'opened_at',
      'due_at',
    ] as const;
    const asked = ['title', 'description', 'form', 'assignees', 'people'] as const;
    const columns = [...fixed, ...asked, 'status', ...claimed, ...ended] as const;
    this.#insert = insertOnceStatement(storage, 'human_tasks', columns);
    this.#claim = updateStatement(storage, 'human_tasks', claimed, ['id', 'status']);
    this.#end = storage.statement<Pick<Row, 'id' | 'status' | (typeof ended)[number]>>((db, p) =>
      db
        .updateTable('human_tasks')
        .set({ status: p.status, ended_at: p.ended_at, completed_by: p.completed_by, answer: p.answer })
        .where('id', '=', p.id)
        .where('ended_at', 'is', null),
    );
    this.#endOfRun = storage.statement<Pick<Row, 'run_id' | 'status' | 'ended_at'>>((db, p) =>
      db
        .updateTable('human_tasks')
        .set({ status: p.status, ended_at: p.ended_at })
        .where('run_id', '=', p.run_id)
        .where('ended_at', 'is', null),
    );
    this.#wake = updateStatement(storage, 'runs', ['wake_at'], ['id', 'status']);
  }

  insert(task: HumanTaskState): Write {
    const { title, description, form } = task;
    const texts = { form: JSON.stringify(form), assignees: JSON.stringify(task.assignees) };
    return bind(this.#insert, {
      ...{ id: task.id, run_id: task.runId, reference: task.reference, flow: task.flow, branch: task.branch },
      ...{ environment: task.environment, title, description, status: task.status, ...texts },
      ...{ people: JSON.stringify(task.people), opened_at: task.openedAt, due_at: task.dueAt },
      ...{ claimed_by: null, claimed_at: null, ended_at: null, completed_by: null, answer: null },
    });
  }

  async find(id: string): Promise<HumanTaskState | undefined> {
    const query = this.storage.db.selectFrom('human_tasks').selectAll().where('id', '=', id);
    const row = await query.executeTakeFirst();
    return row && this.#state(row);
  }

  /** Tasks of later runs first. */
  async list({ status, after, limit }: HumanTaskFilter): Promise<HumanTaskState[]> {
    let rows = this.storage.db.selectFrom('human_tasks').selectAll();
    if (status !== undefined) rows = rows.where('status', '=', status);
    if (after !== undefined) rows = rows.where('id', '<', after);
    return (await rows.orderBy('id', 'desc').limit(limit).execute()).map((row) => this.#state(row));
  }

  /** @param by null to release the task */
  claim(id: string, by: string | null, at: number): Write {
    return bind(this.#claim, { id, status: 'open', claimed_by: by, claimed_at: by === null ? null : at });
  }

  /** Ends an open task. */
  end(id: string, status: Exclude<HumanTaskStatus, 'open'>, at: number): Write {
    return bind(this.#end, { id, status, ended_at: at, completed_by: null, answer: null });
  }

  complete(id: string, by: string, values: JsonObject, at: number): Write {
    const answer = this.sealing.keep(JSON.stringify(values));
    return bind(this.#end, { id, status: 'completed', ended_at: at, completed_by: by, answer });
  }

  /** Cancels the open tasks of a run. */
  endOfRun(run: string, at: number): Write {
    return bind(this.#endOfRun, { run_id: run, status: 'cancelled', ended_at: at });
  }

  /** Wakes the run if it is parked. */
  wake(runId: string, at: number): Write {
    return bind(this.#wake, { id: runId, status: 'waiting', wake_at: at });
  }

  #state(row: Row): HumanTaskState {
    return {
      id: row.id,
      runId: row.run_id,
      reference: row.reference,
      flow: row.flow,
      branch: row.branch,
      environment: row.environment,
      title: row.title,
      description: row.description,
      form: JSON.parse(row.form) as JsonObject,
      assignees: JSON.parse(row.assignees) as string[],
      people: JSON.parse(row.people) as string[],
      status: row.status as HumanTaskStatus,
      openedAt: row.opened_at,
      dueAt: row.due_at,
      claimedBy: row.claimed_by,
      claimedAt: row.claimed_at,
      endedAt: row.ended_at,
      completedBy: row.completed_by,
      values: row.answer === null ? null : (JSON.parse(this.sealing.open(row.answer)) as JsonObject),
    };
  }
}
