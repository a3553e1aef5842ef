import { setTimeout as pause } from 'node:timers/promises';
import { within } from '../../concurrency/signals.js';
import { coalesce, KeyedMutex } from '../../concurrency/turns.js';
import type { Mirror } from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import type { YamlLimits } from '../../yaml-edit/read/yaml-document.js';
import type { EntityName } from '../commits/commit-queue.js';
import { type PushOutcome, type PushStatus, pendingBecause } from './contract.js';
import { DeclinedCommits } from './declined-commits.js';
import { DetachedCommits, type DetachedCommitsOptions } from './detached-commits.js';
import { DivergedBranches, lostBranch } from './diverged-branches.js';
import { getHeldRevert, HeldCommits } from './held-commits.js';
import { attemptPush } from './push-attempt.js';
import { PushPace, RemoteRetry } from './push-timing.js';
import { PushWaiters } from './push-waiters.js';

/** A writer waits so long for a push before it is answered that the push is pending. */
const maxWaitMs = 10_000;
const maxPushMs = 60_000;
/** How often a push is repeated that the remote refuses as out of date although its branch has not moved. */
const maxIdle = 3;

export interface PushQueueOptions extends DetachedCommitsOptions {
  mirror: Mirror;
  limits: YamlLimits;
  /** A change counts once the remote has it: another process may take over without the commits of this one. */
  isArbiter?: boolean;
  /** The pause after the n-th failure, in milliseconds. */
  retryDelay?: (failures: number) => number;
}

/**
 * Pushes the commits of our branches to the remote, those of many writers in one push. A branch is pushed if its tip
 * differs from the remote's tip as last seen, so no queue has to be stored and a crash loses nothing.
 */
export class PushQueue {
  readonly #waiters = new PushWaiters();
  readonly #detached: DetachedCommits;
  readonly #held: HeldCommits;
  readonly #diverged: DivergedBranches;
  readonly #declined: DeclinedCommits;
  readonly #retry: RemoteRetry;
  readonly #runs = new Map<string, () => Promise<void>>();
  readonly #paces = new Map<string, PushPace>();
  /** By branch: commits that are being pushed must not be rewritten meanwhile. */
  readonly #mutex = new KeyedMutex();
  readonly #closing = new AbortController();
  readonly #background = new Set<Promise<unknown>>();

