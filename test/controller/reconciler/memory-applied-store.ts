import type { AppliedBranch } from '../../../controller/reconciler/applied-store.js';
import type { AppliedStore, StoredBranch } from '../../../controller/reconciler/index.js';
import type { Write } from '../../../controller/storage/index.js';

/** A store of the applied state in memory. */
export class MemoryAppliedStore implements AppliedStore {
  readonly saved = new Map<string, StoredBranch>();
  /** Thrown by the next writes. */
  failure: Error | undefined;
  /** Statements of what went with no revision. */
  readonly told: string[] = [];
  onApply: (alongside: readonly Write[]) => void = () => {};

  async load(branch: string): Promise<StoredBranch | undefined> {
    return this.saved.get(branch);
  }

  async apply(branch: string, applied: AppliedBranch, alongside: readonly Write[] = []): Promise<void> {
    if (this.failure) throw this.failure;
    this.onApply(alongside);
    this.saved.set(branch, { ...applied, confirmed: undefined });
  }

  async confirm(branch: string, revision: string): Promise<void> {
    if (this.failure) throw this.failure;
    const saved = this.saved.get(branch);
    if (saved) this.saved.set(branch, { ...saved, confirmed: revision });
  }

  async report(writes: readonly Write[]): Promise<void> {
    this.told.push(...writes.map(({ sql }) => sql));
  }

  async drop(branch: string): Promise<void> {
    if (this.failure) throw this.failure;
    this.saved.delete(branch);
  }

  async branches(): Promise<string[]> {
    return [...this.saved.keys()];
  }
}
