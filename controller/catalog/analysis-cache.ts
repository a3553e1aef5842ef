import type { Analysis } from './analysis.js';

const firstSweep = 10_000;

/** The analyses that some snapshot still holds, by blob: branches that share a blob share all that is known of it. */
export class AnalysisCache {
  private readonly entries = new Map<string, WeakRef<Analysis>>();
  private sweepAt = firstSweep;

  get(key: string): Analysis | undefined {
    return this.entries.get(key)?.deref();
  }

  set(key: string, analysis: Analysis): void {
    this.entries.set(key, new WeakRef(analysis));
    if (this.entries.size < this.sweepAt) return;
    for (const [known, reference] of this.entries) if (!reference.deref()) this.entries.delete(known);
    this.sweepAt = Math.max(firstSweep, this.entries.size * 2);
  }

  /** How many there are, or were lately. */
  get size(): number {
    return this.entries.size;
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }
}
