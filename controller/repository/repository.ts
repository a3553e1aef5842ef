import { Problem } from '../problems/index.js';
import type { Storage } from '../storage/index.js';
import { isBranchName } from './branch-name.js';
import type {
  BranchWriter,
  CommitText,
  GitDirectories,
  GitObject,
  ObjectReader,
  RepositoryHistory,
  Trailer,
  TreeDifference,
  TreeFile,
} from './contract.js';
import { parseCommit } from './history/commit-node.js';
import { GitHistory } from './history/history.js';
import { initBareRepository } from './init.js';
import { createObjectReader } from './object-reader.js';
import { RecentObjects } from './recent-objects.js';
import { removeDeadClaims } from './ref-claim.js';
import { DISPLACED, HEADS, MIRRORED, STRAYS } from './ref-names.js';
import { setHead, updateRef } from './ref-writer.js';
import { headBranch, listRefs, readRef } from './refs.js';
import { branchFiles, diffTrees, type ListOptions } from './trees.js';
import { removeDeadPacks } from './writes/pack-store.js';
import { TreeCache } from './writes/tree-cache.js';
import { RepositoryWriter } from './writes/writer.js';

export interface RepositoryOptions {
  /** Where the index of the history is kept; without it, every question about a history walks all commits. */
  storage?: Storage | undefined;
}

/** Opens the bare repository at `dir`, making it first where there is none. @throws Problem git_failed */
export async function openRepository(dir: string, { storage }: RepositoryOptions = {}): Promise<Repository> {
  await initBareRepository(dir);
  await Promise.all([removeDeadClaims(dir), removeDeadPacks(dir)]);
  const repository = new Repository(dir, createObjectReader(dir), storage);
  if (storage) for (const tip of (await repository.listBranches()).values()) repository.history.notice(tip);
  return repository;
}

/** The bare repository in the data directory: the branches and all their objects. */
export class Repository {
  /** Commits, and moves branches. */
  readonly writer: BranchWriter;
  /** Versions of files, and how commits stand to each other. */
  readonly history: RepositoryHistory;

  /** Its objects; those written a moment ago come from memory. */
  readonly objects: ObjectReader;

  constructor(
    readonly dir: string,
    reader: ObjectReader,
    storage?: Storage,
  ) {
    const objects = new RecentObjects(reader);
    this.objects = objects;
    const trees = new TreeCache(objects);
    this.history = new GitHistory(objects, trees, storage);
    this.writer = new RepositoryWriter({
      gitDir: dir,
      objects,
      trees,
      onWritten: (written) => objects.add(written),
      onMoved: (tip) => this.history.notice(tip),
      isAncestor: (ancestor, descendant) => this.history.isAncestor(ancestor, descendant),
    });
  }

  get directories(): GitDirectories {
    return { gitDir: this.dir, commonDir: this.dir };
  }

  /** The commit at the tip of a branch; undefined when there is no such branch, or the name can be none. */
  async resolveRef(branch: string): Promise<string | undefined> {
    return isBranchName(branch) ? readRef(this.dir, HEADS + branch) : undefined;
  }

  /** Branch name → commit at its tip. */
  async listBranches(): Promise<Map<string, string>> {
    const branches = await listRefs(this.dir, HEADS);
    return new Map([...branches].filter(([name]) => isBranchName(name)));
  }

  /** The branch HEAD stands for, with or without a commit. */
  async defaultBranch(): Promise<string | undefined> {
    return headBranch(this.dir);
  }

  async setDefaultBranch(branch: string): Promise<void> {
    if (isBranchName(branch) && (await headBranch(this.dir)) !== branch) await setHead(this.dir, branch);
  }

  /** All entity files of a commit, and the texts they may name. @throws Problem git_failed */
  async files(commit: string, options?: ListOptions): Promise<TreeFile[]> {
    return branchFiles(this.objects, commit, options);
  }

