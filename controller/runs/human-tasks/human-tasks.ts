import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { BoundedMap } from '../../concurrency/bounded-map.js';
import { Offering } from '../../concurrency/inbox.js';
import { KeyedMutex } from '../../concurrency/turns.js';
import { acceptForm } from '../../flows/index.js';
import { Problem } from '../../problems/index.js';
import type { Sealing } from '../../security/vault/contract.js';
import type { Storage, Write } from '../../storage/index.js';
import { iso } from '../journal/run-state.js';
import type { HumanTaskLinks } from './human-task-links.js';
import type {
  HumanTaskFilter,
  HumanTaskState,
  HumanTaskStatus,
  ListedHumanTask,
} from './human-task-state.js';
import type { HumanTaskStore } from './human-task-store.js';

export type { HumanTaskStatus } from './human-task-state.js';

/** A task for people as callers see it: secrets are masked. */
export interface HumanTask
  extends Omit<HumanTaskState, 'runId' | 'people' | 'openedAt' | 'dueAt' | 'claimedAt' | 'endedAt'> {
  /** The id of the run that waits for the task. */
  readonly run: string;
  /** RFC 3339, as the other times. */
  readonly openedAt: string;
  readonly dueAt: string | null;
  readonly claimedAt: string | null;
  readonly endedAt: string | null;
}

/** A task as lists show it. */
export type HumanTaskSummary = Omit<ListedHumanTask, 'runId' | 'openedAt' | 'dueAt'> &
  Pick<HumanTask, 'run' | 'openedAt' | 'dueAt'>;

/** The part of a task that the log of the service names. */
type NotedHumanTask = Pick<HumanTaskState, 'id' | 'runId' | 'flow' | 'branch'>;

/** Makes events of what happens to human tasks, as `RunObserver` does for runs. Call it while the transaction runs. */
export interface HumanTaskObserver {
  observe(
    what: 'opened' | 'completed' | 'overdue',
    task: HumanTaskState,
  ): { writes: readonly Write[]; committed(): void };
  /** Called when a notification did not reach people, with the code of an error. */
  unnotified?(task: NotedHumanTask, people: readonly string[], code: string | undefined): void;
}

export interface HumanTaskOptions {
  storage: Storage;
  store: HumanTaskStore;
  sealing: Pick<Sealing, 'maskJson'>;
  links: HumanTaskLinks | undefined;
  observer: HumanTaskObserver | undefined;
  /** Called when a parked run is due to wake. */
  woken(): void;
}

/** A caller of a change, and whether the caller may set aside the claim of another. */
export interface HumanTaskCaller {
  principal: string;
  overrides: boolean;
}

/** Human tasks, for the surfaces. */
export interface HumanTaskService {
  /** @throws Problem human_task_not_found */
  get(id: string): Promise<HumanTask>;
  /** Tasks of later runs first. */
  list(filter: HumanTaskFilter): Promise<HumanTaskSummary[]>;
  /** Ends the task with the values, once. @throws Problem human_task_ended, human_task_claimed, human_task_values_invalid */
  complete(id: string, values: Json, caller: HumanTaskCaller): Promise<HumanTask>;
  /** Reserves the task for the caller. @throws Problem human_task_ended, human_task_claimed */
  claim(id: string, caller: HumanTaskCaller): Promise<HumanTask>;
  release(id: string, caller: HumanTaskCaller): Promise<HumanTask>;
  /** Returns undefined for the token of a link that svc did not sign. */
  findHolder: HumanTaskLinks['read'];
}

/** All human tasks: the steps of runs that wait for them, and the changes that callers make. */
export class HumanTasks implements HumanTaskService {
  /** By task, the step of a run in memory that waits for its end. */
  readonly #waits = new Map<string, Offering>();
  /** Changes of one task come one after the other. */
  readonly #turns = new KeyedMutex();
  /** Ids of runs whose end is being written, and of abandoned tasks: they take no answer any more. */
  readonly #ended = new BoundedMap<string, true>(10_000);

  constructor(private readonly options: HumanTaskOptions) {}

