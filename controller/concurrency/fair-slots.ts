/** Branches, and flows of a branch, whose empty shares are kept: most come again soon. */
const maxEmpty = 256;

/** Of so few places none are kept for others. */
const fewPlaces = 64;

/** How places are shared. */
export interface Sharing {
  /** The branch that gets at least half of the places whenever it wants them. */
  readonly production: string;
  /** How many places a branch gets in comparison to others; 1 unless said. */
  branchWeight(branch: string): number;
  /** How many places a flow gets in comparison to others of its branch; 1 unless said. */
  flowWeight(branch: string, flow: string): number;
}

/** The share of one flow of a branch. */
interface FlowShare<Item> {
  held: number;
  /** Those that gave their place back for a while: they come first, as they hold memory. */
  readonly returning: Set<Item>;
  readonly fresh: Set<Item>;
}

interface BranchShare<Item> {
  held: number;
  readonly flows: Map<string, FlowShare<Item>>;
  /** The flows that want a place. Those that got one lately are last. */
  readonly wanting: Set<string>;
}

/**
 * A number of places that the flows of all branches share, so that none of them can take all from the others.
 *
 * - Production gets at least half of the places whenever it wants them: all other branches together hold at most half.
 * - A branch or flow that holds half of what it may hold leaves the last places to others, so that they begin at once.
 * - A place that becomes free goes to the branch, and there to the flow, with the fewest places for its weight; among
 *   equals to the one that waits for the longest time.
 *
 * Taking and giving back cost the same however many wait; a choice looks at the branches and flows that hold places.
 */
export class FairSlots<Item> {
  readonly #branches = new Map<string, BranchShare<Item>>();
  /** The branches that want a place. Those that got one lately are last. */
  readonly #wanting = new Set<string>();
  #held = 0;
  #heldByOthers = 0;
  readonly #spare: number;
  /** The most that all branches but production hold together. */
  readonly #othersMay: number;

  /** @param spare the last places that a branch which holds half of all leaves to others; a flow leaves twice as many */
  constructor(
    readonly places: number,
    private readonly sharing: Sharing,
    spare = places < fewPlaces ? 0 : Math.floor(places / 16),
  ) {
    this.#spare = spare;
    this.#othersMay = Math.max(1, Math.floor(places / 2));
  }

  get held(): number {
    return this.#held;
  }

  /** True while something waits for a place. */
  get isWanted(): boolean {
    return this.#wanting.size > 0;
  }

  /** Takes a place at once. Returns false when none is free for the flow, or others of the flow wait for one. */
  take(branch: string, flow: string, isReturning = false): boolean {
    const all = this.#getBranch(branch);
    const share = getShare(all, flow);
    const isBehind = share.returning.size > 0 || (!isReturning && share.fresh.size > 0);
    if (isBehind || !this.#mayTake(branch, all, share)) {
      this.#forget(branch, all, flow, share);
      return false;
    }
    this.#count(branch, all, share, 1);
    return true;
  }

  /** Remembers an item that waits for a place, which `next` gives it. */
  wait(branch: string, flow: string, item: Item, isReturning = false): void {
    const all = this.#getBranch(branch);
    const share = getShare(all, flow);
    (isReturning ? share.returning : share.fresh).add(item);
    all.wanting.add(flow);
    this.#wanting.add(branch);
  }

  /** Forgets an item that waits. Returns false when it does not. */
  withdraw(branch: string, flow: string, item: Item): boolean {
    const all = this.#branches.get(branch);
    const share = all?.flows.get(flow);
    if (!all || !share || !(share.returning.delete(item) || share.fresh.delete(item))) return false;
    this.#stopWanting(branch, all, flow, share);
    this.#forget(branch, all, flow, share);
    return true;
  }

  giveBack(branch: string, flow: string): void {
    const all = this.#getBranch(branch);
    const share = getShare(all, flow);
    this.#count(branch, all, share, -1);
    this.#forget(branch, all, flow, share);
  }

