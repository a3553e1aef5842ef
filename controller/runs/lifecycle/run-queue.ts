import { FairSlots, type Sharing } from '../../concurrency/fair-slots.js';
import { PassingMap } from '../../concurrency/passing-map.js';
import type { FlowPlan } from '../../flows/index.js';
import { Problem } from '../../problems/index.js';
import type { Write } from '../../storage/index.js';
import type { JournalWriter } from '../journal/journal-writer.js';
import { isFinal, type RunState } from '../journal/run-state.js';
import type { FlowPlaces, PlacesOptions } from '../places/flow-places.js';
import type { RunLifecycle } from './run-lifecycle.js';
import { type PlacedRun, RunSlot } from './run-slot.js';

/** A run as the queue and those who control runs see it. */
export interface QueuedRun extends PlacedRun {
  readonly state: RunState;
  readonly plan: Pick<FlowPlan, 'concurrency' | 'waitingReleases'>;
  readonly journal: JournalWriter;
  readonly lifecycle: RunLifecycle;
  /** True while an effect of the run is performed. */
  readonly isCalling: boolean;
  /** The place that the queue gave it; undefined before. */
  place: RunSlot<QueuedRun> | undefined;
  /** Starts or continues the run. */
  begin(): void;
}

type RunAddress = Pick<RunState, 'id' | 'branch' | 'flow' | 'parentRunId'>;

export interface QueueLimits {
  /** Runs that execute at the same time. */
  readonly concurrentRuns: number;
  /** Runs that wait for a place. */
  readonly pendingRuns: number;
  /** Calls at the same time: runs in memory beyond `concurrentRuns` wait for one. */
  readonly callsInFlight: number;
}

export interface QueueLoad {
  readonly running: number;
  readonly pending: number;
  /** The time when the first waiting run was accepted, ms since the epoch. */
  readonly oldest: number | undefined;
  /** The same for each branch, of the runs that wait for a place and not for the limit of their own flow. */
  readonly oldestByBranch: ReadonlyMap<string, number>;
}

export interface QueueOptions {
  readonly limits: QueueLimits;
  readonly sharing: Sharing;
  /** Opens the places of flows with a limit. */
  readonly openPlaces: (queue: Pick<PlacesOptions, 'getActive' | 'findSharer' | 'changed'>) => FlowPlaces;
  /** Called for each run that has ended, once that is durable. */
  readonly runEnded?: ((state: RunState) => void) | undefined;
}

/** The time between two looks for runs that only wait, in ms. */
const lookMs = 500;
/** The looks that have to find a place unused before it is given back: more than a second. */
const looksUnused = 3;

/**
 * Decides which runs execute and which wait, within the limits of the installation and the limit of each flow.
 *
 * Branches and flows share the places (`FairSlots`); `FlowPlaces` keeps the limit of each flow. A run and the runs that it waits for have one place together, as a parent
 * would otherwise hold a place while its child waits for one. While others wait for a place, one whose runs have only
 * waited for the world for more than a second is given back; they have to get it again before they continue (`regain`).
 */
