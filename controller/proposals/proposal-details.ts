import { causedFindings, entityAt, type Snapshot } from '../catalog/index.js';
import { type FileChange, type Repository, unifiedDiff } from '../git/index.js';
import { Problem } from '../problems/index.js';
import { type CommitTools, getHead } from '../writes/commits/commit-queue.js';
import { withChanges } from '../writes/edits/file-edit.js';
import { mergeCommits } from '../writes/merging/merge-commits.js';
import { conflictProblem } from '../writes/merging/merge-file.js';
import type { MergePreview, Proposal, ProposalDetails } from './contract.js';
import type { StoredProposal } from './proposal-store.js';

/** Returns the effects that merging a proposal into its base would have now. */
export async function getDetails(
  stored: StoredProposal,
  tools: CommitTools,
): Promise<Omit<ProposalDetails, keyof Proposal | 'review'>> {
  const { repository, findUnrunnable = () => [] } = tools;
  const from = await repository.resolveRef(stored.branch);
  const head = await getHead(stored.base, tools);
  if (stored.state !== 'open' || from === undefined || head.commit === null) {
    const nothing = { diff: '', entities: [], files: [], findings: [], notRunnable: [], conflicts: [] };
    return { revision: stored.head, baseRevision: null, ...nothing, valid: true, mergeability: 'settled' };
  }
  const { merge, next } = await merged({ ...head, commit: head.commit }, from, tools);
  const { inFiles, elsewhere } = causedFindings(head.snapshot, next);
  const findings = [...inFiles, ...elsewhere];
  const entities = merge.inFolder.flatMap(({ path }) => {
    const [before, after] = [entityAt(head.snapshot, path), entityAt(next, path)];
    const entity = after ?? before;
    if (!entity) return [];
    const change = !before ? 'created' : !after ? 'deleted' : 'updated';
    return [{ type: entity.kind, name: entity.name, change, path } as const];
  });
  const paths = new Set(entities.map(({ path }) => path));
  const base = (await repository.history.mergeBase(head.commit, from)) ?? head.commit;
  const differences = await repository.history.differences(base, from);
  const changed = differences.map(({ path }) => path).filter((path) => path.startsWith(repository.prefix));
  const files = changed.filter((path) => !paths.has(path));
  return {
    revision: from,
    baseRevision: head.commit,
    diff: await getDiff(repository, head.commit, merge.inFolder),
    entities,
    files,
    findings,
    notRunnable: findUnrunnable(
      next,
      entities.filter(({ change }) => change !== 'deleted'),
    ),
    valid: findings.every(({ severity }) => severity !== 'error'),
    mergeability: merge.kind === 'nothing' ? 'settled' : merge.kind,
    conflicts: merge.conflicts,
  };
}

/** Returns a branch as it is, and as it would be with the commits of another one. @throws Problem branch_not_found, merge_conflict */
export async function previewMerge(base: string, branch: string, tools: CommitTools): Promise<MergePreview> {
  const from = await tools.repository.resolveRef(branch);
  const head = await getHead(base, tools);
  if (from === undefined || head.commit === null) {
    const missing = from === undefined ? branch : base;
    throw new Problem('branch_not_found', `There is no commit on the branch \`${missing}\``);
  }
  const { merge, next } = await merged({ ...head, commit: head.commit }, from, tools);
  if (merge.conflicts.length > 0) throw conflictProblem(base, merge.conflicts);
  return { before: head.snapshot, after: next, revision: from };
}

async function merged(head: { commit: string; snapshot: Snapshot }, from: string, tools: CommitTools) {
  const merge = await mergeCommits(tools.repository, { into: head.commit, from }, tools.limits);
  return { merge, next: await withChanges(head.snapshot, merge.inFolder, tools) };
}

async function getDiff(repository: Repository, commit: string, changes: readonly FileChange[]) {
  const parts: string[] = [];
  for (const change of changes) {
    const { path } = change;
    const before = (await repository.history.at(commit, path))?.content ?? null;
    const after =
      'blobId' in change ? (await repository.readBlobs([change.blobId])).get(change.blobId) : change.content;
    parts.push(unifiedDiff({ path, content: before }, { path, content: after ?? null }));
  }
  return parts.join('');
}
