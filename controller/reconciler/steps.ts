import type { Catalog, EntityChange, Snapshot } from '../catalog/contract.js';
import { Problem } from '../problems/index.js';
import { within } from '../signals/index.js';
import type { Source, SourceFile, TreeChange } from '../sources/contract.js';
import type { Write } from '../storage/index.js';
import type { AppliedStore, StoredBranch } from './applied-store.js';
import type { Refusal } from './branch-state.js';
import type { ReconcileEvent } from './contract.js';
import { appliedEvents } from './events.js';
import { type ApplyRules, judge } from './guard.js';

/** One way through the steps for one branch. Each step fills in what the later ones need. */
export interface Pass {
  readonly source: Source;
  /** What it had stays in service when the branch is gone. */
  readonly isProduction: boolean;
  readonly signal: AbortSignal;
  /** Why what is elsewhere could not be seen; it has been asked before the pass, but for the first. */
  readonly unreachable: Problem | undefined;
  /** In service now. */
  previous: Snapshot | undefined;
  /** What the last pass would not put in service. */
  readonly refusal: Refusal | undefined;
  /** The revision whose deletions are confirmed. */
  confirmed: string | undefined;
  /** RFC 3339. */
  readonly time: () => string;
  /** Tells the others what the tip is, and whether it is about to be applied. */
  readonly begin: (revision: string, isNew: boolean) => void;
  /** Tells the others that the revision is being tried. */
  readonly attempt: () => void;
  /** Makes the snapshot current and tells the listeners. */
  readonly publish: (snapshot: Snapshot, events: readonly ReconcileEvent[]) => void;
  /** What was in service when the process ended; only while there is no `previous`. */
  stored?: StoredBranch;
  revision?: string;
  /** From the previous snapshot; undefined when there is none to start from. */
  changes?: readonly TreeChange[];
  files?: readonly SourceFile[];
  next?: Snapshot;
  /** From `previous` to `next`. */
  differences?: readonly EntityChange[];
  events?: readonly ReconcileEvent[];
  /** Set when `next` is not put in service. */
  refused?: Refusal;
  /** What failed without ending the pass. */
  failure?: Problem;
}

export interface StepTools {
  catalog: Catalog;
  applied: AppliedStore;
  rules: ApplyRules;
  /** Writes that go into the transaction that notes the revision the events tell of. */
  outbox?: (events: readonly ReconcileEvent[]) => readonly Write[];
}

/** False ends the pass: there is nothing left to do. */
type Step = (pass: Pass, tools: StepTools) => Promise<boolean>;

/** With something to fall back to, a remote that does not answer is not waited for longer than this. */
const FALL_BACK_AFTER_MS = 3_000;

/**
 * Sets `revision` to the tip, and in the first pass `stored` and `confirmed` to what the last process left. Where the tip
 * cannot be found out, the one last known has to do: what arrived is applied even while the remote is away, and a restart
 * without it serves what there is, also when the production branch is gone. Ends the pass when the tip is in service
 * already, or is what is held back: a bad revision is built once.
 * @throws Problem when nothing is known, and for a branch that does not exist
 */
