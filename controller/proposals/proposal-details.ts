import { causedFindings, entityAt } from '../catalog/index.js';
import { type FileChange, type Repository, unifiedDiff } from '../git/index.js';
import { type CommitTools, getHead } from '../writes/commits/commit-queue.js';
import { withChanges } from '../writes/edits/file-edit.js';
import { mergeCommits } from '../writes/merging/merge-commits.js';
import type { Proposal, ProposalDetails } from './contract.js';
import type { StoredProposal } from './proposal-store.js';

/** Returns the effects that merging a proposal into its base would have now. */
export async function getDetails(
  stored: StoredProposal,
  tools: CommitTools,
): Promise<Omit<ProposalDetails, keyof Proposal | 'review'>> {
  const { repository, limits, findUnrunnable = () => [] } = tools;
  const from = await repository.resolveRef(stored.branch);
  const head = await getHead(stored.base, tools);
  if (stored.state !== 'open' || from === undefined || head.commit === null) {
    const nothing = { diff: '', entities: [], files: [], findings: [], notRunnable: [], conflicts: [] };
    return { revision: stored.head, baseRevision: null, ...nothing, valid: true, mergeability: 'settled' };
  }
  const merge = await mergeCommits(repository, { into: head.commit, from }, limits);
  const next = await withChanges(head.snapshot, merge.inFolder, tools);
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
