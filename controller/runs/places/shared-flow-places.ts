import { setTimeout as sleep } from 'node:timers/promises';
import {
  createRowId,
  type ReadSet,
  type Row,
  type Storage,
  type Write,
  type WriteUnit,
} from '../../storage/index.js';
import type { FlowPlaces, JournalledRun, LimitedRun, PlacesOptions } from './flow-places.js';
import { type Claim, grantPlaces } from './grant-places.js';
import type { PlaceTable } from './place-table.js';

interface SharedPlacesOptions extends Omit<PlacesOptions, 'getActive'> {
  readonly storage: Pick<Storage, 'commit'>;
  readonly table: PlaceTable;
}

type State = LimitedRun['state'];

/** The place of a run in memory. Its row says so until the run ends or gives it back. */
interface Place {
  readonly id: string;
  readonly claim: string;
  readonly flow: FlowClaims;
  /** True while the run only waits: its place goes with its row. */
  isResting: boolean;
  /** True once a transaction that gives it back has begun. */
  isGoing: boolean;
}

/** A run in memory that wants a place. */
interface PlaceRequest extends Claim {
  readonly waitingReleases: boolean;
  /** True when the table has the row. */
  isStored: boolean;
  /** Called when it has its place, or has left. */
  readonly settled: (() => void)[];
}

/** The runs of this node that want places of one flow on one branch. */
interface FlowClaims {
  readonly branch: string;
  readonly flow: string;
  readonly requests: Map<string, PlaceRequest>;
  /** True when the runs that began without a place have been added. */
  isKnown: boolean;
  /** The transaction under way. */
  claiming: { readonly done: Promise<void>; readonly unit: { readonly hasBegun: boolean } } | undefined;
  isLooking: boolean;
  pauseMs: number;
}

/** Between two looks for a place that another node gives back or grants. The pause doubles until this node gets one. */
const minPauseMs = 20;
const maxPauseMs = 250;
/** Numbers of requests count up from the time, so that those of all nodes are in one order. */
const numbersOfMs = 1_000;

/**
 * The places where several nodes share a database: a row for each. A run takes its place in a transaction with the lock of its
 * flow before it begins, and gives it back in the transaction of its end. Runs that wait have rows too: whichever node looks
 * gives free places to those that asked first, wherever they are.
 */
export class SharedFlowPlaces implements FlowPlaces {
  readonly #flows = new Map<string, FlowClaims>();
  /** By run. */
  readonly #places = new Map<string, Place>();
  /** By run, the run whose place it shares. */
  readonly #sharing = new Map<string, string>();
  readonly #closing = new AbortController();
  #askedAt = 0;

  constructor(private readonly options: SharedPlacesOptions) {}

  prepare(): undefined {
    return undefined;
  }

