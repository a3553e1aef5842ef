import { causedFindings, type Finding, problemDetail, type Snapshot } from '../../catalog/index.js';
import { Problem } from '../../problems/index.js';
import {
  type BranchHead,
  branchMoved,
  type CommitTools,
  getAuthor,
  getHead,
  getTrailers,
} from '../commits/commit-queue.js';
import type { WriteOrigin } from '../edits/contract.js';
import { withChanges } from '../edits/file-edit.js';
import { type Merge, mergeCommits } from '../merging/merge-commits.js';
import { conflictProblem } from '../merging/merge-file.js';
import type { PushQueue } from '../push/push-queue.js';

/** How often a merge is planned again because a branch moved meanwhile. */
const maxAttempts = 10;
const maxErrors = 100;

export interface MergeTools extends CommitTools {
  /** Undefined if the repository follows no remote. */
  pushes: PushQueue | undefined;
  /**
   * Undefined where commits need no signature.
   * @throws Problem commit_unverified when the branch would not apply a commit, such as one without a signature
   */
  requireVerified: ((branch: string, commit: string) => Promise<void>) | undefined;
  /**
   * Undefined where merges need no passing tests.
   * @throws Problem tests_failing when the branch as a merge leaves it, `next`, fails a test that it needs
   */
  requireTests: ((branch: string, next: Snapshot) => Promise<void>) | undefined;
  /** Puts the tip of a branch in service. @param confirmed a commit whose deletions need no further confirmation */
  catchUp(branch: string, confirmed: string | undefined): Promise<void>;
}

/** A merge that was planned on the present tips of both branches. */
export interface PlannedMerge {
  head: BranchHead;
  into: string;
  from: string;
  merge: Merge;
}

/** Plans the merge of one branch into another. @throws Problem branch_not_found, git_failed */
export async function planMerge(
  branches: { from: string; into: string },
  tools: CommitTools,
): Promise<PlannedMerge> {
  const { repository, limits } = tools;
  const head = await getHead(branches.into, tools);
  const from = await repository.resolveRef(branches.from);
  const into = head.commit;
  if (into === null || from === undefined) {
    const gone = from === undefined ? branches.from : branches.into;
    throw new Problem('branch_not_found', `There is no branch \`${gone}\` any more.`);
  }
  return { head, into, from, merge: await mergeCommits(repository, { into, from }, limits) };
}

/**
 * Judges the branch as the merge leaves it.
 * @returns the findings that the merge causes. @throws Problem entity_invalid if there is an error among them, tests_failing
 */
export async function requireValid(
  { head, merge }: PlannedMerge,
  branch: string,
  tools: MergeTools,
): Promise<Finding[]> {
  // A merge brings the files outside of svc's folder too; they are not checked.
  const next = await withChanges(head.snapshot, merge.inFolder, tools);
  const { inFiles, elsewhere } = causedFindings(head.snapshot, next);
  const findings = [...inFiles, ...elsewhere];
  const errors = findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (!first) {
    await tools.requireTests?.(branch, next);
    return findings;
  }
  const place = `${first.file}:${first.line}`;
  throw new Problem('entity_invalid', `The merge would not be valid: ${place}: ${first.message}.`, {
    errors: errors.slice(0, maxErrors).map(problemDetail),
  });
}

/**
 * Moves the branch, with a merge commit where one is needed. @returns undefined if a branch moved meanwhile
 * @throws Problem commit_unverified
 */
export async function commitMerge(
  { into, from, merge }: PlannedMerge,
  { branch, message, origin }: { branch: string; message: string; origin: WriteOrigin },
  { repository, mailDomain, requireVerified }: MergeTools,
): Promise<string | undefined> {
  for (const commit of [into, from]) await requireVerified?.(branch, commit);
  const { writer } = repository;
  if (merge.kind === 'fast-forward') {
    return (await writer.fastForward(branch, into, from)).ok ? from : undefined;
  }
  const outcome = await writer.commit({
    branch,
    expected: into,
    changes: merge.changes,
    mergedParents: [from],
    author: getAuthor(origin.principal, mailDomain),
    message,
    trailers: getTrailers(origin),
  });
  return outcome.ok ? outcome.commit : undefined;
}

/**
 * Pushes a merge and puts it in service.
 * @returns the commit as it is now; `pending` is the reason why the remote does not have it yet
 * @throws Problem push_declined, merge_conflict
 */
export async function publishMerge(
  branch: string,
  commit: string,
  { pushes, catchUp }: MergeTools,
): Promise<{ commit: string; pending?: string }> {
  const outcome = await pushes?.push(branch, commit);
  await catchUp(branch, commit);
  if (outcome?.kind === 'declined') {
    throw new Problem('push_declined', `The remote declined the merge: ${outcome.message}`, {
      hints: ['Merge it at the remote, as its rules require; svc notices the merge.'],
    });
  }
  if (outcome?.kind === 'conflict') throw conflictProblem(branch, [outcome.conflict]);
  pushes?.requireTaken(outcome);
  if (outcome?.kind === 'pending') return { commit, pending: outcome.reason };
  return { commit: outcome?.commit ?? commit };
}

/** Repeats an attempt while it resolves to undefined: a branch moved. @throws Problem git_failed after the last one */
export async function untilUnmoved<T>(
  branch: string,
  { pushes }: MergeTools,
  attempt: () => Promise<T | undefined>,
): Promise<T> {
  for (let count = 0; count < maxAttempts; count++) {
    const done = await (pushes ? pushes.during(branch, attempt) : attempt());
    if (done !== undefined) return done;
  }
  throw branchMoved(branch);
}
