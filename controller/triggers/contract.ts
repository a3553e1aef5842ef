import type { JsonObject } from '../../schemas/json/types.js';
import type { Snapshot, Snapshots } from '../catalog/index.js';
import type { EventSink, Outbox } from '../delivery/index.js';
import type { RunEngine, RunService } from '../runs/contract.js';
import type { Storage } from '../storage/index.js';

/** A trigger of a branch with its state. Times are RFC 3339. */
export interface TriggerView {
  /** The name, or `flow.<name>` for the schedule of a flow. */
  name: string;
  flow: string;
  kind: 'schedule' | 'event' | 'webhook';
  /** `inactive`: the branch is neither production nor one of `Git.ActiveBranches`. */
  state: 'active' | 'paused' | 'disabled' | 'inactive';
  environment: string | null;
  timeZone: string | null;
  /** The next three times, in the time zone of the schedule. */
  next: string[];
  /** The last occurrences, the newest first. */
  occurrences: OccurrenceView[];
  pausedAt: string | null;
  pausedBy: string | null;
}

export interface OccurrenceView {
  time: string;
  cause: 'schedule' | 'fire' | 'backfill';
  status: 'queued' | 'started' | 'skipped' | 'failed';
  reason: 'overlap' | 'disabled' | 'paused' | null;
  run: string | null;
  problem: { code: string; detail: string } | null;
}

/** An occurrence of the past that a backfill starts, or would start. */
export interface Backfilled {
  time: string;
  /** Null in a dry run. */
  run: string | null;
}

/** The triggers of branches, for the surfaces. */
export interface TriggerService {
  /** In the order of their names. */
  list(branch: string): Promise<TriggerView[]>;
  /** @throws Problem trigger_not_found */
  get(branch: string, name: string): Promise<TriggerView>;
  /** Starts no run from now on; occurrences are recorded as skipped. Changes nothing on a paused trigger. @throws as `get` */
  pause(branch: string, name: string, by: string): Promise<TriggerView>;
  /** Continues with the next occurrence from now on. @throws as `get` */
  resume(branch: string, name: string): Promise<TriggerView>;
  /**
   * Starts a run now, also of a paused trigger.
   * @throws Problem trigger_not_found, trigger_not_scheduled, and as `RunService.start`
   */
  fire(branch: string, name: string): Promise<OccurrenceView>;
  /**
   * Starts the runs of the times of a span that have started none. When a run is refused, the runs before it have started.
   * @throws Problem trigger_not_found, trigger_not_scheduled, backfill_too_large, and as `RunService.start`
   */
  backfill(branch: string, name: string, span: BackfillSpan): Promise<Backfilled[]>;
}

export interface BackfillSpan {
  /** RFC 3339; both ends belong to the span. */
  from: string;
  to: string;
  dryRun?: boolean;
}

/** A flow that an event starts. */
export interface Triggered {
  branch: string;
  flow: string;
  /** `source` and `id` of the event. */
  source: string;
  id: string;
}

export interface Triggers {
  /**
   * Accepts CloudEvents in the JSON format: when it resolves, each flow that one of them starts will be started, and each
   * run that listens for one will receive it, once for each event, even if the process ends now.
   * @param by the principal of the runs, and the flows that it may run: the events reach no others
   */
  accept(
    events: readonly JsonObject[],
    by: { principal: string; mayRun(branch: string, flow: string): boolean },
  ): Promise<Triggered[]>;
  /** Takes the events of svc about runs and about the platform. */
  readonly sink: EventSink;
  /** Forgets events that wait for others since before a time, ms since the epoch. */
  removeOld(before: number): Promise<void>;
}

export interface TriggersOptions {
  storage: Storage;
  outbox: Outbox;
  runs: Pick<RunService, 'start'> & Pick<RunEngine, 'events'>;
  /** Seals texts that may hold secrets. */
  sealing: { keep(text: string): string; open(text: string): string };
  snapshots: Snapshots & { peek(branch: string): Snapshot | undefined };
  /** Returns the ids of the paused triggers of a branch. */
  paused(branch: string): Promise<ReadonlySet<string>>;
  /** Production and the active branches; production is the first. */
  branches: readonly string[];
  /** The longest chain of flows that start each other by events. */
  longestChain: number;
  /** Called when an event starts no run for good. */
  report(error: unknown, about: { id: string }): void;
}