  constructor(private readonly options: PushQueueOptions) {
    const { repository, limits, mirror } = options;
    const inBackground = (work: Promise<unknown>) => void this.#inBackground(work);
    this.#detached = new DetachedCommits(options, this.#waiters);
    const common = { repository, limits, waiters: this.#waiters, inBackground };
    this.#held = new HeldCommits(common);
    const onAhead = (branch: string) => void this.#run(branch);
    const tools = { ...common, detached: this.#detached, held: this.#held, onAhead };
    this.#diverged = new DivergedBranches(tools);
    this.#declined = new DeclinedCommits(tools);
    const retry = () => void this.#pushBehind().catch((cause: unknown) => this.#fail('', [], cause));
    this.#retry = new RemoteRetry(retry, options.retryDelay);
    // Not undone by `close`: a fetch that is still under way must not let the remote's commits replace ours.
    mirror.subscribe({
      resolveDivergence: (divergence) => this.#diverged.resolve(divergence),
      listed: () => {
        this.#retry.reachable();
        for (const branch of this.#declined.heldReasons.keys()) void this.#run(branch);
      },
    });
  }

  /** Continues with what the last process left unfinished. */
  async start(): Promise<void> {
    const unfinished = await this.#detached.unfinished();
    await Promise.all([this.#pushBehind(), this.#inBackground(this.#detached.resume(unfinished))]);
  }

  /**
   * Runs work that commits on a branch and then calls `push`. News about its commits that arrives in between is kept for
   * it, instead of being handled like news about writes that were acknowledged long ago.
   */
  async during<T>(branch: string, work: () => Promise<T>): Promise<T> {
    const done = this.#waiters.expect(branch);
    try {
      return await work();
    } finally {
      done();
    }
  }

  /** Pushes the branch, and returns the outcome for one of its commits. Never rejects. */
  async push(branch: string, committed: string): Promise<PushOutcome> {
    const { commit, outcome } = this.#waiters.takeEarlyResult(branch, committed);
    if (outcome) return outcome;
    if (this.#closing.signal.aborted) return pendingBecause('svc stops')(commit);
    const { isPausing, failure } = this.#retry;
    if (failure && isPausing) return { kind: 'pending', commit, reason: failure.reason };
    const late = (): PushOutcome => {
      const reason = this.#getPace(branch).isRefused
        ? 'other clients pushed first each time; svc tries again at once'
        : 'the remote has not answered yet';
      return { kind: 'pending', commit, reason };
    };
    const answer = this.#waiters.wait(branch, commit, { ms: maxWaitMs, late });
    void this.#run(branch);
    return answer;
  }

  /** Refuses changes while the remote is away, where it is the arbiter. @throws Problem remote_unavailable */
  async requireRemote(): Promise<void> {
    if (!this.options.isArbiter) return;
    await this.options.mirror.refresh(AbortSignal.timeout(maxWaitMs)).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Problem('remote_unavailable', `Nothing was changed: ${reason}`, { cause });
    });
  }

  /** Refuses to acknowledge a commit that the remote, as the arbiter, does not have. @throws Problem remote_unavailable */
  requireTaken(outcome: PushOutcome | undefined): void {
    if (!this.options.isArbiter || outcome?.kind !== 'pending') return;
    const detail = `The commit ${outcome.commit} is kept on this node, and counts when the remote has it, unless another node leads before: ${outcome.reason}`;
    throw new Problem('remote_unavailable', detail);
  }

  /**
   * Fetches if there is no such branch here: were it at the remote, commits on a new branch would have no history in
   * common with it. @throws Problem git_failed
   */
  async requireSeen(branch: string): Promise<void> {
    const { repository, mirror } = this.options;
    if ((await repository.resolveRef(branch)) !== undefined) return;
    await mirror.refresh(AbortSignal.timeout(maxWaitMs));
  }

  async status(branch: string): Promise<PushStatus> {
    const { repository } = this.options;
    const [ours, theirs] = await Promise.all([repository.resolveRef(branch), repository.mirroredTip(branch)]);
    const isEven = ours === undefined || theirs === undefined || ours === theirs;
    const pending = isEven ? 0 : (await repository.history.compare(theirs, ours)).ahead;
    const holds = pending === 0 ? [] : (await this.#held.between(theirs, ours)).map(getHeldRevert);
    const { failure } = this.#retry;
    if (pending > 0 && failure) {
      const nextRetryAt = new Date(failure.retryAt).toISOString();
      return { pending, lastError: failure.reason, nextRetryAt, holds };
    }
    const lost = this.#diverged.isLost(branch) ? lostBranch : undefined;
    const lastError = pending > 0 ? (lost ?? this.#declined.heldReasons.get(branch)) : undefined;
    return { pending, lastError, nextRetryAt: undefined, holds };
  }

  /** Holds the newest pending commit of an entity. @returns true if it was not held before */
  hold(branch: string, entity: EntityName & { path: string }): Promise<boolean> {
    return this.#mutex.run(branch, () => this.#held.hold(branch, entity));
  }

  /** Releases the held commits of an entity. @returns true if there were any */
  async release(branch: string, entity: EntityName): Promise<boolean> {
    const isReleased = await this.#mutex.run(branch, () => this.#held.release(branch, entity));
    if (isReleased) void this.#run(branch);
    return isReleased;
  }

  /** Deletes a branch at the remote, if the remote has it. @throws Problem git_failed, push_declined */
  async deleteBranch(branch: string): Promise<void> {
    const { repository, mirror } = this.options;
    const theirs = await repository.mirroredTip(branch);
    if (theirs === undefined) return;
    const update = { ref: `refs/heads/${branch}`, from: theirs, to: null };
    const [result] = await mirror.remote.push([update], AbortSignal.timeout(maxWaitMs));
    if (result?.status === 'rejected' && result.reason === 'declined') {
      throw new Problem('push_declined', `The remote declined to delete \`${branch}\`: ${result.message}`);
    }
    await repository.noteMirrored(branch, theirs, undefined);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#retry.close();
    this.#waiters.settleAll(pendingBecause('svc stops'));
    await Promise.allSettled(this.#background);
  }

  #run(branch: string): Promise<void> {
    let run = this.#runs.get(branch);
    if (!run) {
      run = coalesce(() => this.#pushUntilDone(branch));
      this.#runs.set(branch, run);
    }
    return this.#inBackground(run());
  }

  #inBackground<T>(work: Promise<T>): Promise<T> {
    this.#background.add(work);
    return work.finally(() => this.#background.delete(work));
  }

  /** Never rejects: failed pushes are retried later. */
  async #pushUntilDone(branch: string): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const { repository, mirror } = this.options;
    const tools = {
      repository,
      mirror,
      waiters: this.#waiters,
      retry: this.#retry,
      diverged: this.#diverged,
      declined: this.#declined,
    };
    const pace = this.#getPace(branch);
    const awaited = () => this.#waiters.awaited(branch);
    try {
      // While other clients are faster, svc tries again at once: a pause would let them win every time.
      for (let idle = 0; idle < maxIdle; ) {
        const pauseMs = pace.pauseMs(performance.now());
        if (pauseMs > 0) await pause(pauseMs, undefined, { signal: this.#closing.signal });
        const result = await within(maxPushMs, this.#closing.signal, (signal) =>
          this.#mutex.run(branch, () => attemptPush(branch, tools, pace, signal)),
        );
        if (result === 'done') return;
        idle = result === 'moved' ? 0 : idle + 1;
      }
      const reason = 'The remote refuses the push as out of date, but its branch has not moved.';
      this.#fail(branch, awaited(), new Problem('git_failed', reason));
    } catch (cause) {
      this.#fail(branch, awaited(), cause);
    }
  }

  #getPace(branch: string): PushPace {
    const pace = this.#paces.get(branch) ?? new PushPace();
    this.#paces.set(branch, pace);
    return pace;
  }

  #fail(branch: string, awaited: readonly string[], cause: unknown): void {
    if (this.#closing.signal.aborted) return;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const isFirst = this.#retry.failed(reason);
    this.#waiters.settle(branch, awaited, pendingBecause(reason));
    if (isFirst) this.options.onFailure(branch, cause);
  }

  /** Pushes the branches that the remote has at another commit. Branches that it never had stay here, except proposals. */
  async #pushBehind(): Promise<void> {
    const { repository } = this.options;
    const [ours, theirs] = await Promise.all([repository.listBranches(), repository.mirroredBranches()]);
    for (const [branch, tip] of ours) {
      const isShared = theirs.has(branch) || branch.startsWith('proposals/');
      if (isShared && theirs.get(branch) !== tip) void this.#run(branch);
    }
  }
}
