import { coalesce } from '../concurrency/turns.js';
import type { ClusterNode, Versions } from '../storage/index.js';

interface FreshnessOptions {
  node: Pick<ClusterNode, 'versions'>;
  /** Reads users, keys and sessions again. */
  identity(): Promise<void>;
  /** Reads the settings again. */
  settings(): Promise<unknown>;
  /** Looks again at the secrets and consents that there are. */
  needs(): Promise<void>;
  /** Brings the branch to the revision in service; rejects while its commit cannot be fetched. */
  applied(): Promise<void>;
  /** Called when the process has to start again to see what has changed. */
  outdated(): void;
  report(error: unknown): void;
}

/** Compares what this member has in memory with the database. */
export class Freshness {
  readonly #check: () => Promise<void>;
  #known: Versions | undefined;
  #isCurrent = false;
  #following: Promise<void> | undefined;

  /** @param versions the versions before anything was read */
  constructor(
    private readonly options: FreshnessOptions,
    versions: Versions,
  ) {
    this.#known = versions;
    this.#check = coalesce(() => this.#compare());
  }

  /** When an event was kept for a listener last, ms since the epoch. */
  get heardAt(): number {
    return this.#known?.heardAt ?? 0;
  }

  /** True while an event of a run may have a reader at the leader. */
  get hasReaders(): boolean {
    return (this.#known?.readers ?? 1) > 0;
  }

  /** The last answer of `isCurrent`. */
  get wasCurrent(): boolean {
    return this.#isCurrent;
  }

  /**
   * True when this member has everything that was committed before the call. All calls of a moment share one query. What has
   * changed is read meanwhile or soon; until then the leader answers.
   */
  async isCurrent(): Promise<boolean> {
    try {
      await this.#check();
      return this.#isCurrent;
    } catch (error) {
      this.#isCurrent = false;
      this.options.report(error);
      return false;
    }
  }

  async #compare(): Promise<void> {
    const { node, identity, settings, needs, outdated } = this.options;
    const before = this.#known;
    const versions = await node.versions();
    if (versions.base !== before?.base) {
      this.#isCurrent = false;
      return outdated();
    }
    if (versions.identity !== before.identity) await identity();
    if (versions.settings !== before.settings) await settings();
    if (versions.needs !== before.needs) await needs();
    this.#known = { ...versions, applied: before.applied };
    this.#isCurrent = versions.applied === before.applied;
    if (!this.#isCurrent) this.#follow(versions.applied);
  }

  #follow(version: number): void {
    this.#following ??= this.options
      .applied()
      .then(() => {
        if (this.#known) this.#known = { ...this.#known, applied: version };
      }, this.options.report)
      .finally(() => {
        this.#following = undefined;
      });
  }
}
