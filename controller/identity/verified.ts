/** Tokens that were verified, so that this is done once for each; the ones known longest are forgotten first. */
export class Verified<T extends { expiresAt: number }> {
  readonly #known = new Map<string, T>();

  constructor(private readonly most = 10_000) {}

  get(digest: string, now: number): T | undefined {
    const known = this.#known.get(digest);
    if (known === undefined || known.expiresAt > now) return known;
    this.#known.delete(digest);
    return undefined;
  }

  add(digest: string, token: T): void {
    if (this.#known.size >= this.most) {
      const [oldest] = this.#known.keys();
      if (oldest !== undefined) this.#known.delete(oldest);
    }
    this.#known.set(digest, token);
  }
}
