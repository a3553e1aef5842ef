import { Problem } from '../../problems/index.js';
import type { Author, CommitOutcome, CommitRequest, ObjectReader } from '../contract.js';
import { EMPTY_TREE } from '../object-id.js';
import { encodeCommit } from './commit-object.js';
import { objectId } from './pack-file.js';
import type { NewObject } from './pack-store.js';
import type { TreeCache } from './tree-cache.js';
import { Refused, writeTree } from './tree-writer.js';

const COMMITTER: Author = { name: 'svc', email: 'svc@localhost' };

interface Tip {
  commit: string | null;
  tree: string;
}

/** Builds commits one on the other, in memory, from the tip of a branch on. */
export class CommitBuilder {
  readonly objects: NewObject[] = [];
  /** Of all objects, before they are compressed. */
  bytes = 0;
  #tip: Tip;

  private constructor(
    private readonly cache: TreeCache,
    tip: Tip,
  ) {
    this.#tip = tip;
  }

  /** @throws Problem git_failed when the tip cannot be read */
  static async at(tip: string | null, cache: TreeCache, objects: ObjectReader): Promise<CommitBuilder> {
    const tree = tip === null ? EMPTY_TREE : await treeOf(tip, objects);
    return new CommitBuilder(cache, { commit: tip, tree });
  }

  get tip(): string | null {
    return this.#tip.commit;
  }

  /** Adds the commit asked for, or says why not. @throws Problem git_failed */
  async add(request: CommitRequest): Promise<CommitOutcome> {
    const { commit: parent, tree } = this.#tip;
    const { expected, mergedParents = [] } = request;
    if (expected !== undefined && expected !== parent) {
      return { ok: false, refusal: { kind: 'moved', expected, actual: parent } };
    }
    if (parent === null && expected === undefined) return { ok: false, refusal: { kind: 'branch_missing' } };
    try {
      const written = await writeTree(this.cache, tree, request.changes);
      if (written.id === tree && parent !== null && mergedParents.length === 0) {
        return { ok: false, refusal: { kind: 'unchanged', tip: parent } };
      }
      const commit = this.#commit(request, written.id);
      for (const object of [...written.objects, commit]) {
        this.objects.push(object);
        this.bytes += object.content.length;
      }
      this.#tip = { commit: commit.id, tree: written.id };
      return { ok: true, commit: commit.id, parent, blobs: written.blobs };
    } catch (error) {
      if (error instanceof Refused) return { ok: false, refusal: error.refusal };
      throw error;
    }
  }

  #commit(request: CommitRequest, tree: string): NewObject {
    const parent = this.#tip.commit === null ? [] : [this.#tip.commit];
    const content = encodeCommit({
      tree,
      parents: [...parent, ...(request.mergedParents ?? [])],
      author: request.author,
      committer: COMMITTER,
      time: Math.floor(Date.now() / 1000),
      message: request.message,
      trailers: request.trailers ?? [],
    });
    return { id: objectId('commit', content), type: 'commit', content };
  }
}

async function treeOf(commit: string, objects: ObjectReader): Promise<string> {
  const object = (await objects.read([commit])).get(commit);
  const text = object?.type === 'commit' ? Buffer.from(object.content).toString('latin1', 0, 46) : '';
  const tree = /^tree ([0-9a-f]{40})\n/.exec(text)?.[1];
  if (tree === undefined) throw new Problem('git_failed', `The object ${commit} is not a commit.`);
  return tree;
}
