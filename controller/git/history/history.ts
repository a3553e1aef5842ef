import { Problem } from '../../problems/index.js';
import type { Storage } from '../../storage/index.js';
import type { CommitDetails } from '../objects/commit-object.js';
import type { ObjectReader } from '../objects/contract.js';
import type { ShallowCommits } from '../refs/shallow-commits.js';
import type { EntryDifference, FileVersion, MergeContent, TreeMerge } from '../trees/contract.js';
import type { TreeCache } from '../trees/raw-tree.js';
import { entryDifferences } from '../trees/tree-changes.js';
import { mergeTrees } from '../trees/tree-merge.js';
import { CommitGraph } from './commit-graph.js';
import type {
  CommitInfo,
  CommittedChange,
  Comparison,
  DeletedOptions,
  DeletedPath,
  PathChange,
  PlacedCommit,
} from './contract.js';
import { HistoryIndex } from './history-index.js';
import { getChanges, type HistorySources } from './path-changes.js';
import { walkedChanges, walkedDeletions, walkedMerges } from './walked-history.js';

/** The most commits that `find` returns; two are enough to show that a prefix is ambiguous. */
const maxPaths = 5;
/** Commits come in bursts: they are indexed together after this pause. */
const pauseMs = 250;

/** History, comparison and merge of the commits of a repository, also while the history's index is not built yet. */
export class RepositoryHistory {
  readonly #objects: ObjectReader;
  readonly #sources: HistorySources;
  readonly #index: HistoryIndex | undefined;
  readonly #noticed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param storage the database of the index; without it every question walks the commits
   * @param shallow the commits whose parents the repository lacks
   */
  constructor(objects: ObjectReader, trees: TreeCache, storage?: Storage, shallow?: ShallowCommits) {
    this.#objects = objects;
    this.#sources = { trees, graph: new CommitGraph(objects, shallow) };
    this.#index = storage && new HistoryIndex(storage, this.#sources);
  }