  async get(id: string): Promise<HumanTask> {
    return this.#view(await this.#require(id));
  }

  async list(filter: HumanTaskFilter): Promise<HumanTaskSummary[]> {
    return (await this.options.store.list(filter, Date.now())).map(toSummary);
  }

  complete(id: string, values: Json, caller: HumanTaskCaller): Promise<HumanTask> {
    return this.#turns.run(id, async () => {
      const task = await this.#open(id, caller);
      const accepted = await acceptValues(task.form, values);
      const at = Date.now();
      const { principal } = caller;
      const done = { ...task, status: 'completed' as const, completedBy: principal, endedAt: at };
      await this.#end(done, this.options.store.complete(id, principal, accepted, at));
      const ended = await this.#require(id);
      // The run may have ended in the same moment.
      if (ended.status !== 'completed') throw hasEnded(ended);
      return this.#view(ended);
    });
  }

  claim(id: string, caller: HumanTaskCaller): Promise<HumanTask> {
    return this.#turns.run(id, async () => {
      const task = await this.#open(id, { ...caller, overrides: false });
      if (task.claimedBy === null)
        await this.#write(this.options.store.claim(id, caller.principal, Date.now()));
      return this.get(id);
    });
  }

  release(id: string, caller: HumanTaskCaller): Promise<HumanTask> {
    return this.#turns.run(id, async () => {
      const task = await this.#open(id, caller);
      if (task.claimedBy !== null) await this.#write(this.options.store.claim(id, null, Date.now()));
      return this.get(id);
    });
  }

  findHolder(token: string) {
    return this.options.links?.read(token);
  }

  /** Returns the link by which an assignee completes the task. */
  getLink(id: string, assignee: string): string {
    return this.options.links?.getHolderLink({ id, assignee }) ?? '';
  }

  /**
   * Opens a task; `collect` while the transaction runs, and `committed` after it. Secrets in the texts that people read are
   * masked, also in the event about the task.
   */
  opening(newTask: HumanTaskState): { collect(): Write[]; committed(): void } {
    const { store, observer, sealing } = this.options;
    const { title, description, form } = newTask;
    const task = { ...newTask, ...sealing.maskJson({ title, description, form }) };
    let committed = () => {};
    return {
      collect() {
        const observed = observer?.observe('opened', task);
        committed = () => observed?.committed();
        return [store.insert(task), ...(observed?.writes ?? [])];
      },
      committed: () => committed(),
    };
  }

  /** Returns what became of the task; ends it as overdue when its time has passed. */
  findOutcome(id: string): Promise<HumanTaskState | undefined> {
    return this.#turns.run(id, async () => {
      const { store } = this.options;
      const task = await store.find(id);
      if (task?.status !== 'open' || !isOverdue(task)) return task;
      const at = Date.now();
      await this.#end({ ...task, status: 'overdue', endedAt: at }, store.end(id, 'overdue', at));
      return store.find(id);
    });
  }

  /** Stores which people the last notification did not reach; as `opening`. */
  unnotified(task: NotedHumanTask, people: readonly string[], code: string | undefined) {
    const { store, observer } = this.options;
    return {
      collect: () => [store.noteUnnotified(task.id, people)],
      committed: () => void (people.length > 0 && observer?.unnotified?.(task, people, code)),
    };
  }

  /** Cancels an open task which its run no longer waits for; `collect` while the transaction runs. */
  abandoning(id: string): { collect(): Write[]; committed(): void } {
    return {
      collect: () => {
        this.#ended.set(id, true);
        return [this.options.store.end(id, 'cancelled', Date.now())];
      },
      committed() {},
    };
  }

  /** Returns the write that cancels the open tasks of a run that ends; call it while the transaction runs. */
  endingRun(runId: string): Write {
    this.#ended.set(runId, true);
    return this.options.store.endOfRun(runId, Date.now());
  }

  /** Begins to wait. One step at a time waits for a task. */
  wait(id: string): Offering {
    const wait = new Offering();
    this.#waits.set(id, wait);
    return wait;
  }

  endWait(id: string, wait: Offering): void {
    if (this.#waits.get(id) === wait) this.#waits.delete(id);
  }

  /** Ends the task in one transaction with the wake of its run and the event about it. */
  async #end(task: HumanTaskState, ending: Write): Promise<void> {
    const { storage, store, observer, woken } = this.options;
    let observed: ReturnType<HumanTaskObserver['observe']> | undefined;
    const collect = (): Write[] => {
      if (this.#ended.has(task.runId) || this.#ended.has(task.id)) return [];
      const wait = this.#waits.get(task.id);
      if (wait) wait.isOffered = true;
      observed = observer?.observe(task.status === 'completed' ? 'completed' : 'overdue', task);
      return [ending, store.wake(task.runId, Date.now()), ...(observed?.writes ?? [])];
    };
    await storage.commit({ collect });
    observed?.committed();
    const wait = this.#waits.get(task.id);
    if (wait && !wait.isOffered) {
      // The step looked while the end was on its way to the disk, and its run may be on the way out of memory.
      wait.isOffered = true;
      await this.#write(store.wake(task.runId, Date.now()));
    }
    wait?.notify();
    woken();
  }

  #write(write: Write): Promise<void> {
    return this.options.storage.commit([write]);
  }

  async #require(id: string): Promise<HumanTaskState> {
    const task = await this.options.store.find(id);
    if (task) return task;
    throw new Problem('human_task_not_found', `There is no human task \`${id}\``);
  }

  /** @throws Problem human_task_not_found, human_task_ended, human_task_claimed */
  async #open(id: string, { principal, overrides }: HumanTaskCaller): Promise<HumanTaskState> {
    const task = await this.#require(id);
    if (task.status !== 'open' || isOverdue(task)) throw hasEnded(task);
    const { claimedBy } = task;
    if (claimedBy === null || claimedBy === principal || overrides) return task;
    throw new Problem('human_task_claimed', `The human task \`${task.title}\` is claimed by ${claimedBy}`);
  }

  #view({ people: _people, claimedAt, endedAt, ...task }: HumanTaskState): HumanTask {
    const times = { claimedAt: orNull(claimedAt), endedAt: orNull(endedAt) };
    const values = task.values && this.options.sealing.maskJson(task.values);
    return { ...toSummary(task), values, ...times };
  }
}

