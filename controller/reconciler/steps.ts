import type { Catalog, Snapshot } from '../catalog/contract.js';
import { Problem } from '../problems/index.js';
import type { Source, SourceFile, TreeChange } from '../sources/contract.js';
import type { HeldStore } from './held-store.js';

/** One way through the steps for one branch. Each step fills in what the later ones need. */
export interface Pass {
  readonly source: Source;
  readonly previous: Snapshot | undefined;
  readonly signal: AbortSignal;
  /** Tells the others what the tip is and that it is about to be applied. */
  readonly begin: (revision: string) => void;
  /** Makes the snapshot current and tells the listeners. */
  readonly publish: (snapshot: Snapshot) => void;
  revision?: string;
  /** From the previous snapshot; undefined when there is none to start from. */
  changes?: readonly TreeChange[];
  files?: readonly SourceFile[];
  next?: Snapshot;
  /** What failed without ending the pass. */
  failure?: Problem;
}

export interface StepTools {
  catalog: Catalog;
  held: HeldStore;
}

/** False ends the pass: there is nothing left to do. */
type Step = (pass: Pass, tools: StepTools) => Promise<boolean>;

/** With something to fall back to, a remote that does not answer is not waited for longer than this. */
const FALL_BACK_AFTER_MS = 3_000;

/**
 * Sets `revision` to the tip. Where that cannot be found out, to the tip as last known: what arrived is applied even
 * while the remote is away, and a restart without it serves what there is. Ends the pass when the tip is applied
 * already. @throws Problem when nothing is known, and for a branch that does not exist
 */
async function observe(pass: Pass): Promise<boolean> {
  const { source, previous } = pass;
  const known = previous ? undefined : await source.known();
  const signals = [pass.signal, ...(known === undefined ? [] : [AbortSignal.timeout(FALL_BACK_AFTER_MS)])];
  try {
    pass.revision = await source.observe(AbortSignal.any(signals));
  } catch (cause) {
    if (pass.signal.aborted)
      throw new Problem('shutting_down', 'The reconciler is being stopped.', { cause });
    const failure = asProblem(cause, source.branch);
    const fallback = failure.code === 'branch_not_found' ? undefined : await source.known();
    if (fallback === undefined) throw failure;
    pass.failure = failure;
    pass.revision = fallback;
  }
  if (pass.revision === previous?.revision) return false;
  pass.begin(pass.revision);
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
async function build(pass: Pass, { catalog, held }: StepTools): Promise<boolean> {
  const { source, previous, changes, files = [], revision = '' } = pass;
  const read = (blobIds: readonly string[]) => source.read(blobIds);
  if (previous && changes) {
    pass.next = await catalog.advance(previous, { revision, changes, read });
    return true;
  }
  const last = previous ? catalog.held(previous) : await held.load(source.branch);
  pass.next = await catalog.load({ branch: source.branch, revision, files, read, held: last });
  return true;
}

/** Stores the last good versions before anyone sees the snapshot that relies on them. */
async function hold({ source, next }: Pass, { catalog, held }: StepTools): Promise<boolean> {
  if (next) await held.save(source.branch, catalog.held(next));
  return true;
}

/** One assignment makes the snapshot current. */
async function publish(pass: Pass): Promise<boolean> {
  if (pass.next) pass.publish(pass.next);
  return true;
}

/** In this order. */
export const steps: readonly Step[] = [observe, diff, build, hold, publish];

/** What the loop can act on. Anything but a `Problem` is a defect of ours, or a wait that took too long. */
export function asProblem(cause: unknown, branch: string): Problem {
  if (cause instanceof Problem) return cause;
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    return new Problem('git_failed', `The remote of branch \`${branch}\` has not answered yet.`, { cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Problem('internal', `Reconciling branch \`${branch}\` failed: ${reason}`, { cause });
}
