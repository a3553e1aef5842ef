/** What a backup is being used for. */
export type Use = 'restored' | 'downloaded';

/** Backups that somebody reads: they are not deleted meanwhile. */
export class InUse {
  readonly #uses = new Map<string, Use[]>();

  /** What for, when it is in use. */
  of(id: string): Use | undefined {
    return this.#uses.get(id)?.[0];
  }

  /** From now on, until the returned function is called. */
  begin(id: string, use: Use): () => void {
    const uses = this.#uses.get(id) ?? [];
    this.#uses.set(id, uses);
    uses.push(use);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      uses.splice(uses.indexOf(use), 1);
      if (uses.length === 0) this.#uses.delete(id);
    };
  }
}
