import { BoundedMap } from '../concurrency/bounded-map.js';
import type { GitDirectories } from '../folders/repository.js';
import { Problem } from '../problems/index.js';
import type { Storage } from '../storage/index.js';
import { BranchWriter } from './commits/branch-writer.js';
import { RepositoryHistory } from './history/history.js';
import { commitText, parseCommit } from './objects/commit-object.js';
import { CommitProofs } from './objects/commit-proofs.js';
import type { CommitText, GitObject, ObjectReader, UnreadableObject } from './objects/contract.js';
import { RepositoryObjects } from './objects/object-reader.js';
import { removeDeadPacks } from './packs/pack-store.js';
import { initBareRepository, removeEmptyRefs } from './refs/bare-repository.js';
import { removeDeadLocks } from './refs/lock-file.js';
import {
  DETACHED,
  DISPLACED,
  HEADS,
  headBranch,
  isBranchName,
  listRefs,
  MIRRORED,
  readRef,
  setHead,
  updateRef,
} from './refs/refs.js';
import { ShallowCommits } from './refs/shallow-commits.js';
import { completeSwap } from './repair/swap.js';
import type { CommitSigner } from './signatures/commit-signer.js';
import type { TreeDifference, TreeFile } from './trees/contract.js';
import type { PathScope } from './trees/path-scope.js';
import { TreeCache } from './trees/raw-tree.js';
import { SvcFolder } from './trees/svc-folder.js';
import type { ListOptions } from './trees/tree-changes.js';

/** More than the branches that are followed at a time. */
const keptDescendants = 1_000;

interface OpenOptions {
  /** The database of the history's index; without it, every question about the history walks all commits. */
  storage?: Storage | undefined;
  /** svc's folder (`Git.Path`); by default the whole repository. */
  path?: string | undefined;
  /**
   * True where there is a remote to repair it from: the repair restores refs whose files have no content, which are removed
   * else.
   */
  isRepaired?: boolean;
  /** Signs svc's commits; by default they are not signed. */
  signer?: CommitSigner | undefined;
}

/** Opens the bare repository at `dir`; creates it where there is none. @throws Problem git_failed */
export async function openRepository(dir: string, options: OpenOptions = {}) {
  const { storage, isRepaired = false } = options;
  await completeSwap(dir);
  await initBareRepository(dir);
  if (!isRepaired) await removeEmptyRefs(dir);
  await Promise.all([removeDeadLocks(dir), removeDeadPacks(dir)]);
  const repository = new Repository(dir, await CommitProofs.open(dir), options);
  if (storage) for (const tip of (await repository.listBranches()).values()) repository.history.notice(tip);
  return repository;
}

/** The bare repository in the data directory: the branches and all their objects. */
export class Repository {
  readonly writer: BranchWriter;
  readonly history: RepositoryHistory;
  readonly objects: ObjectReader;
  readonly #objects: RepositoryObjects;
  #onFailure: ((cause: unknown) => void) | undefined;
  #trusts: ((commit: string) => Promise<boolean>) | undefined;
  readonly #trees: TreeCache;
  readonly #folder: SvcFolder;
  readonly #shallow: ShallowCommits;
  /** Commit → its newest known descendant with the same folder, so that a walk covers the commits since then only. */
  readonly #descendants = new BoundedMap<string, string>(keptDescendants);

