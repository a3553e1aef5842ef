import type { Mirror, Repository } from '../../git/index.js';
import { maxCommits } from '../merging/replay-commits.js';
import { type PushOutcome, pendingBecause } from './contract.js';
import type { DeclinedCommits } from './declined-commits.js';
import { type DivergedBranches, lostBranch } from './diverged-branches.js';
import type { PushPace, RemoteRetry } from './push-timing.js';
import type { PushWaiters } from './push-waiters.js';

export interface PushTools {
  repository: Repository;
  mirror: Mirror;
  waiters: PushWaiters;
  retry: RemoteRetry;
  diverged: DivergedBranches;
  declined: DeclinedCommits;
}

/** `done`: nothing is left to push. `moved`: the branch moved and is to be pushed again. `idle`: refused, but nothing moved. */
export type AttemptResult = 'done' | 'moved' | 'idle';

/** Pushes a branch once and notifies the writers that wait. @throws Problem git_failed */
export async function attemptPush(
  branch: string,
  tools: PushTools,
  pace: PushPace,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { repository, mirror, waiters, retry, declined } = tools;
  // The waiters are read first: the push does not contain commits that come to our branch later.
  const awaited = waiters.awaited(branch);
  // The remote's tip is read before ours: a sync moves our branch first, and ours must not be the older of the two.
  const theirs = await repository.mirroredTip(branch);
  const ours = await repository.resolveRef(branch);
  if (ours === undefined || ours === theirs) {
    declined.heldReasons.delete(branch);
    await settleEven(branch, { awaited, theirs }, tools);
    return 'done';
  }
  const first = await firstCommits(repository, { ours, theirs }, pace.maxCommits);
  const update = { ref: `refs/heads/${branch}`, from: theirs ?? null, to: first?.at(-1) ?? ours };
  const startedAt = performance.now();
  const [result] = await mirror.remote.push([update], signal);
  retry.answered();
  if (result?.status === 'ok') {
    pace.accepted(performance.now(), performance.now() - startedAt);
    await repository.noteMirrored(branch, theirs, update.to);
    if (!first) declined.heldReasons.delete(branch);
    waiters.settle(branch, first ?? awaited, (commit) => ({ kind: 'pushed', commit }));
    return first ? 'moved' : 'done';
  }
  if (result?.reason === 'declined') {
    const { message } = result;
    if (theirs !== undefined) return declined.declined(branch, { ours, theirs }, message);
    waiters.settle(branch, awaited, () => ({ kind: 'declined', message }));
    return 'done';
  }
  pace.refused();
  if (await hasMoved(branch, theirs, tools, signal)) {
    pace.othersPushed(performance.now());
    return 'moved';
  }
  if (!tools.diverged.isLost(branch)) return 'idle';
  waiters.settle(branch, awaited, pendingBecause(lostBranch));
  return 'done';
}

/** Fetches after a refused push: our commits are replayed on the remote's. @returns true if the remote's branch moved */
async function hasMoved(
  branch: string,
  theirs: string | undefined,
  { repository, mirror }: PushTools,
  signal: AbortSignal,
): Promise<boolean> {
  // A fetch that is under way may have read the remote before it moved, so a second one follows.
  for (const fetch of [() => mirror.join(signal), () => mirror.refresh(signal)]) {
    await fetch();
    if ((await repository.mirroredTip(branch)) !== theirs) return true;
  }
  return false;
}

/** Settles the waiters of a branch that is even with the remote: a commit that is not in it was taken off before. */
async function settleEven(
  branch: string,
  { awaited, theirs }: { awaited: readonly string[]; theirs: string | undefined },
  { repository, waiters }: PushTools,
): Promise<void> {
  for (const commit of awaited) {
    const isThere = theirs === undefined || (await repository.history.isAncestor(commit, theirs));
    const outcome: PushOutcome = isThere
      ? { kind: 'pushed', commit }
      : { kind: 'declined', message: 'the commit was taken off the branch meanwhile' };
    waiters.settle(branch, [commit], () => outcome);
  }
}

/** Returns the first `count` of our commits; undefined for all of them. */
async function firstCommits(
  { history }: Repository,
  { ours, theirs }: { ours: string; theirs: string | undefined },
  count: number,
): Promise<string[] | undefined> {
  if (theirs === undefined || count === Number.POSITIVE_INFINITY) return undefined;
  const line = await history.line(theirs, ours, maxCommits);
  return line && line.length > count ? line.slice(0, count) : undefined;
}
