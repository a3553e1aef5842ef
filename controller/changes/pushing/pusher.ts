import { setTimeout as pause } from 'node:timers/promises';
import type { YamlLimits } from '../../catalog/yaml-document.js';
import { Problem } from '../../problems/index.js';
import { coalesce, type Mirror } from '../../repository/index.js';
import { within } from '../../signals/index.js';
import { Turns as OneByOne } from '../../turns/index.js';
import type { EntityName } from '../hold.js';
import { type Fate, type PushStatus, pendingFor } from './contract.js';
import { Holds, toldOf } from './holds.js';
import { type PushTools, pushOnce } from './push-once.js';
import { lostBranch, Rejoin } from './rejoin.js';
import { Retries } from './retries.js';
import { Strays, type StraysOptions } from './strays.js';
import { TakeBack } from './take-back.js';
import { Turns } from './turns.js';
import { Waiters } from './waiters.js';

/** Whoever waits for a push is told after this long that it is still to come. */
const patienceMs = 10_000;
const longestPushMs = 60_000;
/** How often a push is tried again that the remote refuses as being elsewhere, and has not moved. */
const mostIdle = 3;

export interface PusherOptions extends StraysOptions {
  mirror: Mirror;
  limits: YamlLimits;
  /** The pause after the n-th failure, in milliseconds. */
  retryDelay?: (failures: number) => number;
}

/**
 * Brings our commits to the remote, those of many writers in one push. What is to be pushed is what our branch has and
 * the remote's, as last seen, has not: nothing else needs to be remembered, and nothing is lost with the process.
 */
export class Pusher {
  readonly #waiters = new Waiters();
  readonly #strays: Strays;
  readonly #holds: Holds;
  readonly #tools: Omit<PushTools, 'turns'>;
  readonly #retries: Retries;
  readonly #runs = new Map<string, () => Promise<void>>();
  readonly #turns = new Map<string, Turns>();
  /** By branch: what is on its way to the remote must not be made anew meanwhile. */
  readonly #alone = new OneByOne();
  readonly #closing = new AbortController();
  readonly #going = new Set<Promise<unknown>>();

