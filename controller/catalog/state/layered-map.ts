/** Changes that a layer holds before it is merged into the base. */
const layerSize = 1024;
const gone = Symbol('gone');

export interface Difference<Value> {
  key: string;
  from: Value | undefined;
  to: Value | undefined;
}

/**
 * An immutable map: a shared base with a small layer of changes over it. The next version costs as much as the change,
 * and leaves this version as it is.
 */
export class LayeredMap<Value> {
  static empty<Value>(): LayeredMap<Value> {
    return new LayeredMap<Value>(new Map(), new Map(), 0);
  }

  private static of<Value>(entries: ReadonlyMap<string, Value | undefined>): LayeredMap<Value> {
    const base = new Map<string, Value>();
    for (const [key, value] of entries) if (value !== undefined) base.set(key, value);
    return new LayeredMap<Value>(base, new Map(), base.size);
  }

  /** Takes over a map that no caller writes to any more. */
  static over<Value>(base: ReadonlyMap<string, Value>): LayeredMap<Value> {
    return new LayeredMap<Value>(base, new Map(), base.size);
  }

  private sorted: readonly string[] | undefined;

  /** @param step the version before, with which most versions are compared, and the keys that changed since */
  private constructor(
    private readonly base: ReadonlyMap<string, Value>,
    private readonly layer: ReadonlyMap<string, Value | typeof gone>,
    readonly size: number,
    private readonly step?: { from: WeakRef<LayeredMap<Value>>; keys: readonly string[] },
  ) {}

  get(key: string): Value | undefined {
    const changed = this.layer.get(key);
    if (changed === gone) return undefined;
    return changed === undefined ? this.base.get(key) : changed;
  }

  has(key: string): boolean {
    const changed = this.layer.get(key);
    return changed === undefined ? this.base.has(key) : changed !== gone;
  }

  *entries(): IterableIterator<[string, Value]> {
    for (const [key, value] of this.base) if (!this.layer.has(key)) yield [key, value];
    for (const [key, value] of this.layer) if (value !== gone) yield [key, value];
  }

  *keys(): IterableIterator<string> {
    for (const [key] of this.entries()) yield key;
  }

  /** Sorted once for each version. */
  get sortedKeys(): readonly string[] {
    this.sorted ??= [...this.keys()].sort();
    return this.sorted;
  }

  *values(): IterableIterator<Value> {
    for (const [, value] of this.entries()) yield value;
  }

  /** The entries in which another version differs; costs as much as the changes where it `isNear`. */
  *differencesTo(other: LayeredMap<Value>): Generator<Difference<Value>> {
    for (const key of this.keysToCompare(other)) {
      const [from, to] = [this.get(key), other.get(key)];
      if (from !== to) yield { key, from, to };
    }
  }

  /** True for a version with the same base, and for the next one. */
  isNear(other: LayeredMap<Value>): boolean {
    return this.base === other.base || this.isBefore(other);
  }

  private isBefore({ step }: LayeredMap<Value>): boolean {
    return step?.from.deref() === this;
  }

  /** The keys whose entries may differ in another version. */
  private keysToCompare(other: LayeredMap<Value>): Iterable<string> {
    if (other.step && this.isBefore(other)) return other.step.keys;
    const [ours, theirs] = this.base === other.base ? [this.layer, other.layer] : [this, other];
    return new Set([...ours.keys(), ...theirs.keys()]);
  }

  /** The next version; `undefined` removes a key. */
  with(changes: ReadonlyMap<string, Value | undefined>): LayeredMap<Value> {
    if (changes.size === 0) return this;
    if (this.size === 0 && changes.size > layerSize) return LayeredMap.of(changes);
    let { size } = this;
    const step = { from: new WeakRef<LayeredMap<Value>>(this), keys: [...changes.keys()] };
    for (const [key, value] of changes) size += Number(value !== undefined) - Number(this.has(key));
    if (this.layer.size + changes.size <= layerSize) {
      const layer = new Map(this.layer);
      for (const [key, value] of changes) layer.set(key, value === undefined ? gone : value);
      return new LayeredMap(this.base, layer, size, step);
    }
    const base = new Map(this.entries());
    for (const [key, value] of changes) {
      if (value === undefined) base.delete(key);
      else base.set(key, value);
    }
    return new LayeredMap(base, new Map(), size, step);
  }
}

