import { encodeCommit } from '../objects/commit-object.js';
import type { Author } from '../objects/contract.js';
import { EMPTY_TREE, objectId } from '../objects/object-id.js';
import type { NewObject } from '../packs/pack-store.js';
import type { TreeCache } from '../trees/tree-cache.js';
import type { CommitOutcome, CommitRequest } from './contract.js';
import { writeTree } from './tree-writer.js';

const COMMITTER: Author = { name: 'svc', email: 'svc@localhost' };

/** Builds commits one upon the other, in memory, on top of the tip of a branch. */
export class CommitBuilder {
  readonly objects: NewObject[] = [];
  /** The size of all objects, before compression. */
  bytes = 0;

  private constructor(
    private readonly cache: TreeCache,
    private commit: string | null,
    private tree: string,
  ) {}

  /** @throws Problem git_failed when the tip cannot be read */
  static async at(tip: string | null, cache: TreeCache): Promise<CommitBuilder> {
    return new CommitBuilder(cache, tip, tip === null ? EMPTY_TREE : await cache.rootOf(tip));
  }

  get tip(): string | null {
    return this.commit;
  }

  /** Adds a commit, or returns why it cannot be made. @throws Problem git_failed */
  async add(request: CommitRequest): Promise<CommitOutcome> {
    const { commit: parent, tree } = this;
    const { expected, mergedParents = [] } = request;
    if (expected !== undefined && expected !== parent) {
      return { ok: false, refusal: { kind: 'moved', expected, actual: parent } };
    }
    if (parent === null && expected === undefined) return { ok: false, refusal: { kind: 'branch_missing' } };
    const written = await writeTree(this.cache, tree, request.changes);
    if ('refusal' in written) return { ok: false, refusal: written.refusal };
    if (written.id === tree && parent !== null && mergedParents.length === 0) {
      return { ok: false, refusal: { kind: 'unchanged', tip: parent } };
    }
    const content = encodeCommit({
      tree: written.id,
      parents: [...(parent === null ? [] : [parent]), ...mergedParents],
      author: request.author,
      committer: COMMITTER,
      time: Math.floor(Date.now() / 1000),
      message: request.message,
      trailers: request.trailers ?? [],
    });
    const id = objectId('commit', content);
    for (const object of [...written.objects, { id, type: 'commit' as const, content }]) {
      this.objects.push(object);
      this.bytes += object.content.length;
    }
    this.commit = id;
    this.tree = written.id;
    return { ok: true, commit: id, parent, blobs: written.blobs };
  }
}