  constructor(private readonly options: PusherOptions) {
    this.#strays = new Strays(options, this.#waiters);
    this.#holds = new Holds(options);
    const tools = {
      ...options,
      ...{ waiters: this.#waiters, strays: this.#strays, holds: this.#holds },
      onAhead: (branch: string) => void this.#run(branch),
      beside: (going: Promise<unknown>) => void this.#beside(going),
    };
    const [rejoin, takeBack] = [new Rejoin(tools), new TakeBack(tools)];
    options.mirror.replay = (divergence) => rejoin.plan(divergence);
    const retry = () => void this.#catchUp().catch((cause: unknown) => this.#fail('', [], cause));
    this.#retries = new Retries(retry, options.retryDelay);
    this.#tools = { ...options, waiters: this.#waiters, retries: this.#retries, rejoin, takeBack };
    options.mirror.onSeen = () => {
      this.#retries.seen();
      for (const branch of takeBack.refused.keys()) void this.#run(branch);
    };
  }

  /** Takes up what the last process did not get to. */
  async start(): Promise<void> {
    const unseen = await this.#strays.unseen();
    await Promise.all([this.#catchUp(), this.#beside(this.#strays.resume(unseen))]);
  }

  async #catchUp(): Promise<void> {
    for (const branch of await this.#behind()) void this.#run(branch);
  }

  /**
   * Runs what makes commits on a branch and then asks for them to be pushed: what becomes of them in between is kept for
   * it, and is not taken for something that was acknowledged long ago.
   */
  async during<T>(branch: string, work: () => Promise<T>): Promise<T> {
    const over = this.#waiters.expect(branch);
    try {
      return await work();
    } finally {
      over();
    }
  }

  /** Pushes the branch, and answers what has become of one of its commits. Never rejects. */
  async push(branch: string, made: string): Promise<Fate> {
    const { commit, fate } = this.#waiters.hear(branch, made);
    if (fate) return fate;
    if (this.#closing.signal.aborted) return pendingFor('svc stops')(commit);
    const { isPausing, away } = this.#retries;
    if (away && isPausing) return { kind: 'pending', commit, reason: away.reason };
    const late = (): Fate => {
      const reason = this.#turnsOf(branch).isRefused
        ? 'others were faster each time; it is tried again at once'
        : 'the remote has not answered yet';
      return { kind: 'pending', commit, reason };
    };
    const told = this.#waiters.wait(branch, commit, { ms: patienceMs, late });
    void this.#run(branch);
    return told;
  }

  /**
   * Sees to it that a branch which is not here is not at the remote either, as far as that was ever asked: what is
   * written to it would have no history in common with it. @throws Problem git_failed
   */
  async requireSeen(branch: string): Promise<void> {
    const { repository, mirror } = this.options;
    if ((await repository.resolveRef(branch)) !== undefined) return;
    await mirror.refresh(AbortSignal.timeout(patienceMs));
  }

  async status(branch: string): Promise<PushStatus> {
    const { repository } = this.options;
    const [ours, theirs] = await Promise.all([repository.resolveRef(branch), repository.mirroredTip(branch)]);
    const isEven = ours === undefined || theirs === undefined || ours === theirs;
    const pending = isEven ? 0 : (await repository.history.compare(theirs, ours)).ahead;
    const holds = pending === 0 ? [] : (await this.#holds.between(theirs, ours)).map(toldOf);
    const { away } = this.#retries;
    if (pending > 0 && away) {
      const nextRetryAt = new Date(away.retryAt).toISOString();
      return { pending, lastError: away.reason, nextRetryAt, holds };
    }
    const { rejoin, takeBack } = this.#tools;
    const lost = rejoin.isLost(branch) ? lostBranch : undefined;
    const lastError = pending > 0 ? (lost ?? takeBack.refused.get(branch)) : undefined;
    return { pending, lastError, nextRetryAt: undefined, holds };
  }

  /** Holds what the remote has not yet of an entity. @returns whether there is anything that was not held before */
  hold(branch: string, entity: EntityName & { path: string }): Promise<boolean> {
    return this.#alone.take(branch, () => this.#tools.takeBack.hold(branch, entity));
  }

  /** Lets go of what is held of an entity. @returns whether anything was */
  async release(branch: string, entity: EntityName): Promise<boolean> {
    const isReleased = await this.#alone.take(branch, () => this.#tools.takeBack.release(branch, entity));
    if (isReleased) void this.#run(branch);
    return isReleased;
  }

  /** Deletes a branch at the remote, where it has one. @throws Problem git_failed, push_declined */
  async deleteBranch(branch: string): Promise<void> {
    const { repository, mirror } = this.options;
    const theirs = await repository.mirroredTip(branch);
    if (theirs === undefined) return;
    const update = { ref: `refs/heads/${branch}`, from: theirs, to: null };
    const [result] = await mirror.remote.push([update], AbortSignal.timeout(patienceMs));
    if (result?.status === 'rejected' && result.reason === 'declined') {
      throw new Problem('push_declined', `The remote does not let go of \`${branch}\`: ${result.message}`);
    }
    await repository.noteMirrored(branch, theirs, undefined);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#retries.close();
    this.#waiters.settleAll(pendingFor('svc stops'));
    await Promise.allSettled(this.#going);
  }

  #run(branch: string): Promise<void> {
    let run = this.#runs.get(branch);
    if (!run) {
      run = coalesce(() => this.#attempt(branch));
      this.#runs.set(branch, run);
    }
    return this.#beside(run());
  }

  /** What is waited for when svc stops. */
  #beside<T>(going: Promise<T>): Promise<T> {
    this.#going.add(going);
    return going.finally(() => this.#going.delete(going));
  }

  /** Never rejects: what fails is tried again in its time. */
  async #attempt(branch: string): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const asked = () => this.#waiters.asked(branch);
    try {
      // As long as others are faster, it goes on at once: a pause would leave the field to them.
      for (let idle = 0; idle < mostIdle; ) {
        await this.#awaitTurn(branch);
        const outcome = await within(longestPushMs, this.#closing.signal, (signal) =>
          this.#alone.take(branch, () =>
            pushOnce(branch, { ...this.#tools, turns: this.#turnsOf(branch) }, signal),
          ),
        );
        if (outcome === 'done') return;
        idle = outcome === 'moved' ? 0 : idle + 1;
      }
      const reason = 'The remote refuses the push as if it had moved, and has not.';
      this.#fail(branch, asked(), new Problem('git_failed', reason));
    } catch (cause) {
      this.#fail(branch, asked(), cause);
    }
  }

  async #awaitTurn(branch: string): Promise<void> {
    const waitMs = this.#turnsOf(branch).waitMs(performance.now());
    if (waitMs > 0) await pause(waitMs, undefined, { signal: this.#closing.signal });
  }

  #turnsOf(branch: string): Turns {
    const turns = this.#turns.get(branch) ?? new Turns();
    this.#turns.set(branch, turns);
    return turns;
  }

  #fail(branch: string, asked: readonly string[], cause: unknown): void {
    if (this.#closing.signal.aborted) return;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const isFirst = this.#retries.failed(reason);
    this.#waiters.settle(branch, asked, pendingFor(reason));
    if (isFirst) this.options.onFailure(branch, cause);
  }

  /** Branches the remote has not as we have them. Those it never had are ours alone, but for proposals. */
  async #behind(): Promise<string[]> {
    const { repository } = this.options;
    const [ours, theirs] = await Promise.all([repository.listBranches(), repository.mirroredBranches()]);
    return [...ours].flatMap(([branch, tip]) => {
      const isShared = theirs.has(branch) || branch.startsWith('proposals/');
      return isShared && theirs.get(branch) !== tip ? [branch] : [];
    });
  }
}