/** Changes to a `LayeredMap`, readable while they are collected. */
export class Draft<Value> {
  private readonly changes = new Map<string, Value | undefined>();

  constructor(private readonly before: LayeredMap<Value>) {}

  get(key: string): Value | undefined {
    const changed = this.changes.get(key);
    return changed !== undefined || this.changes.has(key) ? changed : this.before.get(key);
  }

  has(key: string): boolean {
    return this.changes.has(key) ? this.changes.get(key) !== undefined : this.before.has(key);
  }

  set(key: string, value: Value | undefined): void {
    if (value !== undefined || this.before.has(key)) this.changes.set(key, value);
    else this.changes.delete(key);
  }

  *keys(): IterableIterator<string> {
    for (const key of this.before.keys()) if (!this.changes.has(key)) yield key;
    for (const [key, value] of this.changes) if (value !== undefined) yield key;
  }

  /** Returns the next version; the draft must not be changed afterwards. */
  finish(): LayeredMap<Value> {
    // A draft over an empty map holds no removals (`set`), so the first revision needs no copy.
    if (this.before.size === 0 && this.changes.size > 0)
      return LayeredMap.over(this.changes as ReadonlyMap<string, Value>);
    return this.before.with(this.changes);
  }
}

/** Collects changes to a map of sorted paths; costs as much as the changes, also when many paths have one key. */
export class PathsDraft {
  private readonly draft: Draft<readonly string[]>;
  /** Keys with several paths that changed since they were read. */
  private readonly unsorted = new Map<string, Set<string>>();

  constructor(before: LayeredMap<readonly string[]>) {
    this.draft = new Draft(before);
  }

  get(key: string): readonly string[] | undefined {
    const paths = this.unsorted.get(key);
    if (paths) {
      this.unsorted.delete(key);
      this.draft.set(key, paths.size === 0 ? undefined : [...paths].sort());
    }
    return this.draft.get(key);
  }

  /** Returns the path of a key that has one path. */
  only(key: string): string | undefined {
    const paths = this.unsorted.get(key) ?? this.draft.get(key) ?? [];
    const [path, another] = paths;
    return another === undefined ? path : undefined;
  }

  set(key: string, path: string, isMember: boolean): void {
    const unsorted = this.unsorted.get(key);
    const entry = unsorted ?? this.draft.get(key);
    if (entry === undefined) {
      if (isMember) this.draft.set(key, [path]);
      return;
    }
    const paths = unsorted ?? new Set(entry);
    if (isMember) paths.add(path);
    else paths.delete(path);
    this.unsorted.set(key, paths);
  }

  /** Returns the next version; the draft must not be changed afterwards. */
  finish(): LayeredMap<readonly string[]> {
    for (const key of this.unsorted.keys()) this.get(key);
    return this.draft.finish();
  }
}

/** Collects changes to a map of sets; costs as much as the changes. */
export class RelationDraft {
  private readonly drafts = new Map<string, Draft<true>>();

  constructor(private readonly before: LayeredMap<LayeredMap<true>>) {}

  of(key: string): Iterable<string> {
    return (this.drafts.get(key) ?? this.before.get(key))?.keys() ?? [];
  }

  set(key: string, member: string, isMember: boolean): void {
    this.draft(key).set(member, isMember ? true : undefined);
  }

  /** The changed keys with their members; undefined for keys without members. */
  finished(): Map<string, LayeredMap<true> | undefined> {
    const changes = new Map<string, LayeredMap<true> | undefined>();
    for (const [key, draft] of this.drafts) {
      const members = draft.finish();
      changes.set(key, members.size === 0 ? undefined : members);
    }
    return changes;
  }

  private draft(key: string): Draft<true> {
    let draft = this.drafts.get(key);
    if (!draft) {
      draft = new Draft(this.before.get(key) ?? LayeredMap.empty<true>());
      this.drafts.set(key, draft);
    }
    return draft;
  }
}
