import type { Catalog, EntityChange, Snapshot } from '../catalog/index.js';
import { within } from '../concurrency/signals.js';
import { Problem } from '../problems/index.js';
import type { Source, SourceFile, TreeChange } from '../sources/source/source.js';
import type { Write } from '../storage/index.js';
import type { AppliedStore, StoredBranch } from './applied-store.js';
import type { Refusal } from './branch-state.js';
import type { ReconcileEvent } from './contract.js';
import { appliedEvents } from './events.js';
import { type ApplyRules, holdUnverified, judge, type Verify } from './guard.js';

/** One pass over a branch. Each step sets the fields that later steps need. */
export interface Pass {
  readonly source: Source;
  /** The snapshot of production stays in service when the branch is deleted. */
  readonly isProduction: boolean;
  readonly signal: AbortSignal;
  /** The failure to observe the remote before this pass; the first pass observes it itself. */
  readonly unreachable: Problem | undefined;
  /** The snapshot in service. */
  previous: Snapshot | undefined;
  /** The revision that the last pass refused. */
  readonly refusal: Refusal | undefined;
  /** The revision whose deletions are confirmed. */
  confirmed: string | undefined;
  /** RFC 3339. */
  readonly time: () => string;
  /** Publishes the observed tip, and whether it is about to be applied. */
  readonly begin: (revision: string, isNew: boolean) => void;
  /** Publishes that the revision is being tried. */
  readonly attempt: () => void;
  /** Makes the snapshot current and notifies the listeners. */
  readonly publish: (snapshot: Snapshot, events: readonly ReconcileEvent[]) => void;
  /** The stored revision of the last process; set only when there is no `previous`. */
  stored?: StoredBranch;
  revision?: string;
  /** The tip, when it changes no file of svc, so that `revision` before it stands for the branch. */
  unchangedTip?: string;
  /** Changes to the previous snapshot; undefined when there is none. */
  changes?: readonly TreeChange[];
  files?: readonly SourceFile[];
  next?: Snapshot;
  /** From `previous` to `next`. */
  differences?: readonly EntityChange[];
  events?: readonly ReconcileEvent[];
  /** Set when `next` is not applied. */
  refused?: Refusal;
  /** A failure that did not end the pass. */
  failure?: Problem;
}

interface StepTools {
  catalog: Catalog;
  applied: AppliedStore;
  rules: ApplyRules;
  /** Left out where commits need no signature. */
  verify?: Verify | undefined;
  /** Returns writes for the transaction that stores the revision of the events. */
  outbox?: (events: readonly ReconcileEvent[]) => readonly Write[];
}

/** Returns false to end the pass early. */
type Step = (pass: Pass, tools: StepTools) => Promise<boolean>;

/** The longest wait for the remote when a known revision can be served instead. */
const fallBackAfterMs = 3_000;

/**
 * Sets `revision` to the tip, and in the first pass `stored` and `confirmed` to the state of the last process. If the tip
 * cannot be observed, uses the last known one: fetched commits are applied while the remote is unreachable, and a restart
 * serves the last known revision, even of a deleted production branch. Ends the pass when the tip is in service or held.
 * @throws Problem when no revision is known, and for a branch that does not exist
 */
async function observe(pass: Pass, { applied }: StepTools): Promise<boolean> {
  const { source, previous, refusal } = pass;
  // No await while there is a snapshot: concurrent readers must see that this pass observes the newest revision.
  const stored = previous ? undefined : await applied.load(source.branch);
  if (stored) pass.stored = stored;
  pass.confirmed ??= stored?.confirmed;
  const lastRevision = previous ? undefined : ((await source.readKnownRevision()) ?? stored?.revision);
  try {
    if (previous && source.observeHere) {
      pass.revision = await source.observeHere();
      if (pass.unreachable) pass.failure = pass.unreachable;
    } else {
      const observe = (signal: AbortSignal) => source.observe(signal);
      pass.revision = await (lastRevision === undefined
        ? observe(pass.signal)
        : within(fallBackAfterMs, pass.signal, observe));
    }
    if (source.trouble) pass.failure = source.trouble;
  } catch (cause) {
    if (pass.signal.aborted)
      throw new Problem('shutting_down', 'The reconciler is being stopped.', { cause });
    pass.failure = toProblem(cause, source.branch);
    const isGone = pass.failure.code === 'branch_not_found';
    const last = pass.isProduction && !previous ? stored?.revision : undefined;
    const fallback = (isGone ? undefined : await source.readKnownRevision()) ?? last;
    if (fallback === undefined) throw pass.failure;
    pass.revision = fallback;
  }
  const tip = pass.revision;
  const revision = await settled(pass);
  if (revision !== tip) pass.unchangedTip = tip;
  pass.revision = revision;
  const isHeld = refusal?.held !== undefined && refusal.revision === revision;
  if (isHeld && pass.confirmed !== revision) {
    pass.refused = refusal;
    pass.failure ??= refusal.problem;
    return false;
  }
  const isNew = revision !== previous?.revision;
  pass.begin(revision, isNew);
  return isNew;
}