async function observe(pass: Pass, { applied }: StepTools): Promise<boolean> {
  const { source, previous, refusal } = pass;
  // Without a detour when there is one: whoever asks meanwhile can tell that this pass sees what is new.
  const stored = previous ? undefined : await applied.load(source.branch);
  if (stored) pass.stored = stored;
  pass.confirmed ??= stored?.confirmed;
  const known = previous ? undefined : ((await source.known()) ?? stored?.revision);
  try {
    if (previous && source.observeHere) {
      pass.revision = await source.observeHere();
      if (pass.unreachable) pass.failure = pass.unreachable;
    } else {
      const observe = (signal: AbortSignal) => source.observe(signal);
      pass.revision = await (known === undefined
        ? observe(pass.signal)
        : within(FALL_BACK_AFTER_MS, pass.signal, observe));
    }
    if (source.trouble) pass.failure = source.trouble;
  } catch (cause) {
    if (pass.signal.aborted)
      throw new Problem('shutting_down', 'The reconciler is being stopped.', { cause });
    pass.failure = asProblem(cause, source.branch);
    const isGone = pass.failure.code === 'branch_not_found';
    const last = pass.isProduction && !previous ? stored?.revision : undefined;
    const fallback = (isGone ? undefined : await source.known()) ?? last;
    if (fallback === undefined) throw pass.failure;
    pass.revision = fallback;
  }
  const { revision } = pass;
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

/**
 * In the first pass: puts back in service what was when the last process ended, so that what is new is judged against it
 * as if the process had not ended. Where that cannot be read any more, the number of its entities has to do.
 */
async function restore(pass: Pass, { catalog }: StepTools): Promise<boolean> {
  const { source, previous, stored, revision } = pass;
  if (previous || !stored || stored.revision === revision) return true;
  const files = await source.files(stored.revision).catch(() => undefined);
  if (!files) return true;
  const read = (blobIds: readonly string[]) => source.read(blobIds);
  const input = { branch: source.branch, revision: stored.revision, files, read, held: stored.held };
  const restored = await catalog.load(input).catch(() => undefined);
  if (!restored) return true;
  pass.previous = restored;
  pass.publish(restored, []);
  return true;
}

/** Sets `changes`, or `files` when there is no previous snapshot or its revision is not known any more. */
async function diff(pass: Pass): Promise<boolean> {
  const { source, previous, revision = '' } = pass;
  if (previous) {
    // A commit that was displaced long ago may be gone for good; then the whole tree is read.
    const changes = await source.changes(previous.revision, revision).catch(() => undefined);
    if (changes) {
      pass.changes = changes;
      return true;
    }
  }
  pass.files = await source.files(revision);
  return true;
}

/** Sets `next`, the snapshot of `revision`. Entities that are invalid there stay at their last good version. */
async function build(pass: Pass, { catalog }: StepTools): Promise<boolean> {
  const { source, previous, stored, changes, files = [], revision = '' } = pass;
  pass.attempt();
  const read = (blobIds: readonly string[]) => source.read(blobIds);
  if (previous) {
    pass.next = await catalog.advance(previous, { revision, read, ...(changes ? { changes } : { files }) });
    pass.differences = catalog.differences(previous, pass.next);
  } else {
    const held = stored?.held ?? [];
    pass.next = await catalog.load({ branch: source.branch, revision, files, read, held });
  }
  return true;
}

/** Ends the pass when `next` is to be held back as a whole; sets `refused` then. What was in service already is not judged. */
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
 * Notes what is about to be in service, with the last good versions it relies on, before anyone sees it. A crash before
 * leaves the state before.
 */
async function note(pass: Pass, { catalog, applied, outbox }: StepTools): Promise<boolean> {
  const { source, previous, stored, next, differences = [], time } = pass;
  if (!next) return true;
  const isKnown = !previous && stored?.revision === next.revision;
  pass.events = isKnown ? [] : appliedEvents({ next, previous, changes: differences, time: time() });
  const { revision, counts } = next;
  const held = catalog.held(next);
  const writes = pass.events.length > 0 ? outbox?.(pass.events) : undefined;
  await applied.apply(source.branch, { revision, entities: counts.entities, held }, writes);
  return true;
}

/** One assignment makes the snapshot current. */
async function publish(pass: Pass): Promise<boolean> {
  if (pass.next) pass.publish(pass.next, pass.events ?? []);
  return true;
}

/** In this order. */
export const steps: readonly Step[] = [observe, restore, diff, build, guard, note, publish];

/** What the loop can act on. Anything but a `Problem` is a defect of ours, or a wait that took too long. */
export function asProblem(cause: unknown, branch: string): Problem {
  if (cause instanceof Problem) return cause;
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    return new Problem('git_failed', `The remote of branch \`${branch}\` has not answered yet.`, { cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Problem('internal', `Reconciling branch \`${branch}\` failed: ${reason}`, { cause });
}