  /** Returns the changes of these paths by the commits reachable from `tip`; a parent comes before its children. */
  async changes(tip: string, paths: readonly string[]): Promise<CommittedChange[]> {
    const index = await this.#indexFor(tip);
    return index ? index.changes(tip, paths) : walkedChanges(this.#sources, tip, paths);
  }

  /** Returns all paths in which a commit differs from all its parents, in content or mode. */
  changesIn(commit: string): Promise<PathChange[]> {
    return getChanges(this.#sources, commit);
  }

  /**
   * Returns the merges reachable from `tip` that join commits which descend from one of `of`, or are one, with others that do
   * not: what one of `of` did came to one side of the merge only.
   */
  async merges(tip: string, of: readonly string[]): Promise<PlacedCommit[]> {
    const index = await this.#indexFor(tip);
    return index ? index.merges(tip, of) : walkedMerges(this.#sources, tip, of);
  }

  /**
   * Returns the paths that commits reachable from `tip` deleted, the newest first; a move deletes the old path. With
   * `like`, only paths whose file name begins with it; with `below`, only paths that begin with it.
   */
  async deleted(tip: string, options: DeletedOptions): Promise<DeletedPath[]> {
    const index = await this.#indexFor(tip);
    return index ? index.deleted(tip, options) : walkedDeletions(this.#sources, tip, options);
  }

  /** Returns the metadata of a commit; undefined when the repository has no commit of this id. */
  async commit(id: string): Promise<CommitInfo | undefined> {
    const details = await this.#sources.graph.details([id]).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'git_failed') return undefined;
      throw error;
    });
    const commitDetails = details?.get(id);
    return commitDetails && getInfo(commitDetails);
  }

  /** Returns a few ids of commits that begin with `prefix`: reachable from `tip`, or known from other branches. */
  async find(prefix: string, tip: string): Promise<string[]> {
    const index = await this.#indexFor(tip);
    if (index) return index.find(prefix, maxPaths);
    const ids: string[] = [];
    for await (const { id } of this.#sources.graph.walk(tip)) {
      if (id.startsWith(prefix)) ids.push(id);
      if (ids.length === maxPaths) break;
    }
    return ids;
  }

  /** Returns the commits that `tip` has and `without` lacks, the newest first. */
  async log(tip: string, without: string, limit: number): Promise<CommitInfo[]> {
    const ids = await this.#sources.graph.only(tip, without, limit);
    return [...(await this.#sources.graph.details(ids)).values()].map(getInfo);
  }

  /** Returns the ids of the commits that `tip` has and `without` lacks, the newest first. */
  newCommits(tip: string, without: string, limit: number): Promise<string[]> {
    return this.#sources.graph.only(tip, without, limit);
  }

  /** Returns the first parents of `tip` after `from`, the oldest first; undefined when these are more than `limit`. */
  async line(from: string, tip: string, limit: number): Promise<string[] | undefined> {
    const line: string[] = [];
    for (let at: string | undefined = tip; at !== from; ) {
      if (at === undefined || line.length === limit) return undefined;
      line.push(at);
      at = (await this.#sources.graph.node(at)).parents[0];
    }
    return line.reverse();
  }

  /** Returns all paths in which two commits differ, of any name, also by mode alone. Equal subtrees are not read. */
  async differences(from: string, to: string): Promise<EntryDifference[]> {
    return entryDifferences(this.#sources.trees, await this.#getTree(from), await this.#getTree(to));
  }

  /** Returns the id of a plain file's blob at a commit, without reading the blob; null when there is no file. */
  async blobAt(commit: string, path: string): Promise<string | null> {
    return (await this.#sources.trees.fileEntry(await this.#getTree(commit), path))?.id ?? null;
  }

  /** Returns a file at a commit; undefined when it is not there. */
  async at(commit: string, path: string): Promise<FileVersion | undefined> {
    const entry = await this.#sources.trees.fileEntry(await this.#getTree(commit), path);
    const content = entry && (await this.#objects.read([entry.id])).get(entry.id)?.content;
    if (!entry || !content) return undefined;
    return { path, blobId: entry.id, mode: entry.mode === '100755' ? '100755' : '100644', content };
  }

  mergeBase(one: string, other: string): Promise<string | null> {
    return this.#sources.graph.mergeBase(one, other);
  }

  isAncestor(ancestor: string, descendant: string): Promise<boolean> {
    return this.#sources.graph.isAncestor(ancestor, descendant);
  }

  compare(one: string, other: string): Promise<Comparison> {
    return this.#sources.graph.compare(one, other);
  }

  async mergeTrees(
    base: string | null,
    ours: string,
    theirs: string,
    merge: MergeContent,
  ): Promise<TreeMerge> {
    const roots = {
      base: base === null ? null : await this.#getTree(base),
      ours: await this.#getTree(ours),
      theirs: await this.#getTree(theirs),
    };
    return mergeTrees(this.#sources.trees, roots, merge);
  }

  /** Reports that a branch is at `tip` now: its history is indexed in the background. */
  notice(tip: string): void {
    if (!this.#index) return;
    this.#noticed.add(tip);
    this.#timer ??= setTimeout(() => this.#indexNoticed(), pauseMs).unref();
  }

  /** Ends the background work. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#index?.close();
  }

  async #getTree(commit: string): Promise<string> {
    return (await this.#sources.graph.node(commit)).tree;
  }

  /** Returns the index when it has the history of `tip`. */
  async #indexFor(tip: string): Promise<HistoryIndex | undefined> {
    return (await this.#index?.covers(tip)) ? this.#index : undefined;
  }

  #indexNoticed(): void {
    this.#timer = undefined;
    // Commits that cannot be indexed now are indexed with the next question, which reports the reason.
    for (const tip of this.#noticed) this.#index?.extend(tip).catch(() => undefined);
    this.#noticed.clear();
  }
}

function getInfo({ id, parents, author, time, message }: CommitDetails): CommitInfo {
  return { commit: id, parents, author, committedAt: new Date(time * 1000).toISOString(), message };
}