  /** The files of `files` in which two commits differ; subtrees that are equal are not read. @throws Problem git_failed */
  async diffTrees(from: string, to: string, options?: ListOptions): Promise<TreeDifference[]> {
    return diffTrees(this.objects, from, to, options);
  }

  /** What a commit says. @throws Problem git_failed */
  async readCommit(id: string): Promise<CommitText> {
    return commitText(id, (await this.objects.read([id])).get(id));
  }

  /** What commits say, in the order asked for, read at once. @throws Problem git_failed */
  async readCommits(ids: readonly string[]): Promise<CommitText[]> {
    const objects = await this.objects.read(ids);
    return ids.map((id) => commitText(id, objects.get(id)));
  }

  /** Where the remote had a branch when ours was last brought in line with it. */
  async mirroredTip(branch: string): Promise<string | undefined> {
    return isBranchName(branch) ? readRef(this.dir, MIRRORED + branch) : undefined;
  }

  /** The remote's branches as ours were last brought in line with them. */
  async mirroredBranches(): Promise<Map<string, string>> {
    return listRefs(this.dir, MIRRORED);
  }

  /** Notes that a push has moved the remote's branch. @returns false when another has been noted meanwhile */
  async noteMirrored(branch: string, from: string | undefined, to: string | undefined): Promise<boolean> {
    return updateRef(this.dir, MIRRORED + branch, from, to);
  }

  /** Keeps `git gc` from collecting a commit that is on no branch any more. */
  async keepDisplaced(commit: string): Promise<void> {
    await updateRef(this.dir, DISPLACED + commit, undefined, commit);
  }

  /** Notes a commit that is to leave its branch, until somebody has been told of it. */
  async noteStray(branch: string, commit: string): Promise<void> {
    await updateRef(this.dir, strayRef(branch, commit), undefined, commit);
  }

  async forgetStray(branch: string, commit: string): Promise<void> {
    await updateRef(this.dir, strayRef(branch, commit), commit, undefined);
  }

  /** What was noted and not forgotten. */
  async strays(): Promise<{ branch: string; commit: string }[]> {
    const refs = await listRefs(this.dir, STRAYS);
    return [...refs].map(([name, commit]) => ({ branch: name.slice(commit.length + 1), commit }));
  }

  /**
   * Moves a branch to wherever, and keeps the commits that only it had (`refs/displaced/`).
   * @returns false, and nothing changed, when it was not at `from`
   */
  async resetBranch(branch: string, from: string, to: string): Promise<boolean> {
    await this.keepDisplaced(from);
    return updateRef(this.dir, HEADS + branch, from, to);
  }

  /** The bytes of many blobs, by id. @throws Problem git_failed */
  async readBlobs(ids: readonly string[]): Promise<Map<string, Uint8Array>> {
    const blobs = new Map<string, Uint8Array>();
    for (const [id, object] of await this.objects.read(ids)) {
      if (object.type !== 'blob') throw new Problem('git_failed', `The object ${id} is not a blob.`);
      blobs.set(id, object.content);
    }
    return blobs;
  }

  /** Ends what runs beside: the process that reads objects, the index of the history. */
  async close(): Promise<void> {
    await Promise.all([this.history.close(), this.writer.close()]);
    await this.objects.close();
  }
}

function strayRef(branch: string, commit: string): string {
  return `${STRAYS}${commit}/${branch}`;
}

function commitText(id: string, object: GitObject | undefined): CommitText {
  const { parents, author, message, time } = parseCommit(id, object);
  const trailers: Trailer[] = [];
  const lines = message.trimEnd().split('\n');
  for (let last = lines.at(-1); last !== undefined; last = lines.at(-1)) {
    const [, key, value] = /^(Svc-[A-Za-z-]+): (.*)$/.exec(last) ?? [];
    if (key === undefined || value === undefined) break;
    trailers.unshift({ key, value });
    lines.pop();
  }
  return { id, parents, author, message: lines.join('\n').trimEnd(), trailers, time };
}
