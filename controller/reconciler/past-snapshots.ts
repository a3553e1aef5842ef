import type { Catalog, Snapshot } from '../catalog/index.js';
import { BoundedMap } from '../concurrency/bounded-map.js';
import type { Source } from '../sources/source/source.js';

/** Earlier revisions in memory for each branch: usually as many as there are reasons why an entity is not ready. */
const maxKept = 8;

/**
 * Snapshots of a branch at earlier revisions, for runs of flows whose newest version is not ready. Each is made from the
 * present snapshot and costs as much as it differs.
 */
export class PastSnapshots {
  readonly #made = new BoundedMap<string, Promise<Snapshot | undefined>>(maxKept);

  constructor(private readonly options: { catalog: Catalog; source: Source }) {}

  /** Returns undefined when the files of the revision are no longer available. */
  async at(current: Snapshot, revision: string): Promise<Snapshot | undefined> {
    const making = this.#made.get(revision) ?? this.#make(current, revision).catch(() => undefined);
    this.#made.set(revision, making);
    const snapshot = await making;
    // The files may be available again later: after a fetch, for example.
    if (snapshot === undefined && this.#made.get(revision) === making) this.#made.delete(revision);
    return snapshot;
  }

  async #make(current: Snapshot, revision: string): Promise<Snapshot> {
    const { catalog, source } = this.options;
    const changes = await source.changes(current.revision, revision);
    return catalog.advance(current, { revision, changes, read: (blobIds) => source.read(blobIds) });
  }
}