  /**
   * Gives a free place to the item whose turn it is, and returns that item; undefined when no item that waits may have one.
   * @param isReady false for an item that could not use a place yet: others of its flow wait behind it
   */
  next(isReady: (item: Item) => boolean = () => true): Item | undefined {
    if (this.#wanting.size === 0 || this.#held >= this.places) return undefined;
    for (const branch of this.#inTurn()) {
      const all = this.#getBranch(branch);
      const chosen = this.#choose(branch, all, isReady);
      if (!chosen) continue;
      const { flow, share, item } = chosen;
      share.returning.delete(item);
      share.fresh.delete(item);
      this.#count(branch, all, share, 1);
      all.wanting.delete(flow);
      this.#wanting.delete(branch);
      if (isWanting(share)) all.wanting.add(flow);
      if (all.wanting.size > 0) this.#wanting.add(branch);
      return item;
    }
    return undefined;
  }

  /** For each flow that waits, the item that is next. */
  *first(): IterableIterator<{ branch: string; item: Item }> {
    for (const branch of this.#wanting) {
      const all = this.#branches.get(branch);
      for (const flow of all?.wanting ?? []) {
        const share = all?.flows.get(flow);
        const item = share && findFirst(share);
        if (item !== undefined) yield { branch, item };
      }
    }
  }

  /** The branches that want a place, in the order in which they may have the next one. */
  #inTurn(): Iterable<string> {
    if (this.#wanting.size === 1) return this.#wanting;
    const { production } = this.sharing;
    const rank = (branch: string): number => {
      const { held } = this.#getBranch(branch);
      if (branch === production && held < this.places - this.#othersMay) return -1;
      return held / this.sharing.branchWeight(branch);
    };
    return Array.from(this.#wanting, (branch) => ({ branch, rank: rank(branch) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ branch }) => branch);
  }

  #choose(branch: string, all: BranchShare<Item>, isReady: (item: Item) => boolean) {
    let best: { flow: string; share: FlowShare<Item>; item: Item; rank: number } | undefined;
    for (const flow of all.wanting) {
      const share = all.flows.get(flow);
      const item = share && findFirst(share);
      if (share === undefined || item === undefined) continue;
      const rank = share.held === 0 ? 0 : share.held / this.sharing.flowWeight(branch, flow);
      if (best && best.rank <= rank) continue;
      if (!this.#mayTake(branch, all, share) || !isReady(item)) continue;
      best = { flow, share, item, rank };
      if (rank === 0) break;
    }
    return best;
  }

  #mayTake(branch: string, all: BranchShare<Item>, share: FlowShare<Item>): boolean {
    const free = this.places - this.#held;
    if (free <= 0) return false;
    if (branch === this.sharing.production) return leavesSome(all, share, this.places, free, this.#spare);
    const left = Math.min(free, this.#othersMay - this.#heldByOthers);
    return left > 0 && leavesSome(all, share, this.#othersMay, left, Math.floor(this.#spare / 2));
  }

  #count(branch: string, all: BranchShare<Item>, share: FlowShare<Item>, by: 1 | -1): void {
    this.#held += by;
    if (branch !== this.sharing.production) this.#heldByOthers += by;
    all.held += by;
    share.held += by;
  }

  #getBranch(branch: string): BranchShare<Item> {
    let all = this.#branches.get(branch);
    if (!all) {
      all = { held: 0, flows: new Map(), wanting: new Set() };
      this.#branches.set(branch, all);
    }
    return all;
  }

  #stopWanting(branch: string, all: BranchShare<Item>, flow: string, share: FlowShare<Item>): void {
    if (isWanting(share)) return;
    all.wanting.delete(flow);
    if (all.wanting.size === 0) this.#wanting.delete(branch);
  }

  /** Removes an empty share when there are many. */
  #forget(branch: string, all: BranchShare<Item>, flow: string, share: FlowShare<Item>): void {
    if (share.held > 0 || isWanting(share)) return;
    if (all.flows.size > maxEmpty) all.flows.delete(flow);
    if (this.#branches.size > maxEmpty && all.held === 0 && all.wanting.size === 0)
      this.#branches.delete(branch);
  }
}

/**
 * False when a flow or branch that holds half of `all` places would take the last ones: `spare` of them are for other branches,
 * and as many again for other flows.
 */
function leavesSome(
  { held: ofBranch }: { held: number },
  { held: ofFlow }: { held: number },
  all: number,
  free: number,
  spare: number,
): boolean {
  if (ofFlow >= all / 2 && free <= 2 * spare) return false;
  return ofBranch < all / 2 || free > spare;
}

function getShare<Item>({ flows }: BranchShare<Item>, flow: string): FlowShare<Item> {
  let share = flows.get(flow);
  if (!share) {
    share = { held: 0, returning: new Set(), fresh: new Set() };
    flows.set(flow, share);
  }
  return share;
}

function isWanting({ returning, fresh }: FlowShare<unknown>): boolean {
  return returning.size > 0 || fresh.size > 0;
}

function findFirst<Item>({ returning, fresh }: FlowShare<Item>): Item | undefined {
  for (const item of returning) return item;
  for (const item of fresh) return item;
  return undefined;
}
