import { Problem } from '../../problems/index.js';
import { isBranchName } from '../branch-name.js';
import type { BranchOutcome, BranchWriter, CommitOutcome, CommitRequest, ObjectReader } from '../contract.js';
import { HEADS } from '../ref-names.js';
import { stageRef, updateRef } from '../ref-writer.js';
import { listRefs, readRef } from '../refs.js';
import { BranchQueue, type Waiting } from './branch-queue.js';
import { CommitBuilder } from './commit-builder.js';
import { type NewObject, PackStore } from './pack-store.js';
import type { TreeCache } from './tree-cache.js';

/** How often a batch is built anew because somebody pushed meanwhile. */
const MAX_ATTEMPTS = 50;
/** A batch that has become this large waits for no more: the trees of wide folders would fill the memory. */
const MAX_BATCH_BYTES = 64 * 1_048_576;

export interface WriterOptions {
  gitDir: string;
  objects: ObjectReader;
  trees: TreeCache;
  /** Gets all objects that are on the disk now. */
  onWritten(objects: readonly NewObject[]): void;
  /** Hears of each new tip. */
  onMoved(tip: string): void;
  isAncestor(ancestor: string, descendant: string): Promise<boolean>;
}

/** Writes commits as packs and moves branches under Git's own locks. */
export class RepositoryWriter implements BranchWriter {
  readonly #queues = new Map<string, BranchQueue>();
  readonly #packs: PackStore;

  constructor(private readonly options: WriterOptions) {
    this.#packs = new PackStore(options.gitDir);
  }

  get note(): string | undefined {
    return this.#packs.maintenance.note;
  }

  async close(): Promise<void> {
    await this.#packs.close();
  }

  async commit(request: CommitRequest): Promise<CommitOutcome> {
    const { branch } = request;
    if (!isBranchName(branch)) return { ok: false, refusal: { kind: 'branch_missing' } };
    let queue = this.#queues.get(branch);
    if (!queue) {
      queue = new BranchQueue((batch) => this.#writeBatch(HEADS + branch, batch));
      this.#queues.set(branch, queue);
    }
    return queue.add(request);
  }

  async buildOn(onto: string, requests: readonly Omit<CommitRequest, 'branch'>[]): Promise<CommitOutcome[]> {
    const { objects, trees } = this.options;
    const builder = await CommitBuilder.at(onto, trees, objects);
    const outcomes: CommitOutcome[] = [];
    for (const request of requests) outcomes.push(await builder.add({ ...request, branch: '' }));
    if (builder.tip !== onto) await this.#write(builder.objects);
    return outcomes;
  }

  async createBranch(name: string, at: string): Promise<BranchOutcome> {
    if (!isBranchName(name)) return { ok: false, actual: null, reason: 'name_invalid' };
    if (!(await this.#isCommit(at))) return { ok: false, actual: null, reason: 'commit_missing' };
    const taken = await this.#nameInTheWay(name);
    if (taken !== undefined) return { ok: false, actual: taken, reason: 'name_taken' };
    return this.#move(name, undefined, at);
  }

  async deleteBranch(name: string, expected: string): Promise<BranchOutcome> {
    if (!isBranchName(name)) return { ok: false, actual: null, reason: 'name_invalid' };
    return this.#move(name, expected, undefined);
  }

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

  /** A branch `a` and a branch `a/b` cannot stand side by side, be they loose or packed. */
  async #nameInTheWay(name: string): Promise<string | undefined> {
    for (const [other, commit] of await listRefs(this.options.gitDir, HEADS)) {
      if (other === name || other.startsWith(`${name}/`) || name.startsWith(`${other}/`)) return commit;
    }
    return undefined;
  }

  async #isCommit(id: string): Promise<boolean> {
    const found = await this.options.objects.read([id]).catch(() => undefined);
    return found?.get(id)?.type === 'commit';
  }

  /**
   * Builds the commits of a batch in a chain, writes their objects, then moves the branch over all of them at once.
   * When somebody else moved it meanwhile, the batch is built anew on the new tip.
   */
  async #writeBatch(ref: string, batch: readonly Waiting[]): Promise<number> {
    const { gitDir, objects, trees } = this.options;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const from = await readRef(gitDir, ref);
      const builder = await CommitBuilder.at(from ?? null, trees, objects);
      const results = await buildAll(builder, batch);
      if (builder.tip === (from ?? null) || (await this.#store(ref, from, builder))) {
        for (const settle of results) settle();
        return results.length;
      }
    }
    throw new Problem('git_failed', `${ref} was moved by others each time svc tried to.`, {
      hints: ['Try again when the pushes have ended.'],
    });
  }

  async #write(objects: readonly NewObject[]): Promise<void> {
    await this.#packs.write(objects);
    this.options.onWritten(objects);
  }

  async #store(ref: string, from: string | undefined, builder: CommitBuilder): Promise<boolean> {
    const staging = stageRef(this.options.gitDir, builder.tip ?? undefined);
    try {
      await Promise.all([this.#write(builder.objects), staging]);
      const moved = await (await staging).move(ref, from);
      if (moved && builder.tip !== null) this.options.onMoved(builder.tip);
      return moved;
    } finally {
      await staging.then(
        (staged) => staged.discard(),
        () => undefined,
      );
    }
  }
}

/** What to tell each request once its commit is on the disk. */
async function buildAll(builder: CommitBuilder, batch: readonly Waiting[]): Promise<(() => void)[]> {
  const results: (() => void)[] = [];
  for (const { request, resolve, reject } of batch) {
    if (builder.bytes > MAX_BATCH_BYTES) break;
    await builder.add(request).then(
      (outcome) => results.push(() => resolve(outcome)),
      (error: unknown) => results.push(() => reject(error)),
    );
  }
  return results;
}
