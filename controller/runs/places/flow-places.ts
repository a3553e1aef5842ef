import type { FlowPlan } from '../../flows/index.js';
import type { Write } from '../../storage/index.js';
import type { BegunRun } from '../journal/begun-runs.js';
import type { RunState } from '../journal/run-state.js';

/** A run as its place in its flow sees it. */
export interface LimitedRun {
  readonly state: Pick<RunState, 'id' | 'branch' | 'flow' | 'parentRunId' | 'status'>;
  readonly plan: Pick<FlowPlan, 'concurrency' | 'waitingReleases'>;
}

/** A run whose row is about to be written. */
export interface JournalledRun extends LimitedRun {
  readonly journal: { addUnit(unit: { collect(): readonly Write[]; committed(): void }): void };
}

export interface PlacesOptions {
  /** Reads the runs of a flow that have begun and not ended. */
  readonly readBegun: (branch: string, flow: string) => Promise<BegunRun[]>;
  /** The runs of a flow in memory that have begun. */
  readonly getActive: (branch: string, flow: string) => LimitedRun[];
  /** Finds the run above a run in memory, of the same flow, that waits for it. */
  readonly findSharer: (run: LimitedRun) => string | undefined;
  /** Called when waiting runs may find a place now. @param ids those that have got one */
  readonly changed: (ids?: readonly string[]) => void;
  readonly report: (error: unknown) => void;
}

/**
 * Keeps the limits that flows set for themselves (`document.metadata.concurrency`). A run has a place of its flow from its
 * start to its end, in memory or not; with `waiting: releases`, only while it works. A child shares the place of a run of its
 * flow that waits for it.
 */
export interface FlowPlaces {
  /** Undefined when `claim` can be called at once; else resolves when it can. */
  prepare(run: LimitedRun): Promise<void> | undefined;
  /** Asks for the place of a run that is admitted next. Undefined when `hasRoomFor` can judge it at once; else resolves when it can. */
  claim(run: LimitedRun): Promise<void> | undefined;
  /** True when the run may begin or go on. */
  hasRoomFor(run: LimitedRun): boolean;
  /** True for a run that has its place, and comes before others of its flow. */
  hasPlace(run: LimitedRun): boolean;
  /** Notes that a run begins, or goes on from disk. */
  enter(run: LimitedRun): void;
  /** Notes that a run in memory only waits now; its row is written next. */
  rest(run: JournalledRun): void;
  /**
   * To be called before a run works again that has waited. Undefined when it has its place; else resolves when it has, or has
   * left memory.
   */
  goOn(run: LimitedRun): Promise<void> | undefined;
  /** Notes that a run ends or leaves memory; its row is written next. */
  leaving(run: JournalledRun): void;
  /** Notes that a run has left memory and goes on later. */
  leave(state: LimitedRun['state']): void;
  /** Notes that a run that waited for a place has left the queue. */
  withdraw(state: LimitedRun['state']): void;
  /** Returns the writes for the place of a run that is cancelled or suspended while it does not execute. */
  getRemoval(state: Pick<RunState, 'id' | 'startedAt'>, status: 'cancelled' | 'suspended'): readonly Write[];
  /** Notes that a run has ended, in memory or not. */
  end(state: LimitedRun['state']): void;
  close(): void;
}
