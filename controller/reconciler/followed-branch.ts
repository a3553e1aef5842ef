import type { Catalog, HeldEntity, Snapshot, Snapshots } from '../catalog/index.js';
import { coalesce } from '../concurrency/turns.js';
import { Problem } from '../problems/index.js';
import type { Source } from '../sources/source/source.js';
import type { AppliedStore, StoredBranch } from './applied-store.js';

interface FollowedBranchOptions {
  source: Source;
  catalog: Catalog;
  applied: Pick<AppliedStore, 'load'>;
  signal: AbortSignal;
}

/**
 * A branch as another process has it in service: at a member, the leader decides which revision that is, and which entities
 * stay at an earlier version. Only this one branch exists here.
 */
export class FollowedBranch implements Snapshots {
  /** Brings the snapshot to the revision in service. @throws Problem git_failed while its commit cannot be fetched */
  readonly follow: () => Promise<void>;
  #snapshot: Snapshot | undefined;
  readonly #listeners: ((snapshot: Snapshot) => void)[] = [];

  constructor(private readonly options: FollowedBranchOptions) {
    this.follow = coalesce(() => this.#follow());
  }

  peek(branch: string): Snapshot | undefined {
    return branch === this.options.source.branch ? this.#snapshot : undefined;
  }

  async current(branch: string): Promise<Snapshot> {
    const snapshot = this.peek(branch);
    if (snapshot) return snapshot;
    throw new Problem('branch_not_found', `This node has not read the branch \`${branch}\`.`);
  }

  /** Adds a listener for each new snapshot, called after it became current. */
  onApplied(listener: (snapshot: Snapshot) => void): void {
    this.#listeners.push(listener);
  }

  /** Branches with a status of their own: that of this one is the leader's. */
  followed(): readonly string[] {
    return [];
  }

  status(): undefined {
    return undefined;
  }

  fresh(branch: string): Promise<Snapshot> {
    return this.current(branch);
  }

  head(branch: string): Promise<Snapshot> {
    return this.current(branch);
  }

  async at(branch: string, revision: string): Promise<Snapshot | undefined> {
    const snapshot = this.peek(branch);
    return snapshot?.revision === revision ? snapshot : undefined;
  }

  async #follow(): Promise<void> {
    const { source, applied } = this.options;
    const stored = await applied.load(source.branch);
    if (!stored) return;
    const previous = this.#snapshot;
    const next = previous && (await this.#advanced(previous, stored));
    // Commits that only the leader saw may have left other versions in service.
    const snapshot = next && this.#isAsStored(next, stored) ? next : await this.#loaded(stored);
    this.#snapshot = snapshot;
    if (snapshot !== previous) for (const listener of this.#listeners) listener(snapshot);
  }

  async #advanced(previous: Snapshot, { revision }: StoredBranch): Promise<Snapshot | undefined> {
    const { source, catalog } = this.options;
    if (previous.revision === revision) return previous;
    // After a force push Git may have dropped the commit before.
    const changes = await this.#fetched(() => source.changes(previous.revision, revision)).catch(
      () => undefined,
    );
    return changes && catalog.advance(previous, { revision, read: readFrom(source), changes });
  }

  async #loaded({ revision, held }: StoredBranch): Promise<Snapshot> {
    const { source, catalog } = this.options;
    const files = await this.#fetched(() => source.files(revision));
    return catalog.load({ branch: source.branch, revision, files, read: readFrom(source), held });
  }

  /** Reads from the local repository, and once more after a fetch where it lacks the commit. */
  async #fetched<Result>(read: () => Promise<Result>): Promise<Result> {
    try {
      return await read();
    } catch {
      await this.options.source.observe(this.options.signal);
      return read();
    }
  }

  #isAsStored(snapshot: Snapshot, { held }: StoredBranch): boolean {
    return computeSignature(this.options.catalog.held(snapshot)) === computeSignature(held);
  }
}

function readFrom(source: Source): (blobIds: readonly string[]) => Promise<Map<string, Uint8Array>> {
  return (blobIds) => source.read(blobIds);
}

function computeSignature(held: readonly HeldEntity[]): string {
  return JSON.stringify(
    held.map(({ kind, name, path, blobId, revision }) => [kind, name, path, blobId, revision]).sort(),
  );
}
