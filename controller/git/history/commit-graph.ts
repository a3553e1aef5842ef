import { type CommitDetails, type CommitNode, parseCommit } from '../objects/commit-object.js';
import type { GitObject, ObjectReader } from '../objects/contract.js';
import type { ShallowCommits } from '../refs/shallow-commits.js';
import type { Comparison } from './contract.js';

/** The most commits in memory; a walk over more reads some again. */
const maxKnown = 200_000;

const ONE = 1;
const OTHER = 2;
const BOTH = ONE | OTHER;
const STALE = 4;
/** The number of extra commits that are checked because of wrong clocks, as in git-rev-list(1). */
const SLACK = 5;

/** Commits and their parents, read when a walk needs them, and cached, because commits are immutable. */
export class CommitGraph {
  readonly #known = new Map<string, CommitNode>();

  constructor(
    private readonly objects: ObjectReader,
    private readonly shallow?: ShallowCommits | undefined,
  ) {}

  /** The commits of a shallow repository begin without parents. @throws Problem git_failed when there is no such commit */
  async node(id: string): Promise<CommitNode> {
    const cached = this.#known.get(id);
    if (cached) return cached;
    const { tree, parents, time } = this.#parse(id, (await this.objects.read([id])).get(id));
    const node = { id, tree, parents, time };
    if (this.#known.size >= maxKnown) this.#known.clear();
    this.#known.set(id, node);
    return node;
  }

  /** Reads many commits at once. @throws Problem git_failed */
  async details(ids: readonly string[]): Promise<Map<string, CommitDetails>> {
    const objects = await this.objects.read(ids);
    return new Map(ids.map((id) => [id, this.#parse(id, objects.get(id))]));
  }

  #parse(id: string, object: GitObject | undefined): CommitDetails {
    const details = parseCommit(id, object);
    return this.shallow?.has(id) ? { ...details, parents: [] } : details;
  }

  /** Yields all commits reachable from one, the newest first. */
  async *walk(from: string): AsyncGenerator<CommitNode> {
    const seen = new Set([from]);
    const queue = [await this.node(from)];
    for (let node = queue.shift(); node; node = queue.shift()) {
      yield node;
      for (const id of node.parents.filter((parent) => !seen.has(parent))) {
        seen.add(id);
        insert(queue, await this.node(id));
      }
    }
  }

  /**
   * Returns the commits reachable from one, parents first, without those that `isKnown` and their ancestors; undefined as soon
   * as `isOver` says so of the number of commits seen.
   */
  async ordered(
    from: string,
    { isKnown, isOver }: { isKnown: (id: string) => boolean; isOver: (count: number) => boolean },
  ): Promise<string[] | undefined> {
    const ordered: string[] = [];
    const state = new Map<string, 'open' | 'done'>();
    const stack = [from];
    for (let id = stack.at(-1); id !== undefined; id = stack.at(-1)) {
      if (state.get(id) === 'done' || isKnown(id)) {
        stack.pop();
      } else if (state.get(id) === 'open') {
        state.set(id, 'done');
        ordered.push(id);
        stack.pop();
      } else {
        state.set(id, 'open');
        if (isOver(state.size)) return undefined;
        stack.push(...(await this.node(id)).parents.filter((parent) => state.get(parent) !== 'done'));
      }
    }
    return ordered;
  }

  /** Returns the best common ancestor of two commits; null when they share no history. */
  async mergeBase(one: string, other: string): Promise<string | null> {
    return (await this.#mergeBases(one, other))[0] ?? null;
  }

  async isAncestor(ancestor: string, descendant: string): Promise<boolean> {
    return (await this.#mergeBases(ancestor, descendant)).includes(ancestor);
  }

  async compare(one: string, other: string): Promise<Comparison> {
    const base = await this.mergeBase(one, other);
    const marks = await this.#paint(one, other, isOfBoth);
    let ahead = 0;
    let behind = 0;
    for (const mark of marks.values()) {
      if ((mark & BOTH) === OTHER) ahead++;
      if ((mark & BOTH) === ONE) behind++;
    }
    return { base, ahead, behind };
  }

  /** Returns the commits reachable from one and not from `without`, the newest first. */
  async only(one: string, without: string, limit: number): Promise<string[]> {
    const marks = await this.#paint(without, one, isOfBoth);
    const candidates = [...marks].filter(([, mark]) => (mark & BOTH) === OTHER);
    return candidates.slice(0, limit).map(([id]) => id);
  }

  /** Returns the common ancestors that are not ancestors of other ones (git-merge-base(1)), the newest first. */
  async #mergeBases(one: string, other: string): Promise<string[]> {
    if (one === other) return [one];
    const ids: string[] = [];
    const marks = await this.#paint(
      one,
      other,
      (mark) => (mark & STALE) !== 0,
      (id) => ids.push(id),
    );
    const best = ids.filter((id) => ((marks.get(id) ?? 0) & STALE) === 0);
    if (best.length < 2) return best;
    // Because of wrong clocks, an ancestor of another base can be among them.
    const redundant = new Set<string>();
    for (const id of best) {
      for (const than of best) if (id !== than && (await this.isAncestor(id, than))) redundant.add(id);
    }
    return best.filter((id) => !redundant.has(id));
  }

  /**
   * Marks the commits that each of two commits reaches, the newest first, until `isSettled` holds for all queued commits.
   * The first common commits go to `onCommon`; their ancestors are marked stale.
   */
  async #paint(
    one: string,
    other: string,
    isSettled: (mark: number) => boolean,
    onCommon?: (id: string) => void,
  ): Promise<Map<string, number>> {
    const marks = new Map<string, number>();
    const queue: CommitNode[] = [];
    const common = new Set<string>();
    const mark = async (id: string, bits: number) => {
      const before = marks.get(id) ?? 0;
      if ((before & bits) === bits) return;
      marks.set(id, before | bits);
      if (!queue.some((node) => node.id === id)) insert(queue, await this.node(id));
    };
    await mark(one, ONE);
    await mark(other, OTHER);
    // A commit of one side may be reached by the other through commits of the same time or with a wrong clock.
    let oldest = Number.POSITIVE_INFINITY;
    let slack = SLACK;
    for (let node = queue.shift(); node; node = queue.shift()) {
      const isOver = [node, ...queue].every(({ id }) => isSettled(marks.get(id) ?? 0));
      if (isOver && (onCommon || (node.time < oldest && slack-- === 0))) break;
      let bits = marks.get(node.id) ?? 0;
      if ((bits & BOTH) !== BOTH) oldest = Math.min(oldest, node.time);
      if (onCommon && (bits & BOTH) === BOTH) {
        if ((bits & STALE) === 0 && !common.has(node.id)) {
          common.add(node.id);
          onCommon(node.id);
        }
        bits |= STALE;
      }
      for (const parent of node.parents) await mark(parent, bits);
    }
    return marks;
  }
}

function isOfBoth(mark: number): boolean {
  return (mark & BOTH) === BOTH;
}

/** Inserts a commit by time, the newest first; equal times in the order of the calls. */
function insert(queue: CommitNode[], node: CommitNode): void {
  const at = queue.findIndex((other) => other.time < node.time);
  queue.splice(at < 0 ? queue.length : at, 0, node);
}
