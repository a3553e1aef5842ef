import { sql } from 'kysely';
import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
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
import type {
  HumanTaskFilter,
  HumanTaskState,
  HumanTaskStatus,
  ListedHumanTask,
} from './human-task-state.js';

type Row = Tables['human_tasks'];

/** Forms and answers may be large, so lists leave them in the database. */
const listed = [
  ...(['id', 'run_id', 'reference', 'flow', 'branch', 'environment', 'title', 'assignees'] as const),
  ...(['status', 'opened_at', 'due_at', 'claimed_by', 'unnotified', 'sent_by'] as const),
] as const;

/** The SQL of human tasks. Methods that write return the writes. */
export class HumanTaskStore {
  readonly #insert;
  readonly #claim;
  readonly #end;
  readonly #endOfRun;
  readonly #wake;
  readonly #note;

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
    const taskColumns = ['title', 'description', 'form', 'assignees', 'people', 'sent_by'] as const;
    const columns = [...fixed, ...taskColumns, 'status', ...claimed, ...ended] as const;
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
    this.#note = updateStatement(storage, 'human_tasks', ['unnotified'], ['id']);
    this.#wake = updateStatement(storage, 'runs', ['wake_at'], ['id', 'status']);
  }

  insert(task: HumanTaskState): Write {
    const { title, description, form } = task;
    const texts = { form: toJsonText(form), assignees: toJsonText(task.assignees) };
    return bind(this.#insert, {
      id: task.id,
      run_id: task.runId,
      reference: task.reference,
      flow: task.flow,
      branch: task.branch,
      environment: task.environment,
      title,
      description,
      status: task.status,
      ...texts,
      people: toJsonText(task.people),
      sent_by: task.sentBy,
      opened_at: task.openedAt,
      due_at: task.dueAt,
      claimed_by: null,
      claimed_at: null,
      ended_at: null,
      completed_by: null,
      answer: null,
    });
  }

  async find(id: string): Promise<HumanTaskState | undefined> {
    const query = this.storage.db.selectFrom('human_tasks').selectAll().where('id', '=', id);
    const row = await query.executeTakeFirst();
    return row && this.#state(row);
  }

  /** Tasks of later runs first. */
  async list(
    { status, assignees, run, after, limit }: HumanTaskFilter,
    now: number,
  ): Promise<ListedHumanTask[]> {
    let rows = this.storage.db.selectFrom('human_tasks').select(listed);
    const isLate = sql<boolean>`coalesce(due_at, ${now + 1}) <= ${now}`;
    if (status === 'overdue')
      rows = rows.where(sql<boolean>`(status = 'overdue' or (status = 'open' and ${isLate}))`);
    else if (status !== undefined) rows = rows.where('status', '=', status);
    if (status === 'open') rows = rows.where(sql<boolean>`not (${isLate})`);
    if (assignees !== undefined) {
      // The list is JSON of strings, in which a name with its quotes occurs only as an item.
      const named = assignees.map((name) => toJsonText(name));
      rows = rows.where(({ or }) =>
        or(named.map((name) => sql<boolean>`replace(assignees, ${name}, '') <> assignees`)),
      );
    }
    if (run !== undefined) rows = rows.where('run_id', '=', run);
    if (after !== undefined) rows = rows.where('id', '<', after);
    return (await rows.orderBy('id', 'desc').limit(limit).execute()).map(selectListed);
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
    const answer = this.sealing.keep(toJsonText(values));
    return bind(this.#end, { id, status: 'completed', ended_at: at, completed_by: by, answer });
  }

  /** Cancels the open tasks of a run. */
  endOfRun(run: string, at: number): Write {
    return bind(this.#endOfRun, { run_id: run, status: 'cancelled', ended_at: at });
  }

  noteUnnotified(id: string, people: readonly string[]): Write {
    return bind(this.#note, { id, unnotified: people.length === 0 ? null : toJsonText(people) });
  }

  /** Wakes the run if it is parked. */
  wake(runId: string, at: number): Write {
    return bind(this.#wake, { id: runId, status: 'waiting', wake_at: at });
  }

  #state(row: Row): HumanTaskState {
    return {
      ...selectListed(row),
      description: row.description,
      form: parseJsonText(row.form) as JsonObject,
      people: parseJsonText(row.people) as string[],
      claimedAt: row.claimed_at,
      endedAt: row.ended_at,
      completedBy: row.completed_by,
      values: row.answer === null ? null : (parseJsonText(this.sealing.open(row.answer)) as JsonObject),
    };
  }
}

function selectListed(row: Pick<Row, (typeof listed)[number]>): ListedHumanTask {
  const { id, run_id: runId, reference, flow, branch, environment, title } = row;
  return {
    id,
    runId,
    reference,
    flow,
    branch,
    environment,
    title,
    assignees: parseJsonText(row.assignees) as string[],
    status: row.status as HumanTaskStatus,
    openedAt: row.opened_at,
    dueAt: row.due_at,
    claimedBy: row.claimed_by,
    unnotified: parseJsonText(row.unnotified ?? '[]') as string[],
    sentBy: row.sent_by,
  };
}