  claim(run: LimitedRun): Promise<void> | undefined {
    if (run.plan.concurrency === undefined || this.#hasOwnPlace(run)) return undefined;
    return this.#ask(run, false);
  }

  hasRoomFor(run: LimitedRun): boolean {
    if (run.plan.concurrency === undefined || this.#hasOwnPlace(run)) return true;
    if (!this.#open(run.state).requests.has(run.state.id)) void this.#ask(run, false);
    return false;
  }

  hasPlace({ state }: LimitedRun): boolean {
    return this.#places.has(state.id) || this.#sharing.has(state.id);
  }

  enter(run: LimitedRun): void {
    const { id } = run.state;
    if (run.plan.concurrency === undefined || this.hasPlace(run)) return;
    const sharer = this.options.findSharer(run);
    if (sharer !== undefined) this.#sharing.set(id, sharer);
  }

  rest({ state, plan, journal }: JournalledRun): void {
    const place = this.#places.get(state.id);
    if (!place || plan.waitingReleases !== true) return;
    place.isResting = true;
    this.#giveBack(place, journal);
  }

  goOn(run: LimitedRun): Promise<void> | undefined {
    const { state, plan } = run;
    if (plan.concurrency === undefined || plan.waitingReleases !== true) return undefined;
    const place = this.#places.get(state.id);
    if (place && !place.isGoing) {
      place.isResting = false;
      return undefined;
    }
    if (this.#sharing.has(state.id)) return undefined;
    this.#places.delete(state.id);
    void this.#ask(run, true);
    return new Promise((resolve) => this.#open(state).requests.get(state.id)?.settled.push(resolve));
  }

  leaving({ state, plan, journal }: JournalledRun): void {
    if (plan.concurrency === undefined) return;
    this.#forget(state);
    const place = this.#places.get(state.id);
    if (!place) return;
    const { status } = state;
    const stays = status === 'running' || status === 'pending';
    // A run that is continued by another node, or waits without giving its place back, keeps its row.
    if (stays || ((status === 'waiting' || status === 'suspended') && plan.waitingReleases !== true)) return;
    place.isResting = true;
    this.#giveBack(place, journal);
  }

  leave({ id }: State): void {
    const place = this.#places.get(id);
    if (place?.isResting) this.#giveBackLate(place);
    this.#places.delete(id);
  }

  withdraw(state: State): void {
    this.#forget(state);
    // Its row goes with the change of the run.
    this.#places.delete(state.id);
  }

  getRemoval(
    { id, startedAt }: Parameters<FlowPlaces['getRemoval']>[0],
    status: 'cancelled' | 'suspended',
  ): readonly Write[] {
    return [this.options.table.removeStored(id, status === 'cancelled' || startedAt === null)];
  }

  end(state: State): void {
    const { id } = state;
    const flow = this.#flows.get(getKey(state));
    if (!flow) return;
    this.#forget(state);
    const place = this.#places.get(id);
    if (place) this.#giveBackLate(place);
    this.#places.delete(id);
    const owner = this.#sharing.get(id);
    this.#sharing.delete(id);
    for (const run of this.#listSharers(id)) {
      if (owner === undefined) this.#sharing.delete(run);
      else this.#sharing.set(run, owner);
    }
    this.#claimFreed(flow);
  }

  close(): void {
    this.#closing.abort();
  }

  #hasOwnPlace(run: LimitedRun): boolean {
    return this.hasPlace(run) || this.options.findSharer(run) !== undefined;
  }

  #open({ branch, flow }: Pick<State, 'branch' | 'flow'>): FlowClaims {
    const key = getKey({ branch, flow });
    let claims = this.#flows.get(key);
    if (!claims) {
      claims = {
        branch,
        flow,
        requests: new Map(),
        isKnown: false,
        claiming: undefined,
        isLooking: false,
        pauseMs: minPauseMs,
      };
      this.#flows.set(key, claims);
    }
    return claims;
  }

  #listSharers(id: string): string[] {
    return [...this.#sharing].filter(([, sharer]) => sharer === id).map(([run]) => run);
  }

  /** Resolves when a transaction has tried to take the place. */
  #ask({ state, plan }: LimitedRun, isReturning: boolean): Promise<void> {
    const flow = this.#open(state);
    this.#askedAt = Math.max(this.#askedAt + 1, Date.now() * numbersOfMs);
    if (!flow.requests.has(state.id))
      flow.requests.set(state.id, {
        id: state.id,
        claim: createRowId(),
        isHeld: false,
        isReturning,
        askedAt: this.#askedAt,
        maxRuns: plan.concurrency ?? 1,
        waitingReleases: plan.waitingReleases === true,
        isStored: false,
        settled: [],
      });
    return this.#claim(flow);
  }

  /** Lets a run want no place any more. A transaction under way that gives it one takes it back. */
  #forget({ id, branch, flow }: State): void {
    const claims = this.#flows.get(getKey({ branch, flow }));
    const request = claims?.requests.get(id);
    if (!claims || !request) return;
    claims.requests.delete(id);
    for (const settle of request.settled) settle();
    if (request.isStored) this.#commitLate([this.options.table.remove(request)], claims);
  }

  /** Gives a place back with the next write of its run, unless the run works again by then. */
  #giveBack(place: Place, journal: JournalledRun['journal']): void {
    let heir: string | undefined;
    journal.addUnit({
      collect: () => {
        if (!place.isResting || place.isGoing) return [];
        place.isGoing = true;
        const { table } = this.options;
        // The runs that share the place of a run that ends keep it until they have ended too.
        heir = this.#listSharers(place.id)[0];
        return heir === undefined
          ? [table.remove(place)]
          : [table.removeStored(heir, true), table.move(place, heir)];
      },
      committed: () => {
        if (!place.isGoing) return;
        if (this.#places.get(place.id) === place) this.#places.delete(place.id);
        if (heir === undefined) this.#claimFreed(place.flow);
        else this.#passOn(place, heir);
      },
    });
  }

  #passOn({ id, claim, flow }: Place, heir: string): void {
    const others = this.#listSharers(id).filter((run) => run !== heir);
    this.#sharing.delete(heir);
    this.#places.set(heir, { id: heir, claim, flow, isResting: false, isGoing: false });
    for (const other of others) this.#sharing.set(other, heir);
  }

