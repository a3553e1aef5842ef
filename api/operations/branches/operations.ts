import { Problem } from '../../../controller/problems/index.js';
import type { BranchComparison } from '../../../controller/writes/index.js';
import { getOrigin } from '../entities/writes.js';
import {
  authorizeWrite,
  getAccess,
  isProtected,
  isReviewed,
  requireRole,
  requireUnprotected,
  requireWhole,
  visibleTo,
} from '../shared/authorization.js';
import { requireConsent } from '../shared/consent.js';
import { revisionField, writeFields } from '../shared/fields.js';
import { type Effect, type Operation, type OperationContext, reads } from '../shared/operation.js';
import { getDeletion, type PlatformEntity } from '../shared/platform-entities.js';
import { dryRunField, getPreview, writeShape } from '../shared/platform-writes.js';
import { toList } from '../shared/schemas.js';
import { describeChanges, getWriteEffect } from '../shared/write-effect.js';
import { branchNameField, branchShape, comparisonShape, deletedShape, mergeShape } from './schemas.js';

export const listBranches: Operation = {
  name: 'list-branches',
  title: 'List branches',
  description:
    'The branches of the config repository: the commit of each, how far it differs from production, and its conditions.',
  hints: reads,
  permission: 'viewer',
  input: { properties: {} },
  output: toList(branchShape),
  async run(context) {
    const { controller } = context;
    const branches = await controller.branchManager.list();
    const seen = visibleTo(context, branches, ({ name }) => ({ branch: name, some: true }));
    const items = seen.map((branch) => ({ ...branch, protected: isProtected(controller, branch.name) }));
    return { value: { items } };
  },
};

export const readBranch: Operation<{ name: string }> = {
  name: 'read-branch',
  title: 'Read a branch',
  description: 'One branch, with the members that the list has.',
  hints: reads,
  permission: 'viewer',
  target: ({ name }) => ({ branch: name, some: true }),
  input: { properties: { name: branchNameField }, required: ['name'] },
  output: branchShape,
  async run({ controller }, { name: segment }) {
    const name = await controller.branches.resolve(segment);
    const branchSummary = (await controller.branchManager.list()).find((branch) => branch.name === name);
    if (!branchSummary) throw new Problem('branch_not_found', `There is no branch \`${segment}\`.`);
    return { value: { ...branchSummary, protected: isProtected(controller, name) } };
  },
};

export const createBranch: Operation<{ name: string; from?: string; dryRun?: boolean }> = {
  name: 'create-branch',
  title: 'Create a branch',
  description:
    'Creates a branch at a commit, here and at the remote, or in neither place. Names that Git refuses, and reserved names ' +
    '(`live`, `local`, `platform…`, `proposals/…`), are refused with the reason.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'editor',
  target: ({ name }) => ({ branch: name }),
  input: {
    properties: {
      name: branchNameField,
      from: {
        ...revisionField,
        description: `The commit to start from; production by default. ${revisionField['description']}`,
      },
      dryRun: dryRunField,
    },
    required: ['name'],
  },
  output: writeShape(branchShape, 'CreatedBranch'),
  async run(context, input) {
    const { controller } = context;
    requireUnprotected(context, input.name, { what: 'create' });
    const access = getAccess(context);
    const readScope = { all: access.isEven, mayRead: (branch: string) => access.may('viewer', { branch }) };
    const { name, revision } = await controller.branchManager.create(input, readScope);
    const value = { name, production: false, protected: isProtected(controller, name), revision };
    return input.dryRun
      ? getPreview(context, `branch/${name}`, undefined, value)
      : { value, outcome: 'created' };
  },
};

export const deleteBranch: Operation<{ name: string; dryRun?: boolean }> = {
  name: 'delete-branch',
  title: 'Delete a branch',
  description:
    'Deletes a branch, here and at the remote. The production branch, protected branches and those with open proposals ' +
    'cannot be deleted. The answer has the commit of the branch, from which `create-branch` can restore it.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'editor',
  target: ({ name }) => ({ branch: name }),
  input: getDeletion({ properties: { name: branchNameField }, required: ['name'] }),
  output: writeShape(deletedShape, 'DeletedBranch'),
  async run(context, { name: segment, dryRun }) {
    const name = await context.controller.branches.resolve(segment);
    requireUnprotected(context, name, { what: 'delete' });
    const gone = await context.controller.branchManager.remove(name, { dryRun });
    return dryRun ? getPreview(context, `branch/${name}`, gone, undefined) : { value: gone };
  },
};

