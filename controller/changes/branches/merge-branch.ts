import { causedFindings, type Finding, type Snapshot } from '../../catalog/index.js';
import { Problem, type ProblemDetail } from '../../problems/index.js';
import type { Repository } from '../../repository/index.js';
import { authorOf, trailersOf } from '../commit-message.js';
import type { LaneTools } from '../lanes/branch-lane.js';
import { type Head, headOf } from '../lanes/head-of.js';
import { type Merge, mergeOf, withChanges } from '../proposals/merge-of.js';
import { conflictProblem } from '../pushing/conflict-problem.js';
import type { Pusher } from '../pushing/pusher.js';
import type { BranchConflict, BranchMerge, MergeRequest } from './contract.js';
import { type Differences, entityDifferences, entityIn } from './entity-differences.js';

/** How often a merge is worked out anew because a branch was moved meanwhile. */
const mostAttempts = 10;
const mostErrors = 100;

export interface MergeTools extends LaneTools {
  /** Undefined when the repository follows no other. */
  pusher: Pusher | undefined;
  catchUp(branch: string, confirmed: string | undefined): Promise<void>;
}

/** A merge as it was worked out, on where both branches were. */
interface Planned {
  head: Head;
  from: string;
  merge: Merge;
  differences: Differences;
  findings: readonly Finding[];
}

/** Merges a branch into another, or says what that would be. @throws Problem as `BranchWork.merge` */
export async function mergeBranch(request: MergeRequest, tools: MergeTools): Promise<BranchMerge> {
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const planned = await plan(request, tools);
    const { merge, differences, findings, head } = planned;
    const { from, into } = request;
    const entities = differences.entities.map(({ changes: _, ...entity }) => entity);
    if (merge.kind === 'nothing')
      return { from, into, kind: 'nothing', commit: head.commit, entities: [], findings: [] };
    const kind = merge.kind === 'fast-forward' ? 'fast-forward' : 'merge';
    if (request.dryRun) return { from, into, kind, commit: null, entities, findings };
    const commit = await carryOut(request, planned, tools);
    if (commit === undefined) continue;
    return { from, into, kind, ...(await published(into, commit, tools)), entities, findings };
  }
  throw new Problem('git_failed', `\`${request.into}\` was moved by others each time svc tried to.`, {
    hints: ['Try again when the pushes have ended.'],
  });
}

/** The conflicts of a merge, with the entities they are about. */
export async function conflictsOf(
  repository: Repository,
  { conflicts }: Merge,
  { into, from }: { into: string; from: string },
  limits: LaneTools['limits'],
): Promise<BranchConflict[]> {
  const found: BranchConflict[] = [];
  for (const { path: file, conflicts: places } of conflicts) {
    const content = (await repository.history.at(into, file)) ?? (await repository.history.at(from, file));
    found.push({ file, ...(content && entityIn(file, content.content, limits)), places });
  }
  return found;
}

async function plan(request: MergeRequest, tools: MergeTools): Promise<Planned> {
  const { repository, limits } = tools;
  const head = await headOf(request.into, tools);
  const from = await repository.resolveRef(request.from);
  if (head.commit === null || from === undefined) {
    throw new Problem(
      'branch_not_found',
      `There is no branch \`${from ? request.into : request.from}\` any more.`,
    );
  }
  const into = head.commit;
  const merge = await mergeOf(repository, { into, from }, limits);
  if (merge.kind === 'conflict') {
    throw mergeConflict(request, await conflictsOf(repository, merge, { into, from }, limits));
  }
  const base = (await repository.history.mergeBase(into, from)) ?? into;
  const differences = await entityDifferences(repository, { from: base, to: from }, limits);
  request.authorize([
    ...differences.entities.map(({ type, name }) => ({ type, name })),
    ...(differences.files.length > 0 || differences.truncated ? [{ type: undefined, name: undefined }] : []),
  ]);
  const findings = merge.kind === 'nothing' ? [] : await validated(head.snapshot, merge, tools);
  return { head, from, merge, differences, findings };
}

/** @returns what is to be said about the merge. @throws Problem entity_invalid */
async function validated(snapshot: Snapshot, { changes }: Merge, tools: MergeTools): Promise<Finding[]> {
  const { inFiles, elsewhere } = causedFindings(snapshot, await withChanges(snapshot, changes, tools));
  const findings = [...inFiles, ...elsewhere];
  const errors = findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (!first) return findings;
  const place = `${first.file}:${first.line}`;
  throw new Problem('entity_invalid', `The merge would not be valid: ${place}: ${first.message}.`, {
    errors: errors.slice(0, mostErrors).map(({ pointer, file, line, column, message }) => {
      return { pointer, file, line, column, message };
    }),
  });
}

/** Undefined when a branch has moved meanwhile. */
async function carryOut(
  { from: name, into, message, origin }: MergeRequest,
  { head, from, merge }: Planned,
  { repository, mailDomain }: MergeTools,
): Promise<string | undefined> {
  const { writer } = repository;
  const tip = head.commit ?? '';
  if (merge.kind === 'fast-forward') {
    return (await writer.fastForward(into, tip, from)).ok ? from : undefined;
  }
  const outcome = await writer.commit({
    branch: into,
    expected: tip,
    changes: merge.changes,
    mergedParents: [from],
    author: authorOf(origin.principal, mailDomain),
    message: message ?? `Merge branch '${name}' into ${into}`,
    trailers: trailersOf(origin),
  });
  return outcome.ok ? outcome.commit : undefined;
}

/** Brings it to the remote and puts it in service. @throws Problem push_declined, merge_conflict */
async function published(
  into: string,
  commit: string,
  { pusher, catchUp }: MergeTools,
): Promise<{ commit: string; pending?: string }> {
  const fate = await pusher?.push(into, commit);
  await catchUp(into, commit);
  if (fate?.kind === 'declined') {
    throw new Problem('push_declined', `The remote does not take the merge: ${fate.message}`, {
      hints: ['Merge it at the remote, where its rules can be kept; svc notices.'],
    });
  }
  if (fate?.kind === 'conflict') throw conflictProblem(into, [fate.conflict]);
  if (fate?.kind === 'pending') return { commit, pending: fate.reason };
  return { commit: fate?.commit ?? commit };
}

function mergeConflict({ from, into }: MergeRequest, conflicts: readonly BranchConflict[]): Problem {
  const what = conflicts.map(({ type, name, file }) => (type ? `${type} \`${name}\`` : `\`${file}\``));
  const errors = conflicts.flatMap(({ file, type, name, places }): ProblemDetail[] => {
    const about = type === undefined ? '' : `${type} \`${name}\`: `;
    if (places.length === 0) return [{ file, message: `${about}the two sides cannot stand side by side` }];
    return places.map(({ pointer, base, ours, theirs }) => ({
      file,
      pointer,
      message: `${about}both \`${into}\` (ours) and \`${from}\` (theirs) changed it`,
      sides: { base: base ?? null, ours: ours ?? null, theirs: theirs ?? null },
    }));
  });
  const named = [...new Set(what)];
  const shown = named.slice(0, 5).join(', ');
  const more = named.length > 5 ? ` and ${named.length - 5} more` : '';
  return new Problem('merge_conflict', `\`${into}\` and \`${from}\` changed the same in ${shown}${more}.`, {
    errors: errors.slice(0, mostErrors),
    hints: [
      `Make ${from} say what is wanted where \`errors[]\` points, or merge \`${into}\` into it with Git, then merge again.`,
    ],
  });
}
