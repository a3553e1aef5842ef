import type { BranchComparison } from '../../controller/changes/branches/index.js';
import { Problem } from '../../controller/problems/index.js';
import type { JsonObject } from '../../schemas/json.js';
import {
  accessOf,
  authorizeWrite,
  isProtected,
  requireRole,
  requireUnprotected,
  requireWhole,
} from './access.js';
import { branchNameField, branchShape, comparisonShape, mergeShape } from './branch-shape.js';
import { manner } from './entity-write-fields.js';
import { listOf } from './fields.js';
import { type Operation, type OperationContext, reads } from './operation.js';
import { deletionOf, dryRunField, previewOf, writeShape } from './platform-writes.js';
import { revisionField } from './version-shape.js';
import { originOf } from './write-request.js';

const listBranches: Operation = {
  name: 'list-branches',
  title: 'List branches',
  description:
    'The branches of the config repository: the commit each is at, how it stands to production, and how it is in service.',
  hints: reads,
  permission: 'viewer',
  input: { properties: {} },
  output: listOf(branchShape),
  async run(context) {
    const access = accessOf(context);
    const { controller } = context;
    const branches = await controller.branchWork.list();
    const seen = branches.filter(
      ({ name }) => access.isEven || access.may('viewer', { branch: name, some: true }),
    );
    const items = seen.map((branch) => ({ ...branch, protected: isProtected(controller, branch.name) }));
    return { value: { items } };
  },
};

const readBranch: Operation<{ name: string }> = {
  name: 'read-branch',
  title: 'Read a branch',
  description: 'One branch, as the list of branches tells of it.',
  hints: reads,
  permission: 'viewer',
  target: ({ name }) => ({ branch: name, some: true }),
  input: { properties: { name: branchNameField }, required: ['name'] },
  output: branchShape,
  async run({ controller }, { name: segment }) {
    const name = await controller.branches.resolve(segment);
    const found = (await controller.branchWork.list()).find((branch) => branch.name === name);
    if (!found) throw new Problem('branch_not_found', `There is no branch \`${segment}\`.`);
    return { value: { ...found, protected: isProtected(controller, name) } };
  },
};

const createBranch: Operation<{ name: string; from?: string; dryRun?: boolean }> = {
  name: 'create-branch',
  title: 'Create a branch',
  description:
    'Makes a branch at a commit, here and at the remote, or on neither. Names that Git refuses, and those with a meaning ' +
    'of their own (`live`, `local`, `platform…`, `proposals/…`), are refused with the reason.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'editor',
  target: ({ name }) => ({ branch: name }),
  input: {
    properties: {
      name: branchNameField,
      from: {
        ...revisionField,
        description: `Where it starts; production when left out. ${revisionField['description']}`,
      },
      dryRun: dryRunField,
    },
    required: ['name'],
  },
  output: writeShape(branchShape, 'CreatedBranch'),
  async run(context, input) {
    const { controller } = context;
    requireUnprotected(context, input.name, 'made');
    const access = accessOf(context);
    const sight = { all: access.isEven, mayRead: (branch: string) => access.may('viewer', { branch }) };
    const { name, revision } = await controller.branchWork.create(input, sight);
    const value = { name, production: false, protected: isProtected(controller, name), revision };
    return input.dryRun
      ? previewOf(context, `branch/${name}`, undefined, value)
      : { value, outcome: 'created' };
  },
};

const deletedShape: JsonObject = {
  type: 'object',
  required: ['name', 'revision', 'unmerged'],
  properties: {
    name: { type: 'string' },
    revision: { type: 'string', description: 'The commit it was at.' },
    unmerged: { type: ['integer', 'null'], description: 'How many of its commits production has not.' },
  },
};

const deleteBranch: Operation<{ name: string; dryRun?: boolean }> = {
  name: 'delete-branch',
  title: 'Delete a branch',
  description:
    'Deletes a branch, here and at the remote. The production branch, protected ones and those that proposals wait for ' +
    'stay. The answer says which commit it was at: `create-branch` brings it back from there.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'editor',
  target: ({ name }) => ({ branch: name }),
  input: deletionOf({ properties: { name: branchNameField }, required: ['name'] }),
  output: writeShape(deletedShape, 'DeletedBranch'),
  async run(context, { name: segment, dryRun }) {
    const name = await context.controller.branches.resolve(segment);
    requireUnprotected(context, name, 'deleted');
    const gone = await context.controller.branchWork.remove(name, { dryRun });
    return dryRun ? previewOf(context, `branch/${name}`, gone, undefined) : { value: gone };
  },
};