  /** Gives back a place whose run was written without that. */
  #giveBackLate(place: Place): void {
    place.isGoing = true;
    this.#commitLate([this.options.table.remove(place)], place.flow);
  }

  #commitLate(writes: readonly Write[], flow: FlowClaims): void {
    this.options.storage.commit(writes).then(
      () => this.#claimFreed(flow),
      (error) => this.options.report(error),
    );
  }

  /** Takes or grants the place that a run of this node has given back. */
  #claimFreed(flow: FlowClaims): void {
    if (flow.requests.size > 0 && !this.#closing.signal.aborted) void this.#claim(flow);
  }

  #claim(flow: FlowClaims): Promise<void> {
    const { claiming } = flow;
    // A transaction that has not begun takes the requests of the moment when it begins.
    if (claiming && !claiming.unit.hasBegun) return claiming.done;
    if (claiming) return claiming.done.then(() => (flow.requests.size > 0 ? this.#claim(flow) : undefined));
    const unit = new ClaimUnit(this.options.table, flow);
    const done = this.#commit(flow, unit)
      .catch((error) => {
        if (!this.#closing.signal.aborted) this.options.report(error);
      })
      .finally(() => {
        flow.claiming = undefined;
        this.#look(flow);
      });
    flow.claiming = { done, unit };
    return done;
  }

  async #commit(flow: FlowClaims, unit: ClaimUnit): Promise<void> {
    const { storage, table, changed } = this.options;
    if (!flow.isKnown) await this.#addBegun(flow);
    await storage.commit(unit);
    const left: Write[] = [];
    const granted: string[] = [];
    for (const request of unit.taken) {
      const { id, claim } = request;
      request.isStored = true;
      if (flow.requests.get(id) !== request) left.push(table.remove(request));
      else if (unit.granted.has(id)) {
        flow.requests.delete(id);
        this.#places.set(id, { id, claim, flow, isResting: false, isGoing: false });
        granted.push(id);
        for (const settle of request.settled) settle();
      }
    }
    if (left.length > 0) this.#commitLate(left, flow);
    if (granted.length === 0) return;
    flow.pauseMs = minPauseMs;
    changed(granted);
  }

  /** Adds rows for the runs that began without, such as before the flow had a limit, or in an earlier version of svc. */
  async #addBegun(flow: FlowClaims): Promise<void> {
    const { readBegun, storage, table } = this.options;
    const releases = [...flow.requests.values()].some(({ waitingReleases }) => waitingReleases);
    const begun = (await readBegun(flow.branch, flow.flow)).filter(
      ({ isWorking, sharesWith }) => sharesWith === undefined && (isWorking || !releases),
    );
    await storage.commit(begun.map(({ id }) => table.addBegun(id, releases)));
    flow.isKnown = true;
  }

  /** Looks for places from now on, until no run wants one. */
  #look(flow: FlowClaims): void {
    if (flow.isLooking || flow.requests.size === 0 || this.#closing.signal.aborted) return;
    flow.isLooking = true;
    flow.pauseMs = minPauseMs;
    void this.#lookNow(flow).finally(() => {
      flow.isLooking = false;
    });
  }

  async #lookNow(flow: FlowClaims): Promise<void> {
    const { signal } = this.#closing;
    while (flow.requests.size > 0 && !signal.aborted) {
      if (!flow.claiming && (await this.#mayClaim(flow))) await this.#claim(flow);
      flow.pauseMs = Math.min(maxPauseMs, flow.pauseMs * 2);
      await sleep(flow.pauseMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** True when a transaction would change something. */
  async #mayClaim(flow: FlowClaims): Promise<boolean> {
    try {
      const rows = await this.options.table.listFlow(flow.branch, flow.flow);
      const present = new Map(rows.map((row) => [row.id, row]));
      const isNew = [...flow.requests.values()].some(({ id, claim }) => {
        const row = present.get(id);
        return row?.claim !== claim || row.isHeld;
      });
      return isNew || grantPlaces(rows.filter(({ hasEnded }) => !hasEnded)).length > 0;
    } catch (error) {
      this.options.report(error);
      return false;
    }
  }
}

/** Takes the places that are free for the runs of a node, and gives others to the nodes that asked before. */
class ClaimUnit implements WriteUnit {
  taken: readonly PlaceRequest[] = [];
  /** Ids of the taken runs that have a place. */
  readonly granted = new Set<string>();
  hasBegun = false;

  constructor(
    private readonly table: PlaceTable,
    private readonly flow: FlowClaims,
  ) {}

  getReadSet(): ReadSet {
    const { branch, flow, requests } = this.flow;
    this.hasBegun = true;
    this.taken = [...requests.values()];
    return { locks: [`places ${branch} ${flow}`], reads: [this.table.readFlow(branch, flow)] };
  }

  collect([stored = []]: readonly (readonly Row[])[]): Write[] {
    const { branch, flow } = this.flow;
    const rows = this.table.toRows(stored);
    const writes: Write[] = rows.filter(({ hasEnded }) => hasEnded).map((row) => this.table.remove(row));
    const present = new Map(rows.filter(({ hasEnded }) => !hasEnded).map((row) => [row.id, row]));
    const own = new Map(this.taken.map((request) => [request.id, request]));
    const claims: Claim[] = [...present.values()].filter(({ id }) => !own.has(id));
    for (const request of this.taken) {
      const isHeld = present.get(request.id)?.isHeld === true;
      claims.push(isHeld ? { ...request, isHeld } : request);
    }
    const granted = new Set(grantPlaces(claims).map(({ id }) => id));
    this.granted.clear();
    for (const claim of claims) {
      const request = own.get(claim.id);
      const isHeld = claim.isHeld || granted.has(claim.id);
      if (!request) {
        if (granted.has(claim.id)) writes.push(this.table.hold(claim));
        continue;
      }
      if (isHeld) this.granted.add(claim.id);
      const row = present.get(claim.id);
      if (row?.claim === request.claim && row.isHeld === isHeld) continue;
      writes.push(this.table.put({ ...request, branch, flow, isHeld }));
    }
    return writes;
  }
}

function getKey({ branch, flow }: { branch: string; flow: string }): string {
  return `${branch} ${flow}`;
}
