import type {
  Comparison,
  FileVersion,
  HistoryPage,
  MergeContent,
  ObjectReader,
  PathVersion,
  RepositoryHistory,
  TreeMerge,
} from '../contract.js';
import { TreeCache } from '../writes/tree-cache.js';
import { CommitGraph } from './commit-graph.js';
import { parseCommit } from './commit-node.js';
import { fileAt } from './file-at.js';
import { mergeTrees } from './tree-merge.js';
import { type PathChange, walkHistory } from './walk-history.js';

const DEFAULT_LIMIT = 50;

/** History, comparison and merge of the commits of one repository. */
export class GitHistory implements RepositoryHistory {
  readonly graph: CommitGraph;
  readonly #trees: TreeCache;

  constructor(private readonly objects: ObjectReader) {
    this.graph = new CommitGraph(objects);
    this.#trees = new TreeCache(objects);
  }

  async versions(
    tip: string,
    path: string,
    options: { limit?: number; after?: string } = {},
  ): Promise<HistoryPage> {
    const limit = options.limit ?? DEFAULT_LIMIT;
    const items: PathChange[] = [];
    let isSkipping = options.after !== undefined;
    const sources = { objects: this.objects, trees: this.#trees, graph: this.graph };
    for await (const change of walkHistory(sources, tip, path)) {
      if (!isSkipping) items.push(change);
      if (change.commit === options.after) isSkipping = false;
      if (items.length > limit) break;
    }
    const page = items.slice(0, limit);
    const next = items.length > limit ? page.at(-1)?.commit : undefined;
    return { items: await Promise.all(page.map((change) => this.#version(change))), next };
  }

  async at(commit: string, path: string): Promise<FileVersion | undefined> {
    return fileAt(this.objects, this.#trees, (await this.graph.node(commit)).tree, path);
  }

  async mergeBase(one: string, other: string): Promise<string | null> {
    return this.graph.mergeBase(one, other);
  }

  async isAncestor(ancestor: string, descendant: string): Promise<boolean> {
    return this.graph.isAncestor(ancestor, descendant);
  }

  async compare(one: string, other: string): Promise<Comparison> {
    return this.graph.compare(one, other);
  }

  async mergeTrees(
    base: string | null,
    ours: string,
    theirs: string,
    merge: MergeContent,
  ): Promise<TreeMerge> {
    const [baseTree, oursTree, theirsTree] = await Promise.all(
      [base, ours, theirs].map(async (id) => (id === null ? null : (await this.graph.node(id)).tree)),
    );
    return mergeTrees(
      this.#trees,
      { base: baseTree ?? null, ours: oursTree ?? '', theirs: theirsTree ?? '' },
      merge,
    );
  }

  async #version(change: PathChange): Promise<PathVersion> {
    const { commit } = change;
    const { author, time, message } = parseCommit(commit, (await this.objects.read([commit])).get(commit));
    return {
      commit,
      change: kindOf(change),
      path: change.path,
      ...(change.previousPath === undefined ? {} : { previousPath: change.previousPath }),
      blobId: change.after,
      author,
      committedAt: new Date(time * 1000).toISOString(),
      message,
    };
  }
}

function kindOf({ before, after, previousPath }: PathChange): PathVersion['change'] {
  if (previousPath !== undefined) return 'renamed';
  if (before === null) return 'added';
  return after === null ? 'deleted' : 'modified';
}
