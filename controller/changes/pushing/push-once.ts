import type { Mirror, Repository } from '../../repository/index.js';
import { type Fate, pendingFor } from './contract.js';
import { lostBranch, type Rejoin } from './rejoin.js';
import { mostCommits } from './replay.js';
import type { Retries } from './retries.js';
import type { TakeBack } from './take-back.js';
import type { Turns } from './turns.js';
import type { Waiters } from './waiters.js';

export interface PushTools {
  repository: Repository;
  mirror: Mirror;
  waiters: Waiters;
  retries: Retries;
  rejoin: Rejoin;
  takeBack: TakeBack;
  turns: Turns;
}

/**
 * One push of a branch, and what comes of it: those who wait are told.
 * @returns whether there is nothing left to do; else, whether that is because the remote has moved
 * @throws Problem git_failed
 */
export async function pushOnce(
  branch: string,
  tools: PushTools,
  signal: AbortSignal,
): Promise<'done' | 'moved' | 'idle'> {
  const { repository, mirror, waiters, retries, takeBack, turns } = tools;
  // Who waits is read first: what came to our branch later is not in the push.
  const asked = waiters.asked(branch);
  // So is the note of the remote: our branch is moved before it is, and must not be the older of the two.
  const theirs = await repository.mirroredTip(branch);
  const ours = await repository.resolveRef(branch);
  if (ours === undefined || ours === theirs) {
    takeBack.landed(branch);
    await tellEven(branch, { asked, theirs }, tools);
    return 'done';
  }
  const first = await firstOf(repository, { ours, theirs }, turns.mostCommits);
  const update = { ref: `refs/heads/${branch}`, from: theirs ?? null, to: first?.at(-1) ?? ours };
  const begun = performance.now();
  const [result] = await mirror.remote.push([update], signal);
  retries.back();
  if (result?.status === 'ok') {
    turns.pushed(performance.now(), performance.now() - begun);
    await repository.noteMirrored(branch, theirs, update.to);
    if (!first) takeBack.landed(branch);
    waiters.settle(branch, first ?? asked, (commit) => ({ kind: 'pushed', commit }));
    return first ? 'moved' : 'done';
  }
  if (result?.reason === 'declined') {
    if (theirs !== undefined) return takeBack.declined(branch, { ours, theirs }, result.message);
    waiters.settle(branch, asked, () => ({ kind: 'declined', message: result.message }));
    return 'done';
  }
  return lookAgain(branch, { asked, theirs }, tools, signal);
}

/** It is elsewhere than believed: ours is put on what came, then pushed again. */
async function lookAgain(
  branch: string,
  { asked, theirs }: { asked: readonly string[]; theirs: string | undefined },
  { repository, mirror, waiters, rejoin, turns }: PushTools,
  signal: AbortSignal,
): Promise<'done' | 'moved' | 'idle'> {
  turns.refused();
  for (const look of [() => mirror.join(signal), () => mirror.refresh(signal)]) {
    await look();
    if ((await repository.mirroredTip(branch)) === theirs) continue;
    turns.othersPushed(performance.now());
    return 'moved';
  }
  if (!rejoin.isLost(branch)) return 'idle';
  waiters.settle(branch, asked, pendingFor(lostBranch));
  return 'done';
}

/** The remote has all that our branch has; what is not among it has left our branch before anybody could be told. */
async function tellEven(
  branch: string,
  { asked, theirs }: { asked: readonly string[]; theirs: string | undefined },
  { repository, waiters }: PushTools,
): Promise<void> {
  for (const commit of asked) {
    const isThere = theirs === undefined || (await repository.history.isAncestor(commit, theirs));
    const fate: Fate = isThere
      ? { kind: 'pushed', commit }
      : { kind: 'declined', message: 'it was taken back meanwhile' };
    waiters.settle(branch, [commit], () => fate);
  }
}

/** The first commits of ours, so many; undefined for all of them. */
async function firstOf(
  { history }: Repository,
  { ours, theirs }: { ours: string; theirs: string | undefined },
  count: number,
): Promise<string[] | undefined> {
  if (theirs === undefined || count === Number.POSITIVE_INFINITY) return undefined;
  const line = await history.line(theirs, ours, mostCommits);
  return line && line.length > count ? line.slice(0, count) : undefined;
}
