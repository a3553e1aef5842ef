import { Problem } from '../../problems/index.js';
import type { Storage } from '../../storage/index.js';
import type {
  CommitInfo,
  Comparison,
  DeletedPath,
  EntryDifference,
  FileVersion,
  HistoryPage,
  MergeContent,
  ObjectReader,
  PathsPage,
  RepositoryHistory,
  TreeMerge,
} from '../contract.js';
import type { TreeCache } from '../writes/tree-cache.js';
import { CommitGraph } from './commit-graph.js';
import type { CommitDetails } from './commit-node.js';
import { walkedDeletions } from './deletions.js';
import { entryAt, fileAt } from './file-at.js';
import { HistoryIndex } from './history-index.js';
import type { HistorySources } from './path-changes.js';
import { entryDifferences } from './tree-changes.js';
import { mergeTrees } from './tree-merge.js';
import { walkedVersions, walkedVersionsOfAll } from './versions.js';

const DEFAULT_LIMIT = 50;
/** Commits whose ids begin alike; two are enough to tell that they do. */
const MOST_FOUND = 5;
/** Commits come in bursts: they are taken up together, when there is a pause. */
const PAUSE_MS = 250;

/** History, comparison and merge of the commits of one repository. */
export class GitHistory implements RepositoryHistory {
  readonly #sources: HistorySources;
  readonly #index: HistoryIndex | undefined;
  readonly #noticed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  /** @param storage where the index of the history is kept; without it all commits are walked */
  constructor(objects: ObjectReader, trees: TreeCache, storage?: Storage) {
    this.#sources = { objects, trees, graph: new CommitGraph(objects) };
    this.#index = storage && new HistoryIndex(storage, this.#sources);
  }

  async versions(
    tip: string,
    path: string,
    { limit = DEFAULT_LIMIT, after }: { limit?: number; after?: string } = {},
  ): Promise<HistoryPage> {
    const index = this.#index;
    if (index && (await index.covers(tip))) return index.versions(tip, path, limit, after);
    return walkedVersions(this.#sources, tip, path, limit, after);
  }

  async versionsOfAll(
    tip: string,
    paths: readonly string[],
    { limit = DEFAULT_LIMIT, after }: { limit?: number; after?: string } = {},
  ): Promise<PathsPage> {
    const index = this.#index;
    if (index && (await index.covers(tip))) return index.versionsOfAll(tip, paths, limit, after);
    return walkedVersionsOfAll(this.#sources, tip, paths, { limit, after });
  }

  async deleted(tip: string, options: { like?: string; limit: number }): Promise<DeletedPath[]> {
    const index = this.#index;
    if (index && (await index.covers(tip))) return index.deleted(tip, options);
    return walkedDeletions(this.#sources, tip, options);
  }

  async commit(id: string): Promise<CommitInfo | undefined> {
    const details = await this.#sources.graph.details([id]).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'git_failed') return undefined;
      throw error;
    });
    const found = details?.get(id);
    return found && infoOf(found);
  }

  async find(prefix: string, tip: string): Promise<string[]> {
    const index = this.#index;
    if (index && (await index.covers(tip))) return index.find(prefix, MOST_FOUND);
    const found: string[] = [];
    for await (const { id } of this.#sources.graph.walk(tip)) {
      if (id.startsWith(prefix)) found.push(id);
      if (found.length === MOST_FOUND) break;
    }
    return found;
  }

  async log(tip: string, without: string, limit: number): Promise<CommitInfo[]> {
    const ids = await this.#sources.graph.only(tip, without, limit);
    return [...(await this.#sources.graph.details(ids)).values()].map(infoOf);
  }

  async line(from: string, tip: string, limit: number): Promise<string[] | undefined> {
    const line: string[] = [];
    for (let at: string | undefined = tip; at !== from; ) {
      if (at === undefined || line.length === limit) return undefined;
      line.push(at);
      at = (await this.#sources.graph.node(at)).parents[0];
    }
    return line.reverse();
  }

  async differences(from: string, to: string): Promise<EntryDifference[]> {
    return entryDifferences(this.#sources.trees, await this.#treeOf(from), await this.#treeOf(to));
  }

  async blobAt(commit: string, path: string): Promise<string | null> {
    return (await entryAt(this.#sources.trees, await this.#treeOf(commit), path))?.id ?? null;
  }

  async at(commit: string, path: string): Promise<FileVersion | undefined> {
    return fileAt(this.#sources.objects, this.#sources.trees, await this.#treeOf(commit), path);
  }

  async mergeBase(one: string, other: string): Promise<string | null> {
    return this.#sources.graph.mergeBase(one, other);
  }

  async isAncestor(ancestor: string, descendant: string): Promise<boolean> {
    return this.#sources.graph.isAncestor(ancestor, descendant);
  }

  async compare(one: string, other: string): Promise<Comparison> {
    return this.#sources.graph.compare(one, other);
  }

  async mergeTrees(
    base: string | null,
    ours: string,
    theirs: string,
    merge: MergeContent,
  ): Promise<TreeMerge> {
    const [baseTree, oursTree, theirsTree] = await Promise.all(
      [base, ours, theirs].map(async (id) =>
        id === null ? null : (await this.#sources.graph.node(id)).tree,
      ),
    );
    return mergeTrees(
      this.#sources.trees,
      { base: baseTree ?? null, ours: oursTree ?? '', theirs: theirsTree ?? '' },
      merge,
    );
  }

  notice(tip: string): void {
    if (!this.#index) return;
    this.#noticed.add(tip);
    this.#timer ??= setTimeout(() => this.#takeUp(), PAUSE_MS).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#index?.close();
  }

  async #treeOf(commit: string): Promise<string> {
    return (await this.#sources.graph.node(commit)).tree;
  }

  #takeUp(): void {
    this.#timer = undefined;
    // What cannot be taken up now is when somebody asks for it, and they hear why not.
    for (const tip of this.#noticed) this.#index?.extend(tip).catch(() => undefined);
    this.#noticed.clear();
  }
}

function infoOf({ id, parents, author, time, message }: CommitDetails): CommitInfo {
  return { commit: id, parents, author, committedAt: new Date(time * 1000).toISOString(), message };
}
