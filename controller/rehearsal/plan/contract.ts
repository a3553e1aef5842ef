import type { Finding, UnrunnableEntity } from '../../catalog/index.js';
import type { FlowTestResult } from '../flow-tests/contract.js';
import type { Replay } from '../replay/replayer.js';

export interface PlannedEntity {
  type: string;
  name: string;
  change: 'created' | 'updated' | 'deleted';
  /** JSON pointers of the members that differ, the first 50; empty for a new or removed entity. */
  paths: string[];
}

/** An entity that uses a changed one. */
export interface AffectedEntity {
  type: string;
  name: string;
  /** True where it uses a changed entity itself, false where it does so by way of others. */
  isDirect: boolean;
}

/** A schedule whose times change. */
export interface PlannedSchedule {
  type: string;
  name: string;
  /** The next three times, RFC 3339; empty for none. */
  before: string[];
  after: string[];
}

/** A secret that would newly go somewhere. */
export interface PlannedDestination {
  type: string;
  name: string;
  /** The path of the secret as it is written. */
  secret: string;
  destination: string;
}

/** A replay of a plan, or the reason why a run was not replayed. */
export type PlannedReplay = Replay | { run: string; flow: string; result: 'not-replayable'; reason: string };

/** A test of a flow that the change concerns, with the change. */
export type PlannedTest = Pick<
  FlowTestResult,
  'name' | 'flow' | 'file' | 'line' | 'result' | 'failures' | 'findings'
>;

/** The unfinished runs of a flow that changes: they end with the version that they began with. */
export interface RunsInProgress {
  flow: string;
  runs: number;
  /** True where there are more. */
  isMore: boolean;
  openHumanTasks: number;
}

/** The effects of a change, before it is made. */
export interface ChangePlan {
  base: string;
  /** The commit of the base, and that of the change; a digest for files. */
  baseRevision: string;
  revision: string;
  entities: PlannedEntity[];
  affected: AffectedEntity[];
  schedules: PlannedSchedule[];
  /** The teams whose grants or members change. */
  rights: PlannedEntity[];
  destinations: PlannedDestination[];
  notRunnable: readonly UnrunnableEntity[];
  findings: readonly Finding[];
  valid: boolean;
  replays: PlannedReplay[];
  tests: PlannedTest[];
  inProgress: RunsInProgress[];
  /** The parts that the plan lacks, each with its reason; empty for a whole plan. */
  missing: string[];
}
