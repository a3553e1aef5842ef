import type { Finding } from '../../catalog/index.js';
import { Problem, type ProblemDetail } from '../../problems/index.js';
import { isTelling, type Repository } from '../../repository/index.js';
import { entityIn } from '../edits/entity-in.js';
import type { LaneTools } from '../lanes/branch-lane.js';
import type { BranchConflict, BranchMerge, MergeRequest } from './contract.js';
import { type Differences, entityDifferences } from './entity-differences.js';
import type { Merge } from './merge-of.js';
import {
  carryOut,
  type MergeTools,
  type PlannedMerge,
  planMerge,
  publish,
  requireValid,
  untilUnmoved,
} from './merge-steps.js';

const mostErrors = 100;

/** Merges a branch into another, or says what that would be. @throws Problem as `BranchWork.merge` */
export async function mergeBranch(request: MergeRequest, tools: MergeTools): Promise<BranchMerge> {
  const { from, into, origin } = request;
  const said = request.message;
  const message = said && isTelling(said) ? said : `Merge branch '${from}' into ${into}`;
  return untilUnmoved(into, tools, async () => {
    const planned = await plan(request, tools);
    const { merge, differences, findings } = planned;
    const entities = differences.entities.map(({ changes: _, ...entity }) => entity);
    if (merge.kind === 'nothing')
      return { from, into, kind: 'nothing', commit: planned.into, entities: [], findings: [] };
    const kind = merge.kind === 'fast-forward' ? 'fast-forward' : 'merge';
    if (request.dryRun) return { from, into, kind, commit: null, entities, findings };
    const commit = await carryOut(planned, { branch: into, message, origin }, tools);
    if (commit === undefined) return undefined;
    return { from, into, kind, ...(await publish(into, commit, tools)), entities, findings };
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
    const entity = content && entityIn(file, content.content, limits);
    found.push({ file, ...(entity ? { type: entity.type, name: entity.name } : {}), places });
  }
  return found;
}

async function plan(
  request: MergeRequest,
  tools: MergeTools,
): Promise<PlannedMerge & { differences: Differences; findings: readonly Finding[] }> {
  const { repository, limits } = tools;
  const planned = await planMerge(request, tools);
  const { into, from, merge } = planned;
  if (merge.kind === 'conflict') {
    throw mergeConflict(request, await conflictsOf(repository, merge, { into, from }, limits));
  }
  const base = (await repository.history.mergeBase(into, from)) ?? into;
  const differences = await entityDifferences(repository, { from: base, to: from }, limits);
  request.authorize([
    ...differences.entities.map(({ type, name }) => ({ type, name })),
    ...(differences.files.length > 0 || differences.truncated ? [{ type: undefined, name: undefined }] : []),
  ]);
  const findings = merge.kind === 'nothing' ? [] : await requireValid(planned, tools);
  return { ...planned, differences, findings };
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
