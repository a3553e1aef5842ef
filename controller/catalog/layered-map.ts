/** As many changes as a layer takes before it is merged into the base. */
const layerSize = 1024;
const gone = Symbol('gone');

export interface Difference<Value> {
  key: string;
  from: Value | undefined;
  to: Value | undefined;
}

/**
 * An immutable map whose next version costs by the change: a shared base with a small layer of changes over it. A
 * version stays as it is whatever versions are made from it.
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

  /** Of a map that nobody writes to any more. */
  static over<Value>(base: ReadonlyMap<string, Value>): LayeredMap<Value> {
    return new LayeredMap<Value>(base, new Map(), base.size);
  }

  private constructor(
    private readonly base: ReadonlyMap<string, Value>,
    private readonly layer: ReadonlyMap<string, Value | typeof gone>,
    readonly size: number,
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

  *values(): IterableIterator<Value> {
    for (const [, value] of this.entries()) yield value;
  }

  /** Where another version has something else; costs by the changes while both are made from one base. */
  *differencesTo(other: LayeredMap<Value>): Generator<Difference<Value>> {
    const [ours, theirs] = this.base === other.base ? [this.layer, other.layer] : [this, other];
    for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
      const [from, to] = [this.get(key), other.get(key)];
      if (from !== to) yield { key, from, to };
    }
  }

  /** The next version; `undefined` takes a key out. */
  with(changes: ReadonlyMap<string, Value | undefined>): LayeredMap<Value> {
    if (changes.size === 0) return this;
    if (this.size === 0 && changes.size > layerSize) return LayeredMap.of(changes);
    let { size } = this;
    for (const [key, value] of changes) size += Number(value !== undefined) - Number(this.has(key));
    if (this.layer.size + changes.size <= layerSize) {
      const layer = new Map(this.layer);
      for (const [key, value] of changes) layer.set(key, value === undefined ? gone : value);
      return new LayeredMap(this.base, layer, size);
    }
    const base = new Map(this.entries());
    for (const [key, value] of changes) {
      if (value === undefined) base.delete(key);
      else base.set(key, value);
    }
    return new LayeredMap(base, new Map(), size);
  }
}

/** Changes to a `LayeredMap`, readable while they are gathered. */
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

  /** Nothing may be set afterwards. */
  finish(): LayeredMap<Value> {
    // Over nothing there are values alone (`set`), and a first revision has many.
    if (this.before.size === 0 && this.changes.size > 0)
      return LayeredMap.over(this.changes as ReadonlyMap<string, Value>);
    return this.before.with(this.changes);
  }
}