export const compareBranches: Operation<{ name: string; with?: string }> = {
  name: 'compare-branches',
  title: 'Compare two branches',
  description:
    'The commits and entities, field by field, that a branch has and another has not, and whether it can be merged.',
  hints: reads,
  permission: 'viewer',
  target: ({ name }) => ({ branch: name, some: true }),
  input: {
    properties: {
      name: branchNameField,
      with: {
        ...branchNameField,
        description: 'The other branch; production by default.',
        examples: ['main'],
      },
    },
    required: ['name'],
  },
  output: comparisonShape,
  async run(context, { name, with: other }) {
    const { branches, branchManager } = context.controller;
    const branch = await branches.resolve(name);
    const base = await branches.resolve(other ?? branches.production);
    requireRole(context, 'viewer', { branch: base, some: true }, 'Comparing');
    const { commits, ...comparison } = await branchManager.compare(branch, base);
    const shown = commits.map(({ commit, ...info }) => ({ commitHash: commit, ...info }));
    return { value: { ...visible(context, comparison), commits: shown } };
  },
};

export const mergeBranch: Operation<{ name: string; into?: string; message?: string; dryRun?: boolean }> = {
  name: 'merge-branch',
  title: 'Merge a branch',
  description:
    'Merges the branch into another, production by default: by fast-forward where possible, ' +
    'else with a merge commit. Entities are merged field by field, and comments are kept. 409 `merge_conflict` names the ' +
    'entities that both sides changed, with pointers and both values; 422 `entity_invalid` what would not be valid together.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'editor',
  effects: ['merge'],
  target: ({ into }) => (into === undefined ? { some: true } : { branch: into, some: true }),
  input: {
    properties: {
      name: branchNameField,
      into: {
        ...branchNameField,
        description: 'The branch to merge into; production by default.',
        examples: ['main'],
      },
      message: writeFields.message,
      dryRun: writeFields.dryRun,
    },
    required: ['name'],
  },
  output: mergeShape,
  async run(context, { name, into: target, message, dryRun = false }) {
    const { controller } = context;
    const { branches, branchManager } = controller;
    const branchName = target ?? branches.production;
    context.audit?.setTarget(`@ ${branchName}`);
    context.audit?.note(dryRun ? { from: name, dryRun } : { from: name });
    // Checked before the lookup, so that a caller without access does not learn which branches exist.
    requireRole(context, 'viewer', { branch: name }, 'Merging');
    requireRole(context, 'editor', { branch: branchName, some: true }, 'Merging');
    const [from, into] = [await branches.resolve(name), await branches.resolve(branchName)];
    const merged = await branchManager.merge({
      from,
      into,
      message,
      dryRun,
      origin: getOrigin(context),
      authorize(changed, tips) {
        if (changed.length === 0)
          requireUnprotected(context, into, { what: 'merge into', needsConsent: true });
        for (const { type, name: entity } of changed) {
          if (type !== undefined && entity !== undefined)
            authorizeWrite(context, { branch: into, type, name: entity }, { propose: dryRun });
          else requireWhole(context, into, { isTried: dryRun });
        }
        if (!dryRun && tips.from !== tips.into && isReviewed(controller, into))
          requireConsent(context, getEffect({ from, into }, changed, tips));
      },
    });
    if (dryRun) return { value: { ...merged, dryRun } };
    const changes = merged.entities.flatMap(({ type, name: entity, change }) =>
      type !== undefined && entity !== undefined ? [{ type, name: entity, change }] : [],
    );
    return { value: { ...merged, ...getWriteEffect(context, into, changes) } };
  },
};

/** The effect of a merge into a protected branch. */
function getEffect(
  { from, into }: { from: string; into: string },
  changed: readonly { type: string | undefined; name: string | undefined }[],
  tips: { from: string; into: string },
): Effect {
  const entities = changed.flatMap(({ type, name }) =>
    type !== undefined && name !== undefined ? [{ type, name, change: 'updated' as const }] : [],
  );
  const files = entities.length < changed.length ? ', and other files' : '';
  return {
    text: `Merges the branch \`${from}\` into \`${into}\`: ${describeChanges(entities)}${files}`,
    content: [tips.from, tips.into],
    details: { commits: tips },
    right: { role: 'admin', target: { branch: into } },
  };
}

function visible(
  context: OperationContext,
  { entities, conflicts, ...rest }: Omit<BranchComparison, 'commits'>,
): Omit<BranchComparison, 'commits'> {
  const { branch } = rest;
  const getTarget = ({ type, name }: { type?: string; name?: string }) =>
    type && name ? { branch, type, name } : { branch };
  return {
    ...rest,
    entities: visibleTo(context, entities, getTarget),
    conflicts: visibleTo(context, conflicts, getTarget),
  };
}

export const branchEntity: PlatformEntity = {
  type: 'branch',
  named: 'name',
  list: listBranches,
  read: readBranch,
  create: createBranch,
  delete: deleteBranch,
};
