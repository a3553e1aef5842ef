import type { JsonObject } from '../../schemas/json/types.js';
import type { Snapshot, Snapshots } from '../catalog/index.js';
import type { EventSink, Outbox } from '../delivery/index.js';
import type { RunEngine, RunService } from '../runs/contract.js';
import type { Storage } from '../storage/index.js';
import type { ParkedStore } from './messages/parked-store.js';
import type { OccurrenceLog } from './schedules/occurrence-log.js';

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
   * @param by the principal of the runs, and the flows that it may run (without a name: all): the events reach no others
   */
  accept(
    events: readonly JsonObject[],
    by: { principal: string; mayRun(branch: string, flow?: string): boolean },
  ): Promise<Triggered[]>;
  /** Takes the events of svc about runs and about the platform. */
  readonly sink: OwnEvents;
  /** Forgets events that wait for others since before a time, ms since the epoch. */
  removeOld(before: number): Promise<void>;
}

/** The sink of the events of svc itself. */
export interface OwnEvents extends EventSink {
  /**
   * Reads which of these events the flows and the parked runs of a branch, or of all branches, consume. Call it when a
   * branch has a new snapshot. Until it resolves, all of these events are accepted. Never rejects.
   */
  refresh(branch?: string): Promise<void>;
}

export interface TriggersOptions {
  storage: Storage;
  outbox: Outbox;
  runs: Pick<RunService, 'start'> & Pick<RunEngine, 'events'>;
  /** Seals texts that may hold secrets. */
  sealing: { keep(text: string): string; open(text: string): string };
  snapshots: Snapshots & { peek(branch: string): Snapshot | undefined; followed(): readonly string[] };
  occurrences: OccurrenceLog;
  parked: ParkedStore;
  /** Returns the ids of the paused triggers of a branch. */
  paused(branch: string): Promise<Pick<ReadonlySet<string>, 'has'>>;
  /** Production and the active branches; production is the first. */
  branches: readonly string[];
  /** The longest chain of flows that start each other by events. */
  maxChainLength: number;
  /** Called when an event starts no run for good. */
  report(error: unknown, about: { id: string }): void;
  /** Called when the flows of a branch cannot be read: its events wait until they can. */
  reportUnread(error: unknown, branch: string): void;
}
