import type { JsonObject } from '../../../schemas/json/types.js';

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
  /** The people that the last notification did not reach. */
  readonly unnotified: readonly string[];
  /** The call that sends the links to the task, such as `chat.post`; null where the flow has none sent. */
  readonly sentBy: string | null;
}

/** The part of a task that lists show. */
export type ListedHumanTask = Omit<
  HumanTaskState,
  'description' | 'form' | 'people' | 'claimedAt' | 'endedAt' | 'completedBy' | 'values'
>;

export interface HumanTaskFilter {
  /** A task whose time has passed counts as overdue, also before its run has ended it. */
  status?: HumanTaskStatus | undefined;
  /** Only tasks that name one of these assignees. */
  assignees?: readonly string[] | undefined;
  /** Only tasks of this run. */
  run?: string | undefined;
  /** Only tasks after the one with this id, in the order of the list. */
  after?: string | undefined;
  limit: number;
}
