import type { Analysis } from './analysis.js';

/** Analyses by blob, the longest unused dropped first: branches that share a blob share the work. */
export class AnalysisCache {
  private readonly entries = new Map<string, Analysis>();

  constructor(private readonly capacity: number) {}

  get(key: string): Analysis | undefined {
    const found = this.entries.get(key);
    if (!found) return undefined;
    this.entries.delete(key);
    this.entries.set(key, found);
    return found;
  }

  set(key: string, analysis: Analysis): void {
    this.entries.delete(key);
    this.entries.set(key, analysis);
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.capacity) return;
      this.entries.delete(oldest);
    }
  }
}