  constructor(
    readonly dir: string,
    private readonly proofs: CommitProofs,
    { storage, path, isRepaired, signer }: OpenOptions = {},
  ) {
    // A missing object may be one that no ref needs.
    const onUnreadable = (cause: UnreadableObject) => {
      if (cause.fault === 'damaged') this.#onFailure?.(cause);
    };
    const objects = new RepositoryObjects(dir, onUnreadable, isRepaired);
    const trees = new TreeCache(objects);
    this.objects = objects;
    this.#objects = objects;
    this.#trees = trees;
    this.#folder = new SvcFolder(path, trees, objects);
    this.#shallow = new ShallowCommits(dir);
    this.history = new RepositoryHistory(objects, trees, storage, this.#shallow);
    this.writer = new BranchWriter({
      gitDir: dir,
      objects,
      trees,
      sealing: { proofs, signer, trusts: async (commit) => this.#trusts?.(commit) ?? true },
      onWritten: (commit) => objects.add(commit),
      onMoved: (tip) => this.history.notice(tip),
      onFailed: (cause) => this.#onFailure?.(cause),
      isAncestor: (ancestor, descendant) => this.history.isAncestor(ancestor, descendant),
    });
  }

  get directories(): GitDirectories {
    return { gitDir: this.dir, commonDir: this.dir };
  }

  /** Returns the commit at the tip of a branch; undefined for a missing branch or an invalid name. */
  async resolveRef(branch: string): Promise<string | undefined> {
    return isBranchName(branch) ? readRef(this.dir, HEADS + branch) : undefined;
  }

  /** Returns branch name → commit at its tip. */
  async listBranches(): Promise<Map<string, string>> {
    const branches = await listRefs(this.dir, HEADS);
    return new Map([...branches].filter(([name]) => isBranchName(name)));
  }

  /** Returns the branch that HEAD names, with or without a commit. */
  async defaultBranch(): Promise<string | undefined> {
    return headBranch(this.dir);
  }

  async setDefaultBranch(branch: string): Promise<void> {
    if (isBranchName(branch) && (await headBranch(this.dir)) !== branch) await setHead(this.dir, branch);
  }

  /** svc's folder with a slash at its end; `''` for the whole repository. */
  get prefix(): string {
    return this.#folder.prefix;
  }

  /** Returns the paths that may hold files of svc at a commit. @throws Problem git_failed */
  async scopeAt(commit: string): Promise<PathScope> {
    return this.#folder.scope(await this.#trees.getRoot(commit));
  }

  /** True when svc's folder, a part of the repository, is the same in a commit as in an earlier one of its history. */
  async isSameFolder(earlier: string, commit: string): Promise<boolean> {
    if (this.prefix === '') return earlier === commit;
    const [before, after] = await Promise.all([earlier, commit].map((id) => this.#getFolder(id)));
    if (before !== after) return false;
    const cached = this.#descendants.get(earlier);
    const isLater =
      (cached !== undefined && (await this.history.isAncestor(cached, commit))) ||
      (await this.history.isAncestor(earlier, commit));
    if (isLater) this.#descendants.set(earlier, commit);
    return isLater;
  }

  async #getFolder(commit: string): Promise<string> {
    return this.#folder.getTree(await this.#trees.getRoot(commit));
  }

  /** Returns all entity files of a commit, and the texts that they may name. @throws Problem git_failed */
  async files(commit: string, options: ListOptions = {}): Promise<TreeFile[]> {
    return this.#folder.files(await this.#trees.getRoot(commit), options);
  }

  /** Returns the differences of two commits among these files. Equal subtrees are not read. @throws Problem git_failed */
  async diffTrees(from: string, to: string, options: ListOptions = {}): Promise<TreeDifference[]> {
    const roots = await Promise.all([from, to].map((commit) => this.#trees.getRoot(commit)));
    return this.#folder.changes(roots[0] ?? '', roots[1] ?? '', options);
  }

  /** @throws Problem git_failed */
  async readCommit(id: string): Promise<CommitText> {
    return commitText(id, (await this.objects.read([id])).get(id), this.proofs);
  }

  /** Reads commits together and returns them in the order of `ids`. @throws Problem git_failed */
  async readCommits(ids: readonly string[]): Promise<CommitText[]> {
    const objects = await this.objects.read(ids);
    return ids.map((id) => commitText(id, objects.get(id), this.proofs));
  }

  /** Returns the remote's tip of a branch when ours was last brought in line with it. */
  async mirroredTip(branch: string): Promise<string | undefined> {
    return isBranchName(branch) ? readRef(this.dir, MIRRORED + branch) : undefined;
  }

  /** Returns the remote's branches when ours were last brought in line with them. */
  async mirroredBranches(): Promise<Map<string, string>> {
    return listRefs(this.dir, MIRRORED);
  }

  /** Records that a push has moved the remote's branch. @returns false when another move was recorded meanwhile */
  async noteMirrored(branch: string, from: string | undefined, to: string | undefined): Promise<boolean> {
    return updateRef(this.dir, MIRRORED + branch, from, to);
  }

  /** Keeps `git gc` from removing a commit that no branch has any more. */
  async keepDisplaced(commit: string): Promise<void> {
    await updateRef(this.dir, DISPLACED + commit, undefined, commit);
  }

  /** Records a commit that leaves its branch, until it is reported. */
  async noteDetached(branch: string, commit: string): Promise<void> {
    await updateRef(this.dir, detachedRef(branch, commit), undefined, commit);
  }

  async forgetDetached(branch: string, commit: string): Promise<void> {
    await updateRef(this.dir, detachedRef(branch, commit), commit, undefined);
  }

  /** Returns the recorded commits that are not forgotten. */
  async detachedCommits(): Promise<{ branch: string; commit: string }[]> {
    const refs = await listRefs(this.dir, DETACHED);
    return [...refs].map(([name, commit]) => ({ branch: name.slice(commit.length + 1), commit }));
  }

  /**
   * Moves a branch to any commit and keeps the commits that only it had (`refs/displaced/`).
   * @returns false, with nothing changed, when the branch was not at `from`
   */
  async resetBranch(branch: string, from: string, to: string): Promise<boolean> {
    await this.keepDisplaced(from);
    return updateRef(this.dir, HEADS + branch, from, to);
  }

  /** Returns the bytes of blobs by id. @throws Problem git_failed */
  async readBlobs(ids: readonly string[]): Promise<Map<string, Uint8Array>> {
    const blobs = new Map<string, Uint8Array>();
    for (const [id, object] of await this.objects.read(ids)) {
      if (object.type !== 'blob') throw new Problem('git_failed', `The object ${id} is not a blob.`);
      blobs.set(id, object.content);
    }
    return blobs;
  }

  /** Calls `listener` with each damaged object, and with each failure of a commit. Replaces the listener before. */
  onFailure(listener: (cause: unknown) => void): void {
    this.#onFailure = listener;
  }

  /** Lets svc sign only on top of the commits that `trusts` accepts. Replaces the rule before. */
  signOnlyOn(trusts: (commit: string) => Promise<boolean>): void {
    this.#trusts = trusts;
  }

  /**
   * Returns the parent from which a commit takes svc's folder, a part of the repository, as it is; undefined when the commit
   * changes it, has a file in its place, or no parent has it; also where the history ends early. @throws Problem git_failed
   */
  async findSameParent(commit: string): Promise<string | undefined> {
    if (this.prefix === '' || this.#shallow.has(commit)) return undefined;
    const { parents } = parseCommit(commit, (await this.objects.read([commit])).get(commit));
    const find = async (id: string) => this.#folder.findTree(await this.#trees.getRoot(id));
    const [folder, ...before] = await Promise.all([commit, ...parents].map(find));
    return folder === undefined ? undefined : parents.find((_, index) => before[index] === folder);
  }

  /** True for a commit whose parents the repository lacks, because the remote has not given them. */
  isShallow(commit: string): boolean {
    return this.#shallow.has(commit);
  }

  /** Returns an object that is in memory, such as one that was written lately. */
  recall(id: string): GitObject | undefined {
    return this.#objects.recall(id);
  }

  /** Returns the commits that are in memory. */
  recentCommits(): string[] {
    return this.#objects.recentCommits();
  }

  /** Forgets all objects in memory and all open files: others are in their place. */
  async reset(): Promise<void> {
    this.#trees.clear();
    await this.#objects.reset();
  }

  /** Ends the background work and the process that reads objects. */
  async close(): Promise<void> {
    await Promise.all([this.history.close(), this.writer.close()]);
    await this.objects.close();
  }
}

function detachedRef(branch: string, commit: string): string {
  return `${DETACHED}${commit}/${branch}`;
}
