const firstSweep = 10_000;

/** Values that a snapshot still holds, by key: branches that have the same blob share what is known of it. */
export class WeakCache<Value extends object> {
  private readonly entries = new Map<string, WeakRef<Value>>();
  private sweepAt = firstSweep;

  get(key: string): Value | undefined {
    return this.entries.get(key)?.deref();
  }

  set(key: string, value: Value): void {
    this.entries.set(key, new WeakRef(value));
    if (this.entries.size < this.sweepAt) return;
    for (const [known, reference] of this.entries) if (!reference.deref()) this.entries.delete(known);
    this.sweepAt = Math.max(firstSweep, this.entries.size * 2);
  }

  /** Entries whose values are held, or were until the last sweep. */
  get size(): number {
    return this.entries.size;
  }
}
