import type { Write } from '../../storage/index.js';
import type { FlowPlaces, LimitedRun, PlacesOptions } from './flow-places.js';

/** The runs of one flow on one branch. */
interface FlowRuns {
  readonly branch: string;
  readonly flow: string;
  /** By id, of each run that has begun and not ended and shares no place: true while it works. */
  readonly begun: Map<string, boolean>;
  /** Runs in memory that want to work again, first come first served. */
  readonly returning: Map<string, { readonly limit: number; readonly resolve: () => void }>;
  isKnown: boolean;
  reading: Promise<void> | undefined;
  /** Runs that began, waited or ended since `reading` began: what was read of them may be old. */
  readonly changed: Set<string>;
}

/** The time between two reads of a flow while its runs wait: another node may have ended one that was not in memory. */
const readEveryMs = 5_000;

/** The places where one process executes all runs. The database says which runs have begun; this is what is known of flows with a limit. */
export class MemoryFlowPlaces implements FlowPlaces {
  readonly #flows = new Map<string, FlowRuns>();
  /** By run, the run whose place it shares. */
  readonly #sharing = new Map<string, string>();
  /** Flows whose limit held up a run since the last read. */
  readonly #refusing = new Set<FlowRuns>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(private readonly options: PlacesOptions) {}

  prepare({ state, plan }: LimitedRun): Promise<void> | undefined {
    if (plan.concurrency === undefined) return undefined;
    const runs = this.#open(state);
    return runs.isKnown ? undefined : this.#read(runs);
  }

  claim(run: LimitedRun): Promise<void> | undefined {
    return this.prepare(run);
  }

  hasRoomFor(run: LimitedRun): boolean {
    const { state, plan } = run;
    if (plan.concurrency === undefined) return true;
    const runs = this.#open(state);
    if (!runs.isKnown) {
      void this.#read(runs);
      return false;
    }
    if (this.hasPlace(run) || this.options.findSharer(run) !== undefined) return true;
    const isFree =
      plan.waitingReleases === true
        ? runs.returning.size === 0 && countWorking(runs) < plan.concurrency
        : runs.begun.size < plan.concurrency;
    if (!isFree) this.#noteRefusal(runs);
    return isFree;
  }

  hasPlace({ state, plan }: LimitedRun): boolean {
    if (this.#sharing.has(state.id)) return true;
    const isWorking = this.#flows.get(getKey(state))?.begun.get(state.id);
    return isWorking !== undefined && (isWorking || plan.waitingReleases !== true);
  }

  enter(run: LimitedRun): void {
    const runs = this.#flows.get(getKey(run.state));
    if (!runs) return;
    const { id } = run.state;
    noteChange(runs, id);
    const sharer = this.#sharing.get(id) ?? (runs.begun.has(id) ? undefined : this.options.findSharer(run));
    if (sharer === undefined) runs.begun.set(id, true);
    else this.#sharing.set(id, sharer);
  }

  rest({ state }: Pick<LimitedRun, 'state'>): void {
    this.#setWaiting(state);
  }

  goOn({ state, plan }: LimitedRun): Promise<void> | undefined {
    const runs = this.#flows.get(getKey(state));
    if (runs?.begun.get(state.id) !== false) return undefined;
    const limit = plan.waitingReleases === true ? plan.concurrency : undefined;
    noteChange(runs, state.id);
    if (limit === undefined || (runs.returning.size === 0 && countWorking(runs) < limit)) {
      runs.begun.set(state.id, true);
      return undefined;
    }
    this.#noteRefusal(runs);
    return new Promise((resolve) => runs.returning.set(state.id, { limit, resolve }));
  }

  /** The row of the run says it all. */
  leaving(): void {}

  leave(state: LimitedRun['state']): void {
    this.#setWaiting(state);
  }

  withdraw(): void {}

  getRemoval(): readonly Write[] {
    return [];
  }

  end(state: LimitedRun['state']): void {
    const runs = this.#flows.get(getKey(state));
    if (!runs) return;
    const { id } = state;
    noteChange(runs, id);
    const isWorking = runs.begun.get(id);
    this.#stopReturning(runs, id);
    runs.begun.delete(id);
    const owner = this.#sharing.get(id);
    this.#sharing.delete(id);
    // The runs that share the place of a run that has ended keep it until they have ended too.
    const [heir, ...others] = [...this.#sharing].filter(([, sharer]) => sharer === id).map(([run]) => run);
    if (heir === undefined) {
      this.#serve(runs);
    } else if (owner === undefined) {
      this.#sharing.delete(heir);
      runs.begun.set(heir, isWorking ?? true);
      for (const other of others) this.#sharing.set(other, heir);
    } else for (const other of [heir, ...others]) this.#sharing.set(other, owner);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
  }

  #open({ branch, flow }: LimitedRun['state']): FlowRuns {
    const key = getKey({ branch, flow });
    let runs = this.#flows.get(key);
    if (!runs) {
      runs = {
        branch,
        flow,
        begun: new Map(),
        returning: new Map(),
        isKnown: false,
        reading: undefined,
        changed: new Set(),
      };
      this.#flows.set(key, runs);
    }
    return runs;
  }

  #setWaiting(state: LimitedRun['state']): void {
    const runs = this.#flows.get(getKey(state));
    if (!runs) return;
    noteChange(runs, state.id);
    this.#stopReturning(runs, state.id);
    if (runs.begun.get(state.id) !== true) return;
    runs.begun.set(state.id, false);
    this.#serve(runs);
  }

