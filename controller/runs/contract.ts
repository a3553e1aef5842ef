export type { IncomingMessage, Receiver } from '../connectors/index.js';

import type { Snapshot } from '../catalog/index.js';
import type { Abortable } from '../concurrency/signals.js';
import type { ConnectionService } from './effects/calls/connection-service.js';
import type { RunFiles } from './effects/files/run-files.js';
import type { EventStream } from './events/event-stream.js';
import type { HumanTaskService } from './human-tasks/human-tasks.js';
import type { TaskEntry } from './journal/journal-entry.js';
import type { Run } from './journal/run-state.js';
import type { LeaderNeed } from './lifecycle/leader-needs.js';
import type { RunRecord, RunVersion } from './lifecycle/record.js';
import type { QueueLoad } from './lifecycle/run-queue.js';
import type { RunRequest } from './lifecycle/start-once.js';
import type { RunRevision } from './lifecycle/start-run.js';
import type { ListedTask, LogEntry, TaskRecord, TaskSelection } from './queries/journal-views.js';
import type { RunSelection } from './queries/run-filter.js';
import type { RunCount, RunFilter, TakenPath } from './queries/run-list.js';
import type { LogSelection, TaskPage } from './queries/run-reader.js';

export type {
  ConnectionService,
  ConnectionTest,
  ConnectionUse,
  OpenConnection,
} from './effects/calls/connection-service.js';
export type { EventStarter } from './events/event-dispatch.js';
export type { BranchEvent, NewEvent } from './events/event-store.js';
export type {
  HumanTask,
  HumanTaskService,
  HumanTaskStatus,
  HumanTaskSummary,
} from './human-tasks/human-tasks.js';
export type { JournalEntry } from './journal/journal-entry.js';
export type { Run, RunStatus } from './journal/run-state.js';
export type { TraceContext } from './journal/trace.js';
export type { RunRecord, RunVersion } from './lifecycle/record.js';
export type { RunRequest } from './lifecycle/start-once.js';
export type { RunRevision } from './lifecycle/start-run.js';
export type { ListedTask, LogEntry, TaskRecord } from './queries/journal-views.js';
export type { RunSelection } from './queries/run-filter.js';
export type { LogSelection } from './queries/run-reader.js';

