import type { Storage } from '../../storage/index.js';
import type { CommitDetails } from '../objects/commit-object.js';
import type { CommittedChange, DeletedOptions, DeletedPath, PlacedCommit } from './contract.js';
import { HistoryTables, type IndexedCommit } from './history-tables.js';
import type { IndexedCommits } from './indexed-commits.js';
import { findMerges } from './merges.js';
import { getChanges, type HistorySources } from './path-changes.js';

/** The most missing commits that are indexed before an answer; for more, the answer does not wait. */
const SOON = 100;
/** The number of commits, with their trees, that are read together. */
const readAtOnce = 128;
/** The number of commits and of changes that are written to the database together. */
const batchCommits = 50;
const batchChanges = 5_000;

/**
 * Path → commits, in the database. The changes of a commit are immutable, so the index only grows; the tip of a question
 * decides which commits count, so that a branch may be rewritten.
 */
export class HistoryIndex {
  readonly #tables: HistoryTables;
  #loaded: Promise<IndexedCommits> | undefined;
  #extending: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(
    storage: Storage,
    private readonly sources: HistorySources,
  ) {
    this.#tables = new HistoryTables(storage);
  }

  /** True when the index has the history of `tip`. Indexes a few missing commits first, many in the background. */
  async covers(tip: string): Promise<boolean> {
    const commits = await this.#commits();
    if (commits.findOrdinal(tip) !== undefined) return true;
    const missing = await this.#missing(commits, tip, SOON);
    const extended = this.extend(tip);
    // When the index cannot grow, the objects still answer.
    const isDone = extended.then(
      () => true,
      () => false,
    );
    return missing === undefined ? false : isDone;
  }

  /** Indexes all commits reachable from `tip`, one call after the other. @throws Problem git_failed, storage_failed */
  extend(tip: string): Promise<void> {
    const extended = this.#extending.then(() => this.#extend(tip));
    this.#extending = extended.catch(() => undefined);
    return extended;
  }

  /** Ends the background work. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#extending;
  }

  /** As `RepositoryHistory.changes`, for a tip that is covered. */
  async changes(tip: string, paths: readonly string[]): Promise<CommittedChange[]> {
    const commits = await this.#commits();
    const reachable = commits.reachableFrom(commits.findOrdinal(tip) ?? 0);
    const rows = (await Promise.all(paths.map((path) => this.#tables.getChanges(path)))).flat();
    return rows
      .filter(({ ordinal }) => reachable[ordinal])
      .sort((a, b) => a.ordinal - b.ordinal)
      .map(({ ordinal, path, before_blob: before, after_blob: after }) => {
        return { ...commits.get(ordinal), path, before, after };
      });
  }

  /** As `RepositoryHistory.merges`, for a tip that is covered. */
  async merges(tip: string, of: readonly string[]): Promise<PlacedCommit[]> {
    const commits = await this.#commits();
    const reachable = commits.reachableFrom(commits.findOrdinal(tip) ?? 0);
    const ordinals = of.flatMap((id) => commits.findOrdinal(id) ?? []);
    const merges = await findMerges(ordinals, reachable, (ordinal) => commits.getParents(ordinal));
    return [...merges].map((ordinal) => commits.get(ordinal));
  }

  /** As `RepositoryHistory.deleted`, for a tip that is covered. */
  async deleted(tip: string, { like, below = '', limit }: DeletedOptions): Promise<DeletedPath[]> {
    const commits = await this.#commits();
    const reachable = commits.reachableFrom(commits.findOrdinal(tip) ?? 0);
    const rows = (await this.#tables.deletions(like)).filter(
      ({ ordinal, path }) => reachable[ordinal] && path.startsWith(below),
    );
    const page = rows.slice(0, limit);
    const details = await this.#tables.commits(page.map(({ ordinal }) => ordinal));
    return page.flatMap(({ path, ordinal, before_blob }) => {
      const commit = details.get(ordinal)?.id;
      return commit === undefined || before_blob === null ? [] : [{ path, commit, blobId: before_blob }];
    });
  }

  /** Returns ids of indexed commits that begin with `prefix`. */
  async find(prefix: string, max: number): Promise<string[]> {
    return (await this.#commits()).startingWith(prefix, max);
  }

  #commits(): Promise<IndexedCommits> {
    this.#loaded ??= this.#tables.load().catch((error: unknown) => {
      this.#loaded = undefined;
      throw error;
    });
    return this.#loaded;
  }

  async #extend(tip: string): Promise<void> {
    const commits = await this.#commits();
    const missing = (await this.#missing(commits, tip, Number.POSITIVE_INFINITY)) ?? [];
    let batch: IndexedCommit[] = [];
    const flush = async () => {
      await this.#tables.add(batch);
      for (const { ordinal, parents, details } of batch) commits.add(ordinal, { ...details, parents });
      batch = [];
      await new Promise((resolve) => setImmediate(resolve));
    };
    for (let at = 0; at < missing.length; at += readAtOnce) {
      const read = await this.sources.graph.details(missing.slice(at, at + readAtOnce));
      await this.sources.trees.prefetch([...read.values()].map(({ tree }) => tree));
      for (const details of read.values()) {
        if (this.#isClosed) return;
        batch.push(await this.#read(commits, details, commits.next + batch.length, batch));
        const changes = batch.reduce((sum, each) => sum + each.changes.length, 0);
        if (batch.length >= batchCommits || changes >= batchChanges) await flush();
      }
    }
    await flush();
  }

  async #read(
    commits: IndexedCommits,
    details: CommitDetails,
    ordinal: number,
    batch: readonly IndexedCommit[],
  ): Promise<IndexedCommit> {
    const parents = details.parents.map(
      (parent) =>
        commits.findOrdinal(parent) ?? batch.find((each) => each.details.id === parent)?.ordinal ?? -1,
    );
    return { ordinal, parents, details, changes: await getChanges(this.sources, details.id) };
  }

  /** Returns the commits reachable from `tip` that are not indexed, parents first; undefined for more than `max`. */
  #missing(commits: IndexedCommits, tip: string, max: number): Promise<string[] | undefined> {
    return this.sources.graph.ordered(tip, {
      isKnown: (id) => commits.findOrdinal(id) !== undefined,
      isOver: (count) => count > max || this.#isClosed,
    });
  }
}
