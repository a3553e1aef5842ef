import type { Storage } from '../../storage/index.js';
import type { CommitDetails } from '../objects/commit-object.js';
import type { DeletedOptions, DeletedPath, Page, PathsVersion, PathVersion } from './contract.js';
import { HistoryTables, type IndexedCommit } from './history-tables.js';
import type { IndexedCommits } from './indexed-commits.js';
import { followed, getChanges, type HistorySources, type PathChange } from './path-changes.js';
import { getChange, type PageOptions } from './walked-history.js';

/** The most missing commits that are indexed before an answer; for more, the answer does not wait. */
const SOON = 100;
/** The number of commits, with their trees, that are read together. */
const readAtOnce = 128;
/** The number of commits and of changes that are written to the database together. */
const batchCommits = 50;
const batchChanges = 5_000;

interface IndexedChange extends PathChange {
  ordinal: number;
}

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

  /** As `RepositoryHistory.versions`, for a tip that is covered. */
  async versions(tip: string, path: string, page: PageOptions): Promise<Page<PathVersion>> {
    const { items, next } = await this.versionsOfAll(tip, [path], page);
    const flat = items.flatMap(({ changes, ...commit }) =>
      changes.map((change): PathVersion => ({ ...commit, ...change })),
    );
    return { items: flat, next };
  }

  /** As `RepositoryHistory.versionsOfAll`, for a tip that is covered. */
  async versionsOfAll(
    tip: string,
    paths: readonly string[],
    { limit, after }: PageOptions,
  ): Promise<Page<PathsVersion>> {
    const commits = await this.#commits();
    const touched = new Map<number, Map<string, IndexedChange>>();
    for (const path of paths) {
      for (const change of await this.#collect(commits, commits.findOrdinal(tip) ?? 0, path)) {
        const changes = touched.get(change.ordinal) ?? new Map<string, IndexedChange>();
        touched.set(change.ordinal, changes.set(change.path, change));
      }
    }
    const sortedPaths = [...touched.keys()].sort((a, b) => commits.getTime(b) - commits.getTime(a) || b - a);
    const last = sortedPaths.indexOf(commits.findOrdinal(after ?? '') ?? -1);
    if (after !== undefined && last < 0) return { items: [], next: undefined };
    const page = sortedPaths.slice(last + 1, last + 1 + limit);
    const details = await this.#tables.commits(page);
    const items = page.flatMap((ordinal): PathsVersion[] => {
      const row = details.get(ordinal);
      if (!row) return [];
      return [
        {
          commit: row.id,
          changes: [...(touched.get(ordinal)?.values() ?? [])].map(getChange),
          author: { name: row.author_name, email: row.author_email },
          committedAt: new Date(row.committed_at * 1000).toISOString(),
          message: row.message,
        },
      ];
    });
    return { items, next: last + 1 + limit < sortedPaths.length ? items.at(-1)?.commit : undefined };
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

  /** Returns the changes of a path reachable from a commit, and those of its earlier paths. */
  async #collect(commits: IndexedCommits, tip: number, path: string): Promise<IndexedChange[]> {
    const changes = new Map<string, IndexedChange>();
    const todo = [{ path, allowed: commits.reachableFrom(tip) }];
    for (let next = todo.shift(); next; next = todo.shift()) {
      let allowed = next.allowed;
      for (const row of await this.#tables.getChanges(next.path)) {
        if (!allowed[row.ordinal]) continue;
        const key = `${row.ordinal} ${row.path}`;
        if (changes.has(key)) continue;
        const previousPath = followed(this.sources, row.previous_path);
        const { ordinal, before_blob: before, after_blob: after } = row;
        changes.set(key, { ordinal, path: row.path, before, after, previousPath });
        if (previousPath === undefined) continue;
        // Before the rename the file had the other path; a file at this path then was another one.
        const older = commits.reachableFrom(ordinal);
        todo.push({
          path: previousPath,
          allowed: older.map((is, at) => (is && at !== ordinal && allowed[at] ? 1 : 0)),
        });
        allowed = allowed.map((is, at) => (is && !older[at] ? 1 : 0));
      }
    }
    return [...changes.values()];
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
    const node = await this.sources.graph.node(details.id);
    const parents = node.parents.map(
      (parent) =>
        commits.findOrdinal(parent) ?? batch.find((each) => each.details.id === parent)?.ordinal ?? -1,
    );
    return { ordinal, parents, details, changes: await getChanges(this.sources, details.id) };
  }

  /** Returns the commits reachable from `tip` that are not indexed, parents first; undefined for more than `max`. */
  async #missing(commits: IndexedCommits, tip: string, max: number): Promise<string[] | undefined> {
    const { graph } = this.sources;
    const ordered: string[] = [];
    const state = new Map<string, 'open' | 'done'>();
    const stack = [tip];
    for (let id = stack.at(-1); id !== undefined; id = stack.at(-1)) {
      if (state.get(id) === 'done' || commits.findOrdinal(id) !== undefined) {
        stack.pop();
      } else if (state.get(id) === 'open') {
        state.set(id, 'done');
        ordered.push(id);
        stack.pop();
      } else {
        state.set(id, 'open');
        if (state.size > max || this.#isClosed) return undefined;
        stack.push(...(await graph.node(id)).parents.filter((parent) => state.get(parent) !== 'done'));
      }
    }
    return ordered;
  }
}