const compareBranches: Operation<{ name: string; with?: string }> = {
  name: 'compare-branches',
  title: 'Compare two branches',
  description:
    'What a branch has that another has not: commits, entities field by field, and what merging it would meet.',
  hints: reads,
  permission: 'viewer',
  target: ({ name }) => ({ branch: name, some: true }),
  input: {
    properties: {
      name: branchNameField,
      with: {
        ...branchNameField,
        description: 'The other branch; production when left out.',
        examples: ['main'],
      },
    },
    required: ['name'],
  },
  output: comparisonShape,
  async run(context, { name, with: other }) {
    const { branches, branchWork } = context.controller;
    const [branch, base] = [
      await branches.resolve(name),
      await branches.resolve(other ?? branches.production),
    ];
    requireRole(context, 'viewer', { branch: base, some: true }, 'Comparing');
    const { commits, ...comparison } = await branchWork.compare(branch, base);
    const shown = commits.map(({ commit, ...info }) => ({ commitHash: commit, ...info }));
    return { value: { ...visible(context, comparison), commits: shown } };
  },
};

const mergeBranches: Operation<{ name: string; into?: string; message?: string; dryRun?: boolean }> = {
  name: 'merge-branch',
  title: 'Merge a branch',
  description:
    'Merges the branch into another, production when `into` is left out: by moving it forward where that is enough, ' +
    'else with a merge commit. Entities are merged field by field, and comments stay. 409 `merge_conflict` names the ' +
    'entities both sides changed, with pointers and both values; 422 `entity_invalid` what would not be valid together.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'editor',
  target: ({ into }) => (into === undefined ? { some: true } : { branch: into, some: true }),
  input: {
    properties: {
      name: branchNameField,
      into: {
        ...branchNameField,
        description: 'The branch that takes it; production when left out.',
        examples: ['main'],
      },
      message: manner['message'] ?? {},
      dryRun: manner['dryRun'] ?? {},
    },
    required: ['name'],
  },
  output: mergeShape,
  async run(context, { name, into: target, message, dryRun = false }) {
    const { branches, branchWork } = context.controller;
    const wanted = target ?? branches.production;
    context.audit?.aim(`@ ${wanted}`);
    context.audit?.note(dryRun ? { from: name, dryRun } : { from: name });
    // Before they are looked up: which branches there are is nothing to who may not see them.
    requireRole(context, 'viewer', { branch: name }, 'Merging');
    requireRole(context, 'editor', { branch: wanted, some: true }, 'Merging');
    const [from, into] = [await branches.resolve(name), await branches.resolve(wanted)];
    const merged = await branchWork.merge({
      ...{ from, into, message, dryRun, origin: originOf(context) },
      authorize(changed) {
        if (changed.length === 0) requireUnprotected(context, into, 'merged into');
        for (const { type, name: entity } of changed) {
          if (type !== undefined && entity !== undefined)
            authorizeWrite(context, { branch: into, type, name: entity }, { propose: dryRun });
          else requireWhole(context, into, dryRun);
        }
      },
    });
    return { value: dryRun ? { ...merged, dryRun } : merged };
  },
};

/** Without the entities the caller may not see. */
function visible(
  context: OperationContext,
  { entities, conflicts, ...rest }: Omit<BranchComparison, 'commits'>,
): Omit<BranchComparison, 'commits'> {
  const access = accessOf(context);
  const { branch } = rest;
  const sees = ({ type, name }: { type?: string; name?: string }) =>
    access.isEven || access.may('viewer', { branch, ...(type && name ? { type, name } : {}) });
  return { ...rest, entities: entities.filter(sees), conflicts: conflicts.filter(sees) };
}

export const branchOperations: readonly Operation[] = [
  listBranches,
  readBranch,
  createBranch,
  deleteBranch,
  compareBranches,
  mergeBranches,
];