/** Runs, for the surfaces and for triggers. */
export interface RunService {
  /**
   * Accepts a run. The run is durable when this resolves, and may have ended.
   * @throws Problem flow_not_found, flow_disabled, entity_invalid, environment_not_found, parameters_invalid, flow_input_too_large,
   * idempotency_conflict, queue_full
   */
  start(request: RunRequest): Promise<Run>;
  /** Resolves with the run when it has ended, or as it is after `ms` milliseconds. */
  wait(id: string, ms: number, signal?: Abortable): Promise<Run>;
  /** @throws Problem run_not_found */
  get(id: string): Promise<Run>;
  /** Newest first; see `RunList.list` for the bounds of a page. */
  list(filter: RunFilter): Promise<{ items: Run[]; nextCursor: string | null }>;
  /** Counts runs, up to 10,000. @param isVisible decides about the runs of a flow; about all when left out */
  count(
    selection: RunSelection,
    isVisible?: (run: { branch: string; flow: string; environment: string | null }) => boolean,
  ): Promise<RunCount>;
  /** The paths that the newest 10,000 runs of a flow took, the last one taken first; at most 100. @param since ms since the epoch */
  paths(branch: string, flow: string, since: number): Promise<TakenPath[]>;
  /** The revisions that unfinished runs of a branch are pinned to, each with the number of runs. */
  revisions(branch: string): Promise<{ revision: string; runs: number }[]>;
  /** The timeline of a run, the first 10,000 executions. */
  tasks(id: string): Promise<TaskRecord[]>;
  /** A page of the timeline. @throws Problem run_not_found */
  taskPage(id: string, selection: Omit<TaskSelection, 'isWanted'>): Promise<TaskPage>;
  /** The last execution of each task of a run, with the number of its executions. @throws Problem run_not_found */
  latestTasks(id: string): Promise<ListedTask[]>;
  /** The last fault of the task at a reference. @throws Problem run_not_found */
  findFault(id: string, reference: string): Promise<TaskRecord | undefined>;
  /** Lines of the log, in their order. @throws Problem run_not_found */
  logs(id: string, selection: LogSelection): Promise<LogEntry[]>;
  /** The log after line `after` and new lines as they come; ends when the run has ended. @param task as in `LogSelection` */
  follow(id: string, after: number, signal: AbortSignal, task?: string): AsyncIterable<LogEntry>;
  /** @throws Problem run_not_found, run_state_conflict */
  cancel(id: string): Promise<Run>;
  suspend(id: string): Promise<Run>;
  resume(id: string): Promise<Run>;
  /** Starts a new run that takes over the results of the ended one. @param revision `same` when left out */
  retry(id: string, principal: string, revision?: RunRevision): Promise<Run>;
  /**
   * Starts a new run from the start, with the input of an ended run. @param revision `newest` when left out
   * @throws Problem as `start`, run_state_conflict
   */
  rerun(id: string, principal: string, revision?: RunRevision): Promise<Run>;
  /** Returns the run that a step of a run started as a subflow. @param key of the step */
  child(id: string, key: string): Promise<Run | undefined>;
  /** Returns the ids of the runs that steps of a run started as subflows, by the key of the step. */
  children(id: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Those of these runs that another one retries or replays. */
  repeated(ids: readonly string[]): Promise<ReadonlySet<string>>;
  readonly files: Pick<RunFiles, 'list' | 'find'>;
}

/** The run service with its operation: metrics, start and stop. */
export interface RunEngine extends RunService {
  /** How many runs execute and wait, and for how long. */
  load(): QueueLoad;
  /** The number of runs that ended in this process, by final status. */
  ended(): Readonly<Record<string, number>>;
  /** Reads what a run has recorded. @throws Problem run_not_found */
  record(id: string): Promise<RunRecord>;
  /**
   * Returns a version that has not run: the flow of a snapshot with what it uses, in an environment.
   * @throws Problem flow_not_found, environment_not_found
   */
  version(snapshot: Snapshot, request: { flow: string; environment: string | null }): RunVersion;
  /** The executions of the tasks of a run, the first 10,000 of those whose first entry `isWanted`. */
  executions(id: string, isWanted: (entry: TaskEntry) => boolean): Promise<TaskRecord[]>;
  /** Calls the listener, the last one set for this run, when the run has ended in this process and that is durable. */
  onEnded(id: string, listener: () => void): void;
  readonly humanTasks: HumanTaskService;
  /** The events of all branches. */
  readonly events: Pick<EventStream, 'accept' | 'collect' | 'committed' | 'attach' | 'own'>;
  /** Connections, used outside of runs. */
  readonly connections: ConnectionService;
  /** See `findLeaderNeeds`: empty for a flow that any node can execute. */
  leaderNeeds(
    snapshot: Snapshot,
    request: { flow: string; environment: string | undefined },
  ): readonly LeaderNeed[] | undefined;
  /**
   * Finds the runs that a stopped process left unfinished. Call it before the first new run. `continued` resolves once
   * all of them continue; requests are answered meanwhile.
   * @param after once it is settled, or the engine stops, the first of them continues
   */
  recover(after?: Promise<unknown>): Promise<{ continued: Promise<void> }>;
  /**
   * Notes which runs have a call in flight when an exception ends the process; their number. Synchronous, and durable.
   * @throws errors of the disk
   */
  noteProcessEnd(error: unknown): number;
  /** Lets no run begin, waits up to `graceMs` for effects to end, and leaves the runs for the next start. */
  stop(graceMs?: number): Promise<void>;
}