/** Returns the known revision that still stands for the branch, when the observed one has the same files. */
async function settled({ source, revision = '', refusal, previous, stored }: Pass): Promise<string> {
  if (!source.hasSameFiles) return revision;
  const revisions = [refusal?.revision, previous?.revision, stored?.revision];
  if (revisions.includes(revision)) return revision;
  for (const earlier of new Set(revisions)) {
    // A further commit may be signed, and then vouches for the same files.
    if (earlier === refusal?.revision && refusal?.held?.reason === 'unverified') continue;
    // A commit that Git has dropped cannot be compared: the observed revision counts.
    const isSame = earlier !== undefined && (await source.hasSameFiles(earlier, revision).catch(() => false));
    if (isSame) return earlier;
  }
  return revision;
}

/**
 * In the first pass: restores the revision that the last process had in service, so that `guard` compares the new revision
 * with it. If it can no longer be read, `guard` uses the stored number of entities.
 */
async function restore(pass: Pass, { catalog }: StepTools): Promise<boolean> {
  const { source, previous, stored, revision } = pass;
  if (previous || !stored || stored.revision === revision) return true;
  const files = await source.files(stored.revision).catch(() => undefined);
  if (!files) return true;
  const read = (blobIds: readonly string[]) => source.read(blobIds);
  const { revision: storedRevision, held, upgrade } = stored;
  const input = { branch: source.branch, revision: storedRevision, files, read, held, upgrade };
  const restored = await catalog.load(input).catch(() => undefined);
  if (!restored) return true;
  pass.previous = restored;
  pass.publish(restored, []);
  return true;
}

/**
 * Sets `refused` and ends the pass when the commit lacks a signature that the settings demand: none of its files is read. A
 * revision that was in service before is allowed.
 */
async function verify(pass: Pass, { verify: findUnverified }: StepTools): Promise<boolean> {
  const { source, previous, stored, revision = '' } = pass;
  if (!findUnverified || (!previous && stored?.revision === revision)) return true;
  const commit = source.getCommit?.(revision);
  const unverified = commit === undefined ? undefined : await findUnverified(source.branch, commit);
  if (!unverified) return true;
  const entities = previous?.counts.entities ?? stored?.entities ?? 0;
  const { problem, ...held } = holdUnverified({ branch: source.branch, revision, entities }, unverified);
  pass.refused = { revision, problem, held };
  pass.failure ??= problem;
  return false;
}

/** Sets `changes`, or `files` when there is no previous snapshot or its revision no longer exists. */
async function diff(pass: Pass): Promise<boolean> {
  const { source, previous, revision = '' } = pass;
  if (previous) {
    // Git may have dropped the previous commit after a force push; then the whole tree is read.
    const changes = await source.changes(previous.revision, revision).catch(() => undefined);
    if (changes) {
      pass.changes = changes;
      return true;
    }
  }
  pass.files = await source.files(revision);
  return true;
}

/** Sets `next`, the snapshot of `revision`. Invalid entities stay at their last good version. */
async function build(pass: Pass, { catalog }: StepTools): Promise<boolean> {
  const { source, previous, stored, changes, files = [], revision = '' } = pass;
  pass.attempt();
  const read = (blobIds: readonly string[]) => source.read(blobIds);
  if (previous) {
    pass.next = await catalog.advance(previous, { revision, read, ...(changes ? { changes } : { files }) });
    pass.differences = catalog.differences(previous, pass.next);
  } else {
    const held = stored?.held ?? [];
    const upgrade = stored?.revision === revision ? stored.upgrade : undefined;
    pass.next = await catalog.load({ branch: source.branch, revision, files, read, held, upgrade });
  }
  return true;
}

/** Sets `refused` and ends the pass when `next` must be held as a whole. A revision that was in service before is allowed. */
async function guard(pass: Pass, { rules }: StepTools): Promise<boolean> {
  const { previous, stored, next, revision, differences, confirmed } = pass;
  if (!next || (!previous && stored?.revision === revision)) return true;
  const entities = previous?.counts.entities ?? stored?.entities ?? 0;
  const verdict = judge({ next, entities, changes: differences, confirmed }, rules);
  if (!verdict) return true;
  const { problem, ...held } = verdict;
  pass.refused = { revision: next.revision, problem, held: { ...held, snapshot: next } };
  pass.failure ??= problem;
  return false;
}

/**
 * Stores the revision, the last good versions it relies on and its events before readers see the snapshot. A crash before
 * leaves the former state.
 */
async function record(pass: Pass, { catalog, applied, outbox }: StepTools): Promise<boolean> {
  const { source, previous, stored, next, differences = [], time } = pass;
  if (!next) return true;
  const isKnown = !previous && stored?.revision === next.revision;
  pass.events = isKnown ? [] : appliedEvents({ next, previous, changes: differences, time: time() });
  const { revision, counts } = next;
  const held = catalog.held(next);
  const writes = pass.events.length > 0 ? outbox?.(pass.events) : undefined;
  const unserved = catalog.unserved(next);
  await applied.apply(source.branch, { revision, entities: counts.entities, held, unserved }, writes);
  return true;
}

/** Makes the snapshot current with one assignment. */
async function publish(pass: Pass): Promise<boolean> {
  if (pass.next) pass.publish(pass.next, pass.events ?? []);
  return true;
}

/** The steps in order. */
export const steps: readonly Step[] = [observe, restore, verify, diff, build, guard, record, publish];

/** Converts an exception into a problem: a timeout, or else an internal error. */
export function toProblem(cause: unknown, branch: string): Problem {
  if (cause instanceof Problem) return cause;
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    return new Problem('git_failed', `The remote of branch \`${branch}\` has not answered yet.`, { cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Problem('internal', `Reconciling branch \`${branch}\` failed: ${reason}`, { cause });
}
