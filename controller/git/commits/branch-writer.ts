import { BatchQueue, type Queued } from '../../concurrency/batch-queue.js';
import { SharedLock } from '../../concurrency/shared-lock.js';
import type { ObjectReader } from '../objects/contract.js';
import { type NewObject, PackStore } from '../packs/pack-store.js';
import { HEADS, isBranchName, listRefs, readRef, stageRef, updateRef, withLockedRef } from '../refs/refs.js';
import type { TreeCache } from '../trees/raw-tree.js';
import type { BranchOutcome, CommitOutcome, CommitRequest, CommitSealing } from './contract.js';
import { CommitBuilder } from './tree-writer.js';

/** After so many attempts during which other processes moved the branch, a batch is built under the lock of the branch. */
const unlockedAttempts = 3;
/** The most commits of one disk flush. A larger batch would delay its first commit. */
const maxBatch = 256;
/** A batch of this size takes no further commits: the trees of wide folders would fill the memory. */
const maxBatchBytes = 64 * 1_048_576;

export interface BranchWriterOptions {
  gitDir: string;
  objects: ObjectReader;
  trees: TreeCache;
  sealing: CommitSealing;
  /** Called with objects that are on the disk. */
  onWritten(objects: readonly NewObject[]): void;
  /** Called when a commit could not be written. */
  onFailed(cause: unknown): void;
  /** Called with each new tip. */
  onMoved(tip: string): void;
  isAncestor(ancestor: string, descendant: string): Promise<boolean>;
}

type QueuedCommit = Queued<CommitRequest, CommitOutcome>;

/** Writes commits as packs and moves branches under Git's locks: all or nothing, on the disk when a call resolves. */
export class BranchWriter {
  readonly #queues = new Map<string, BatchQueue<CommitRequest, CommitOutcome>>();
  readonly #packs: PackStore;
  /** Shared by all that write objects. */
  readonly #lock = new SharedLock();

  constructor(private readonly options: BranchWriterOptions) {
    this.#packs = new PackStore(options.gitDir, this.#lock);
  }

  /** Runs `work` while no object is being written and no pack is joined or deleted; commits wait meanwhile. */
  pause<T>(work: () => Promise<T>): Promise<T> {
    // First: packs are joined under the lock.
    return this.#packs.maintenance.pause(() => this.#lock.exclusive(work));
  }

  /** Ends the background work. */
  close(): Promise<void> {
    return this.#packs.maintenance.close();
  }

  /**
   * Commits on the tip of the branch. Concurrent requests share disk flushes; each gets its own commit, in the order
   * of the calls. @throws Problem git_failed when the repository cannot be read or written
   */
  async commit(request: CommitRequest): Promise<CommitOutcome> {
    const { branch } = request;
    if (!isBranchName(branch)) return { ok: false, refusal: { kind: 'branch_missing' } };
    let queue = this.#queues.get(branch);
    if (!queue) {
      queue = new BatchQueue({
        max: maxBatch,
        process: (batch) => this.#lock.share(() => this.#writeBatch(HEADS + branch, batch)),
        onIdle: () => this.#queues.delete(branch),
      });
      this.#queues.set(branch, queue);
    }
    return queue.add(request).catch((cause: unknown) => {
      this.options.onFailed(cause);
      throw cause;
    });
  }

  /** Builds a chain of commits on `onto`; the caller makes a branch lead to them. @throws Problem git_failed */
  async buildOn(onto: string, requests: readonly Omit<CommitRequest, 'branch'>[]): Promise<CommitOutcome[]> {
    const { trees, sealing } = this.options;
    const builder = await CommitBuilder.at(onto, trees, sealing);
    const outcomes: CommitOutcome[] = [];
    for (const request of requests) outcomes.push(await builder.add({ ...request, branch: '' }));
    if (builder.tip !== onto) await this.#lock.share(() => this.#write(builder.objects));
    return outcomes;
  }