function toSummary<Task extends ListedHumanTask>({ runId: run, ...task }: Task) {
  const { openedAt, dueAt } = task;
  const status: HumanTaskStatus = task.status === 'open' && isOverdue(task) ? 'overdue' : task.status;
  return { ...task, run, status, openedAt: iso(openedAt), dueAt: orNull(dueAt) };
}

function orNull(at: number | null): string | null {
  return at === null ? null : iso(at);
}

function isOverdue({ dueAt }: Pick<HumanTaskState, 'dueAt'>): boolean {
  return dueAt !== null && Date.now() >= dueAt;
}

function hasEnded({ title, status, completedBy, endedAt, dueAt }: HumanTaskState): Problem {
  const at = iso(endedAt ?? dueAt ?? Date.now());
  const how =
    status === 'completed'
      ? `was completed by ${completedBy} at ${at}`
      : status === 'cancelled'
        ? `was cancelled at ${at}, because its run no longer waits for it`
        : `was due at ${iso(dueAt ?? Date.now())}`;
  return new Problem('human_task_ended', `The human task \`${title}\` ${how}`);
}

/** Returns the values with the defaults of the form. @throws Problem human_task_values_invalid */
async function acceptValues(form: JsonObject, values: Json): Promise<JsonObject> {
  const { value, findings } = await acceptForm(form, values);
  if (findings.length === 0 && isObject(value)) return value;
  const errors = findings.length > 0 ? findings : [{ pointer: '', message: 'must be an object' }];
  const list = errors.map(({ pointer, message }) => `${pointer || '/'} ${message}`).join('; ');
  throw new Problem('human_task_values_invalid', `The values do not fit the form: ${list}`, { errors });
}
