import type { Finding } from '../../catalog/index.js';
import { hasText, type Repository } from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import type { YamlLimits } from '../../yaml-edit/read/yaml-document.js';
import { entityIn } from '../edits/file-edit.js';
import type { Merge } from '../merging/merge-commits.js';
import { conflictDetails, shown } from '../merging/merge-file.js';
import type { BranchConflict, BranchMerge, MergeRequest } from './contract.js';
import { type Differences, entityDifferences } from './entity-differences.js';
import {
  commitMerge,
  type MergeTools,
  type PlannedMerge,
  planMerge,
  publishMerge,
  requireValid,
  untilUnmoved,
} from './merge-steps.js';

const maxErrors = 100;

/** Merges a branch into another, or returns the result of a dry run. @throws Problem as `BranchManager.merge` */
export async function mergeBranch(request: MergeRequest, tools: MergeTools): Promise<BranchMerge> {
  const { from, into, origin } = request;
  const statedMessage = request.message;
  const message =
    statedMessage && hasText(statedMessage) ? statedMessage : `Merge branch '${from}' into ${into}`;
  return untilUnmoved(into, tools, async () => {
    const planned = await plan(request, tools);
    const { merge, differences, findings } = planned;
    const { kind } = merge;
    if (kind === 'nothing') return { from, into, kind, commit: planned.into, entities: [], findings: [] };
    const entities = differences.entities.map(({ changes: _, ...entity }) => entity);
    const result = { from, into, kind, entities, findings };
    if (request.dryRun) return { ...result, commit: null };
    const commit = await commitMerge(planned, { branch: into, message, origin }, tools);
    return commit === undefined ? undefined : { ...result, ...(await publishMerge(into, commit, tools)) };
  });
}

/** Returns the conflicts of a merge, those of svc's files with the entities they are about. */
export async function getConflicts(
  repository: Repository,
  { conflicts }: Merge,
  { into, from }: { into: string; from: string },
  limits: YamlLimits,
): Promise<BranchConflict[]> {
  const conflictList: BranchConflict[] = [];
  for (const { path: file, conflicts: places } of conflicts) {
    const isInFolder = file.startsWith(repository.prefix);
    const content = isInFolder
      ? ((await repository.history.at(into, file)) ?? (await repository.history.at(from, file)))
      : undefined;
    const entity = content && entityIn(file, content.content, limits);
    conflictList.push({ file, ...(entity ? { type: entity.type, name: entity.name } : {}), places });
  }
  return conflictList;
}

interface AuthorizedMerge extends PlannedMerge {
  merge: Merge & { kind: Exclude<Merge['kind'], 'conflict'> };
  differences: Differences;
  findings: readonly Finding[];
}

async function plan(request: MergeRequest, tools: MergeTools): Promise<AuthorizedMerge> {
  const { repository, limits } = tools;
  const planned = await planMerge(request, tools);
  const { into, from, merge } = planned;
  const { kind } = merge;
  if (kind === 'conflict') {
    throw mergeConflict(request, await getConflicts(repository, merge, { into, from }, limits));
  }
  const base = (await repository.history.mergeBase(into, from)) ?? into;
  const differences = await entityDifferences(repository, { from: base, to: from }, limits);
  request.authorize(
    [
      ...differences.entities.map(({ type, name }) => ({ type, name })),
      ...(differences.files.length > 0 || differences.truncated
        ? [{ type: undefined, name: undefined }]
        : []),
    ],
    { from, into },
  );
  const findings = kind === 'nothing' ? [] : await requireValid(planned, request.into, tools);
  return { ...planned, merge: { ...merge, kind }, differences, findings };
}

function mergeConflict({ from, into }: MergeRequest, conflicts: readonly BranchConflict[]): Problem {
  const names = conflicts.map(({ type, name, file }) => (type ? `${type} \`${name}\`` : `\`${file}\``));
  const errors = conflicts.flatMap(({ file, type, name, places }) => {
    const about = type === undefined ? '' : `${type} \`${name}\`: `;
    return conflictDetails(
      { path: file, conflicts: places },
      about,
      ({ base, ours, theirs }) =>
        `${about}it was ${shown(base)}; \`${into}\` (ours) has ${shown(ours)}, \`${from}\` (theirs) ${shown(theirs)}`,
    );
  });
  const named = [...new Set(names)];
  const list = named.slice(0, 5).join(', ');
  const more = named.length > 5 ? ` and ${named.length - 5} more` : '';
  const detail = `\`${into}\` and \`${from}\` contain different changes of the same places, in ${list}${more}.`;
  return new Problem('merge_conflict', detail, {
    errors: errors.slice(0, maxErrors),
    hints: [
      `Change \`${from}\` where \`errors[]\` points, or merge \`${into}\` into it with Git; then merge again.`,
    ],
  });
}
