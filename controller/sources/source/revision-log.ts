interface Step<Value> {
  before: Value | undefined;
  after: Value | undefined;
}

interface Entry<Value> {
  revision: string;
  /** The changes since the revision before. */
  delta: ReadonlyMap<string, Step<Value>>;
}

/** Beyond this many revisions, the oldest are joined. */
const maxEntries = 64;

/** The recent revisions of a set of files, newest last, as changes by path. Costs grow with the changes, not the files. */
export class RevisionLog<Value> {
  #entries: Entry<Value>[] = [];

  /** @param isSame true when two values at one path are no difference */
  constructor(private readonly isSame: (one: Value | undefined, other: Value | undefined) => boolean) {}

  get newest(): string | undefined {
    return this.#entries.at(-1)?.revision;
  }

  has(revision: string): boolean {
    return this.#entries.some((entry) => entry.revision === revision);
  }

  /** Appends a revision and the changes that lead to it from the newest one, unless it is the newest one. */
  append(revision: string, delta: Entry<Value>['delta']): void {
    // No change leads to the first revision.
    const entries = this.#entries.length > 0 ? delta : new Map();
    if (revision !== this.newest) this.#entries.push({ revision, delta: entries });
    if (this.#entries.length > maxEntries) this.#join();
  }

  /** Returns the values at a revision, made from those at the newest one; undefined when the revision is unknown. */
  at(revision: string, newest: Iterable<[string, Value]>): Map<string, Value> | undefined {
    const back = this.between(this.newest ?? '', revision);
    if (!back) return undefined;
    const values = new Map(newest);
    for (const [path, value] of back) {
      if (value === undefined) values.delete(path);
      else values.set(path, value);
    }
    return values;
  }

  /** Returns the changes from one revision to another; undefined when one of them is unknown. */
  between(from: string, to: string): Map<string, Value | undefined> | undefined {
    const [start, end] = [from, to].map((one) => this.#entries.findLastIndex((e) => e.revision === one));
    if (start === undefined || end === undefined || start < 0 || end < 0) return undefined;
    const steps = new Map<string, Step<Value>>();
    const forward = this.#entries.slice(start + 1, end + 1);
    for (const { delta } of forward) for (const [path, step] of delta) extend(steps, path, step);
    const backward = this.#entries.slice(end + 1, start + 1).reverse();
    for (const { delta } of backward) {
      for (const [path, { before, after }] of delta) extend(steps, path, { before: after, after: before });
    }
    const changed = [...steps].filter(([, { before, after }]) => !this.isSame(before, after));
    return new Map(changed.map(([path, { after }]) => [path, after]));
  }

  /** Removes the revisions before this one. */
  forgetBefore(revision: string): void {
    const index = this.#entries.findLastIndex((entry) => entry.revision === revision);
    if (index > 0) this.#entries = this.#entries.slice(index);
  }

  /** Joins the second revision with the third; the first stays, because the reconciler holds it. */
  #join(): void {
    const [first, second, third, ...rest] = this.#entries;
    if (!first || !second || !third) return;
    const steps = new Map(second.delta);
    for (const [path, step] of third.delta) extend(steps, path, step);
    this.#entries = [first, { revision: third.revision, delta: steps }, ...rest];
  }
}

function extend<Value>(steps: Map<string, Step<Value>>, path: string, { before, after }: Step<Value>): void {
  const earlier = steps.get(path);
  steps.set(path, { before: earlier ? earlier.before : before, after });
}
