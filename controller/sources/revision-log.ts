interface Step<Value> {
  before: Value | undefined;
  after: Value | undefined;
}

interface Entry<Value> {
  revision: string;
  /** What led here from the revision before. */
  delta: ReadonlyMap<string, Step<Value>>;
}

/** More revisions than this between two looks of the reconciler are joined. */
const MOST = 64;

/**
 * How a set of files, by path, went from revision to revision, newest last. Costs by what changed, not by how many files
 * there are.
 */
export class RevisionLog<Value> {
  #entries: Entry<Value>[] = [];

  /** @param isSame whether two values at one path are no difference */
  constructor(private readonly isSame: (one: Value | undefined, other: Value | undefined) => boolean) {}

  get newest(): string | undefined {
    return this.#entries.at(-1)?.revision;
  }

  has(revision: string): boolean {
    return this.#entries.some((entry) => entry.revision === revision);
  }

  /** Notes that the newest revision became this one, through these steps. */
  append(revision: string, delta: Entry<Value>['delta']): void {
    this.#entries.push({ revision, delta });
    if (this.#entries.length > MOST) this.#join();
  }

  /** Forgets what came before. */
  restart(revision: string): void {
    this.#entries = [{ revision, delta: new Map() }];
  }

  /** What leads from one revision to another; undefined when one of them is not known. */
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

  /** What came before a revision is not asked for any more. */
  forgetBefore(revision: string): void {
    const index = this.#entries.findLastIndex((entry) => entry.revision === revision);
    if (index > 0) this.#entries = this.#entries.slice(index);
  }

  /** The first is what the reconciler has: it stays, and the one after it is skipped. */
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