  #stopReturning(runs: FlowRuns, id: string): void {
    runs.returning.get(id)?.resolve();
    runs.returning.delete(id);
  }

  /** Gives free places to the runs that want to work again. */
  #serve(runs: FlowRuns): void {
    for (const [id, { limit, resolve }] of runs.returning) {
      if (countWorking(runs) >= limit) return;
      runs.returning.delete(id);
      runs.begun.set(id, true);
      resolve();
    }
  }

  #read(runs: FlowRuns): Promise<void> {
    runs.reading ??= this.#readNow(runs)
      .catch((error) => this.options.report(error))
      .finally(() => {
        runs.reading = undefined;
        if (!runs.isKnown) this.#noteRefusal(runs);
      });
    return runs.reading;
  }

  async #readNow(runs: FlowRuns): Promise<void> {
    const { branch, flow, begun, changed } = runs;
    changed.clear();
    const stored = new Map((await this.options.readBegun(branch, flow)).map((run) => [run.id, run]));
    const active = new Map(this.options.getActive(branch, flow).map((run) => [run.state.id, run]));
    for (const id of begun.keys()) {
      if (!stored.has(id) && !active.has(id) && !changed.has(id)) begun.delete(id);
    }
    for (const run of active.values()) {
      const { id, status } = run.state;
      if (begun.has(id) || this.#sharing.has(id)) continue;
      this.enter(run);
      if (status === 'waiting' && begun.has(id)) begun.set(id, false);
    }
    for (const { id, isWorking, sharesWith } of stored.values()) {
      if (changed.has(id) || active.has(id) || begun.has(id)) continue;
      if (sharesWith === undefined) begun.set(id, isWorking);
      else this.#sharing.set(id, sharesWith);
    }
    runs.isKnown = true;
    this.#serve(runs);
    this.options.changed();
  }

  /** Reads the flow again from time to time while its runs wait. */
  #noteRefusal(runs: FlowRuns): void {
    this.#refusing.add(runs);
    if (this.#timer || this.#isClosed) return;
    this.#timer = setInterval(() => this.#readRefusing(), readEveryMs).unref();
  }

  #readRefusing(): void {
    if (this.#refusing.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    const refusing = [...this.#refusing];
    this.#refusing.clear();
    for (const runs of refusing) {
      if (runs.returning.size > 0) this.#refusing.add(runs);
      void this.#read(runs);
    }
  }
}

/** Marks a run of which an older state may be read at the moment. */
function noteChange({ reading, changed }: FlowRuns, id: string): void {
  if (reading) changed.add(id);
}

function countWorking({ begun }: FlowRuns): number {
  let working = 0;
  for (const isWorking of begun.values()) if (isWorking) working++;
  return working;
}

function getKey({ branch, flow }: { branch: string; flow: string }): string {
  return `${branch} ${flow}`;
}