  async createBranch(name: string, at: string): Promise<BranchOutcome> {
    if (!isBranchName(name)) return { ok: false, actual: null, reason: 'name_invalid' };
    if (!(await this.#isCommit(at))) return { ok: false, actual: null, reason: 'commit_missing' };
    const taken = await this.#conflictingBranch(name);
    if (taken !== undefined) return { ok: false, actual: taken, reason: 'name_taken' };
    return this.#move(name, undefined, at);
  }

  /** Deletes a branch that is at `expected`. */
  async deleteBranch(name: string, expected: string): Promise<BranchOutcome> {
    if (!isBranchName(name)) return { ok: false, actual: null, reason: 'name_invalid' };
    return this.#move(name, expected, undefined);
  }

  /** Moves a branch from `expected` forward to `to`, one of its descendants. */
  async fastForward(name: string, expected: string, to: string): Promise<BranchOutcome> {
    if (!isBranchName(name)) return { ok: false, actual: null, reason: 'name_invalid' };
    if (!(await this.#isCommit(to))) return { ok: false, actual: expected, reason: 'commit_missing' };
    if (!(await this.options.isAncestor(expected, to))) {
      return { ok: false, actual: expected, reason: 'not_a_fast_forward' };
    }
    return this.#move(name, expected, to);
  }

  async #move(name: string, from: string | undefined, to: string | undefined): Promise<BranchOutcome> {
    const { gitDir } = this.options;
    if (await updateRef(gitDir, HEADS + name, from, to)) return { ok: true };
    return { ok: false, actual: (await readRef(gitDir, HEADS + name)) ?? null, reason: 'moved' };
  }

  /** Returns the tip of a branch that excludes this name: a branch `a` and a branch `a/b` cannot both exist. */
  async #conflictingBranch(name: string): Promise<string | undefined> {
    for (const [other, commit] of await listRefs(this.options.gitDir, HEADS)) {
      if (other === name || other.startsWith(`${name}/`) || name.startsWith(`${other}/`)) return commit;
    }
    return undefined;
  }

  async #isCommit(id: string): Promise<boolean> {
    const objects = await this.options.objects.read([id]).catch(() => undefined);
    return objects?.get(id)?.type === 'commit';
  }

  /**
   * Builds the commits of a batch in a chain, writes their objects, then moves the branch over all of them at once. When
   * another process moved the branch meanwhile, builds the batch again on the new tip. Pushes that never pause must not keep
   * svc from writing: the last attempt holds the lock of the branch. Returns the commits that the batch had no room for.
   */
  async #writeBatch(ref: string, batch: readonly QueuedCommit[]): Promise<readonly QueuedCommit[]> {
    const { gitDir } = this.options;
    for (let attempt = 0; attempt < unlockedAttempts; attempt++) {
      const from = await readRef(gitDir, ref);
      const rest = await this.#buildBatch(from, batch, (builder) => this.#store(ref, from, builder));
      if (rest) return rest;
    }
    return withLockedRef(gitDir, ref, async (from, moveTo) => {
      const rest = await this.#buildBatch(from, batch, async ({ objects, tip }) => {
        await this.#write(objects);
        if (tip !== null) await moveTo(tip);
        return true;
      });
      return rest ?? batch;
    });
  }

  /** Returns the commits that had no room once `store` stored the others; undefined when it did not store them. */
  async #buildBatch(
    from: string | undefined,
    batch: readonly QueuedCommit[],
    store: (builder: CommitBuilder) => Promise<boolean>,
  ): Promise<readonly QueuedCommit[] | undefined> {
    const { trees, sealing, onMoved } = this.options;
    const builder = await CommitBuilder.at(from ?? null, trees, sealing);
    const built = await buildAll(builder, batch);
    if (builder.tip !== (from ?? null)) {
      if (!(await store(builder))) return undefined;
      if (builder.tip !== null) onMoved(builder.tip);
    }
    for (const settle of built) settle();
    return batch.slice(built.length);
  }

  async #write(objects: readonly NewObject[]): Promise<void> {
    await this.#packs.write(objects);
    this.options.onWritten(objects);
  }

  async #store(ref: string, from: string | undefined, builder: CommitBuilder): Promise<boolean> {
    const staging = stageRef(this.options.gitDir, builder.tip ?? undefined);
    try {
      await Promise.all([this.#write(builder.objects), staging]);
      return await (await staging).move(ref, from);
    } finally {
      await staging.then(
        (staged) => staged.discard(),
        () => undefined,
      );
    }
  }
}

/** Builds commits until the batch is full. Returns for each the function that reports its outcome to the caller. */
async function buildAll(builder: CommitBuilder, batch: readonly QueuedCommit[]): Promise<(() => void)[]> {
  const built: (() => void)[] = [];
  for (const { item, resolve, reject } of batch) {
    if (builder.bytes > maxBatchBytes) break;
    await builder.add(item).then(
      (outcome) => built.push(() => resolve(outcome)),
      (error: unknown) => built.push(() => reject(error)),
    );
  }
  return built;
}
