import { causedFindings, type Finding } from '../../catalog/index.js';
import { problemDetail } from '../../catalog/problem-detail.js';
import { Problem } from '../../problems/index.js';
import { authorOf, trailersOf } from '../commit-message.js';
import type { WriteOrigin } from '../intents.js';
import type { LaneTools } from '../lanes/branch-lane.js';
import { type Head, headOf } from '../lanes/head-of.js';
import { conflictProblem } from '../pushing/conflict-problem.js';
import type { Pusher } from '../pushing/pusher.js';
import { type Merge, mergeOf, withChanges } from './merge-of.js';

/** How often a merge is worked out anew because a branch was moved meanwhile. */
const mostAttempts = 10;
const mostErrors = 100;

export interface MergeTools extends LaneTools {
  /** Undefined when the repository follows no other. */
  pusher: Pusher | undefined;
  catchUp(branch: string, confirmed: string | undefined): Promise<void>;
}

/** A merge as it was worked out, on where both branches were. */
export interface PlannedMerge {
  head: Head;
  into: string;
  from: string;
  merge: Merge;
}

/** Works out what merging one branch into another comes to. @throws Problem branch_not_found, git_failed */
export async function planMerge(
  branches: { from: string; into: string },
  tools: LaneTools,
): Promise<PlannedMerge> {
  const { repository, limits } = tools;
  const head = await headOf(branches.into, tools);
  const from = await repository.resolveRef(branches.from);
  const into = head.commit;
  if (into === null || from === undefined) {
    const gone = from === undefined ? branches.from : branches.into;
    throw new Problem('branch_not_found', `There is no branch \`${gone}\` any more.`);
  }
  return { head, into, from, merge: await mergeOf(repository, { into, from }, limits) };
}

/** @returns what is to be said about the merge. @throws Problem entity_invalid */
export async function requireValid({ head, merge }: PlannedMerge, tools: LaneTools): Promise<Finding[]> {
  const next = await withChanges(head.snapshot, merge.changes, tools);
  const { inFiles, elsewhere } = causedFindings(head.snapshot, next);
  const findings = [...inFiles, ...elsewhere];
  const errors = findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (!first) return findings;
  const place = `${first.file}:${first.line}`;
  throw new Problem('entity_invalid', `The merge would not be valid: ${place}: ${first.message}.`, {
    errors: errors.slice(0, mostErrors).map(problemDetail),
  });
}

/** Moves the branch, by a merge commit where it has to be. Undefined when a branch has moved meanwhile. */
export async function carryOut(
  { into, from, merge }: PlannedMerge,
  { branch, message, origin }: { branch: string; message: string; origin: WriteOrigin },
  { repository, mailDomain }: LaneTools,
): Promise<string | undefined> {
  const { writer } = repository;
  if (merge.kind === 'fast-forward') {
    return (await writer.fastForward(branch, into, from)).ok ? from : undefined;
  }
  const outcome = await writer.commit({
    branch,
    expected: into,
    changes: merge.changes,
    mergedParents: [from],
    author: authorOf(origin.principal, mailDomain),
    message,
    trailers: trailersOf(origin),
  });
  return outcome.ok ? outcome.commit : undefined;
}

/**
 * Brings a merge to the remote and puts it in service.
 * @returns where it is; `pending` says why the remote does not have it yet. @throws Problem push_declined, merge_conflict
 */
export async function publish(
  branch: string,
  commit: string,
  { pusher, catchUp }: MergeTools,
): Promise<{ commit: string; pending?: string }> {
  const fate = await pusher?.push(branch, commit);
  await catchUp(branch, commit);
  if (fate?.kind === 'declined') {
    throw new Problem('push_declined', `The remote does not take the merge: ${fate.message}`, {
      hints: ['Merge it at the remote, where its rules can be kept; svc notices.'],
    });
  }
  if (fate?.kind === 'conflict') throw conflictProblem(branch, [fate.conflict]);
  if (fate?.kind === 'pending') return { commit, pending: fate.reason };
  return { commit: fate?.commit ?? commit };
}

/**
 * Does it anew as long as a branch has moved meanwhile: what makes a commit and publishes it.
 * @throws Problem git_failed when that does not end
 */
export async function untilUnmoved<T>(
  branch: string,
  { pusher }: MergeTools,
  attempt: () => Promise<T | undefined>,
): Promise<T> {
  for (let count = 0; count < mostAttempts; count++) {
    const done = await (pusher ? pusher.during(branch, attempt) : attempt());
    if (done !== undefined) return done;
  }
  throw new Problem('git_failed', `\`${branch}\` was moved by others each time svc tried to.`, {
    hints: ['Try again when the pushes have ended.'],
  });
}