export class RunQueue {
  readonly #active = new PassingMap<string, QueuedRun>();
  readonly #waiting = new PassingMap<string, QueuedRun>();
  readonly #places: FairSlots<RunSlot<QueuedRun>>;
  /** Waiting runs that their parents wait for: they need no place of their own. */
  readonly #waitingChildren = new Set<QueuedRun>();
  readonly #flows: FlowPlaces;
  /** Ids of child runs that their parents do not wait for. */
  readonly #detached = new Set<string>();
  readonly #ended: Record<string, number> = {};
  /** Waiting runs of all branches but production. */
  #waitingOthers = 0;
  /** Places that have been given back, and their runs go on waiting in memory. */
  #unplaced = 0;
  #unplacedOthers = 0;
  #looking: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(private readonly options: QueueOptions) {
    this.#places = new FairSlots(options.limits.concurrentRuns, options.sharing);
    this.#flows = options.openPlaces({
      getActive: (branch, flow) =>
        [...this.#active.values()].filter(({ state }) => state.branch === branch && state.flow === flow),
      findSharer: (run) => this.#findAncestorOfFlow(run.state),
      changed: (ids) => {
        for (const id of ids ?? []) this.#moveAhead(id);
        this.#beginWaiting();
      },
    });
  }

  /** The production branch. */
  get production(): string {
    return this.options.sharing.production;
  }

  /** A run that executes. */
  active(id: string): QueuedRun | undefined {
    return this.#active.get(id);
  }

  /** A run that waits for a place. */
  waiting(id: string): QueuedRun | undefined {
    return this.#waiting.get(id);
  }

  allWaiting(): QueuedRun[] {
    return [...this.#waiting.values()];
  }

  allActive(): QueuedRun[] {
    return [...this.#active.values()];
  }

  load(): QueueLoad {
    const first = this.#waiting.values().next().value;
    const oldestByBranch = new Map<string, number>();
    for (const { branch, item } of this.#places.first()) {
      const since = item.starting?.state.createdAt;
      if (since === undefined || !this.#isReady(item)) continue;
      oldestByBranch.set(branch, Math.min(since, oldestByBranch.get(branch) ?? since));
    }
    const [running, pending] = [this.#active.size, this.#waiting.size];
    return { running, pending, oldest: first?.state.createdAt, oldestByBranch };
  }

  /** The number of waiting runs of production, or of all other branches. */
  pending(isProduction: boolean): number {
    return isProduction ? this.#waiting.size - this.#waitingOthers : this.#waitingOthers;
  }

  /** The number of runs that ended in this process, by final status. */
  ended(): Readonly<Record<string, number>> {
    return { ...this.#ended };
  }

  /** Half of the queue is for production alone. @throws Problem queue_full */
  assertHasRoom(branch: string): void {
    const { pendingRuns } = this.options.limits;
    if (this.#waiting.size >= pendingRuns)
      throw new Problem('queue_full', `${this.#waiting.size} runs are waiting already`);
    if (this.#isProduction(branch) || this.#waitingOthers < Math.ceil(pendingRuns / 2)) return;
    const detail = `${this.#waitingOthers} runs of other branches than production are waiting already`;
    throw new Problem('queue_full', detail);
  }

  /** Marks a child run that its parent does not wait for: it takes a place of its own. */
  detach(id: string): void {
    this.#detached.add(id);
  }

  /** Undefined when a run can be accepted at once; else resolves when it can. */
  prepare(run: Pick<QueuedRun, 'state' | 'plan'>): Promise<void> | undefined {
    return this.#flows.prepare(run);
  }

  /** Undefined when `admit` can judge the run by the limit of its flow at once; else resolves when it can. `admit` must follow. */
  claim(run: Pick<QueuedRun, 'state' | 'plan'>): Promise<void> | undefined {
    return this.#flows.claim(run);
  }

  /** Begins the run, or lets it wait for a place. Returns true if it began. */
  admit(run: QueuedRun): boolean {
    const { id, branch, flow } = run.state;
    const shared = this.#placeOfParent(run);
    const begins =
      !this.#closed &&
      this.#flows.hasRoomFor(run) &&
      // A run that has its place in the flow waits behind none that has not.
      (shared ? this.#regainSlot(shared) : this.#places.take(branch, flow, this.#flows.hasPlace(run)));
    if (begins) {
      this.#begin(run, shared ?? RunSlot.held(branch, flow));
      return true;
    }
    this.#waiting.set(id, run);
    if (!this.#isProduction(branch)) this.#waitingOthers++;
    if (shared) this.#waitingChildren.add(run);
    else this.#waitForSlot(run);
    return false;
  }

  /** Removes a waiting run; returns undefined if the run does not wait. */
  withdraw(id: string): QueuedRun | undefined {
    const run = this.#waiting.get(id);
    if (run) {
      this.#unqueue(run);
      this.#flows.withdraw(run.state);
    }
    this.#detached.delete(id);
    return run;
  }

  /** Returns the writes for the place of a run that is cancelled or suspended while it does not execute. */
  getPlaceRemoval(state: RunState, status: 'cancelled' | 'suspended'): readonly Write[] {
    return this.#flows.getRemoval(state, status);
  }

  /**
   * To be called before a run continues that has waited for something outside of it. Undefined when it has its place still;
   * else resolves when it has one again, or is no longer active.
   */
  regain(run: QueuedRun): Promise<void> | undefined {
    const flowPlace = this.#flows.goOn(run);
    return flowPlace ? flowPlace.then(() => this.#regainPlace(run)) : this.#regainPlace(run);
  }

  /** Notes that a run in memory only waits now; `regain` before it continues. */
  rest(run: Pick<QueuedRun, 'state' | 'plan' | 'journal'>): void {
    this.#flows.rest(run);
    this.#beginWaiting();
  }

  /** Notes that a run ends or leaves memory, before its row is written. */
  leaving(run: Pick<QueuedRun, 'state' | 'plan' | 'journal'>): void {
    this.#flows.leaving(run);
  }

  /** Counts and tells of a run that has ended without being in memory. */
  noteEnd(state: RunState): void {
    this.#noteEnd(state);
    this.#beginWaiting();
  }

  /** Gives the place of a run that has ended or left memory to the next one. */
  release(state: RunState): void {
    const run = this.#active.get(state.id);
    if (!run) return;
    this.#active.delete(state.id);
    if (isFinal(state.status)) {
      this.#detached.delete(state.id);
      this.#noteEnd(state);
    } else this.#flows.leave(state);
    if (run.place?.leave(run)) this.#giveUp(run.place);
    this.#beginWaiting();
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Lets no further run begin. */
  close(): void {
    this.#closed = true;
    this.#flows.close();
    clearInterval(this.#looking);
  }

  #isProduction(branch: string): boolean {
    return branch === this.production;
  }

  /** The place of a run that waits for this one; undefined for a run that needs its own. */
  #placeOfParent({ state: { id, parentRunId } }: QueuedRun): RunSlot<QueuedRun> | undefined {
    if (parentRunId === null || this.#detached.has(id)) return undefined;
    return this.#active.get(parentRunId)?.place;
  }

  /** Finds the nearest run above a run that is of its flow and waits for it, directly or through others. */
  #findAncestorOfFlow(run: RunAddress): string | undefined {
    const { branch, flow } = run;
    let { id, parentRunId } = run;
    while (parentRunId !== null && !this.#detached.has(id)) {
      const parent = this.#active.get(parentRunId)?.state;
      if (!parent) return undefined;
      if (parent.branch === branch && parent.flow === flow) return parent.id;
      ({ id, parentRunId } = parent);
    }
    return undefined;
  }

  readonly #isReady = ({ starting }: RunSlot<QueuedRun>): boolean =>
    starting === undefined || (!this.#closed && this.#flows.hasRoomFor(starting));

  #begin(run: QueuedRun, place: RunSlot<QueuedRun>): void {
    this.#active.set(run.state.id, run);
    run.place = place;
    place.enter(run);
    this.#flows.enter(run);
    run.begin();
  }

  #waitForSlot(run: QueuedRun): void {
    const { branch, flow } = run.state;
    run.place = RunSlot.wanted(branch, flow, run);
    this.#places.wait(branch, flow, run.place, this.#flows.hasPlace(run));
    this.#look();
  }

  /** Lets a run that has got its place in its flow wait behind none that has not. */
  #moveAhead(id: string): void {
    const run = this.#waiting.get(id);
    if (!run?.place) return;
    const { branch, flow } = run.state;
    if (this.#places.withdraw(branch, flow, run.place)) this.#places.wait(branch, flow, run.place, true);
  }

  #unqueue(run: QueuedRun): void {
    const { id, branch, flow } = run.state;
    this.#waiting.delete(id);
    if (!this.#isProduction(branch)) this.#waitingOthers--;
    this.#waitingChildren.delete(run);
    if (run.place) this.#places.withdraw(branch, flow, run.place);
    run.place = undefined;
  }

  #beginNext(): void {
    for (;;) {
      const place = this.#places.next(this.#isReady);
      if (!place) return;
      const { starting } = place;
      if (starting) {
        this.#unqueue(starting);
        this.#begin(starting, place.hold());
      } else {
        this.#holdAgain(place);
        this.#beginChildren();
      }
    }
  }

  /** Begins the waiting children that may begin now; one whose parent has gone waits for a place of its own. */
  #beginChildren(): void {
    for (const run of this.#waitingChildren) {
      const shared = this.#placeOfParent(run);
      if (!shared) {
        this.#waitingChildren.delete(run);
        this.#waitForSlot(run);
      } else if (!this.#closed && this.#flows.hasRoomFor(run) && this.#regainSlot(shared)) {
        this.#unqueue(run);
        this.#begin(run, shared);
      }
    }
  }

  /** Returns true when the place is held, or could be taken again at once; else it is wanted from now on. */
  #regainSlot(place: RunSlot<QueuedRun>): boolean {
    if (place.isHeld) return true;
    const { branch, flow } = place;
    if (!place.isWanted && this.#places.take(branch, flow, true)) {
      this.#holdAgain(place);
      return true;
    }
    if (!place.isWanted) {
      place.isWanted = true;
      this.#places.wait(branch, flow, place, true);
      this.#look();
    }
    return false;
  }

  #holdAgain(place: RunSlot<QueuedRun>): void {
    this.#countUnplaced(place, -1);
    place.hold();
  }

  /** Gives up a place that no run uses any more. */
  #giveUp(place: RunSlot<QueuedRun>): void {
    const { branch, flow } = place;
    if (place.isHeld) this.#places.giveBack(branch, flow);
    else this.#countUnplaced(place, -1);
    if (place.isWanted) this.#places.withdraw(branch, flow, place);
    place.isHeld = false;
    place.isWanted = false;
  }

  #countUnplaced({ branch }: RunSlot<QueuedRun>, by: 1 | -1): void {
    this.#unplaced += by;
    if (!this.#isProduction(branch)) this.#unplacedOthers += by;
  }

  /** False when memory holds enough runs that wait for their calls. */
  #mayGiveBack({ branch }: RunSlot<QueuedRun>): boolean {
    const { callsInFlight, concurrentRuns } = this.options.limits;
    const maxCalls = callsInFlight - concurrentRuns;
    return this.#unplaced < maxCalls && (this.#isProduction(branch) || this.#unplacedOthers < maxCalls / 2);
  }

  /** Looks for places that are not used while others wait for one. */
  #look(): void {
    if (this.#looking || this.#closed) return;
    this.#looking = setInterval(() => this.#giveBackUnused(), lookMs).unref();
  }

  #giveBackUnused(): void {
    if (!this.#places.isWanted) {
      clearInterval(this.#looking);
      this.#looking = undefined;
      return;
    }
    for (const run of this.#active.values()) {
      const { place } = run;
      if (!place?.isHeld || place.looksUnused(run) < looksUnused) continue;
      if (!this.#mayGiveBack(place)) continue;
      place.isHeld = false;
      this.#places.giveBack(place.branch, place.flow);
      this.#countUnplaced(place, 1);
      this.#beginNext();
    }
  }

  #noteEnd(state: RunState): void {
    this.#ended[state.status] = (this.#ended[state.status] ?? 0) + 1;
    this.#flows.end(state);
    this.options.runEnded?.(state);
  }

  #beginWaiting(): void {
    this.#beginChildren();
    this.#beginNext();
  }

  #regainPlace(run: QueuedRun): Promise<void> | undefined {
    const { place } = run;
    if (!place || this.#regainSlot(place)) return undefined;
    return place.whenHeld(run);
  }
}
