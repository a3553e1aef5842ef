import type { Snapshot } from '../../../controller/catalog/index.js';
import { Problem } from '../../../controller/problems/index.js';
import { type ChangePlan, getSummary, toMarkdown } from '../../../controller/rehearsal/index.js';
import { proposalInput, requireVisibleProposal } from '../proposals/operations.js';
import { getAccess, requireRole, wholeBranch } from '../shared/authorization.js';
import { changedSnapshot, type SentFile, sentFilesField } from '../shared/changed-snapshot.js';
import { branchField } from '../shared/fields.js';
import { answerNeeds } from '../shared/missing-needs.js';
import { type Operation, type OperationContext, reads } from '../shared/operation.js';
import { described } from '../shared/schemas.js';
import { planShape } from './plan-schemas.js';

interface PlanInput {
  base: string;
  branch?: string;
  files?: SentFile[];
}

export const planChange: Operation<PlanInput> = {
  name: 'plan-change',
  title: 'Plan a change',
  description:
    'What a change would do to the base: entities, callers and users, schedules, rights, new places of secrets, what could not run, findings, and replays of recorded runs through it. ' +
    '`branch` is merged into the base, or `files` replace its files (they win over `branch`); nothing is changed. A plan has limits of time and number: `missing` says what it lacks. Needs the role `viewer` on both branches; replays need the role `operator` on their flow.',
  hints: reads,
  permission: 'viewer',
  target: ({ base }) => wholeBranch({ branch: base }),
  input: {
    properties: {
      base: described(branchField, 'The branch that would change.'),
      branch: described(branchField, 'The branch that would be merged into the base.'),
      files: sentFilesField,
    },
    required: ['base'],
  },
  output: planShape,
  async run(context, { branch, files, ...input }) {
    const { controller } = context;
    const base = await controller.branches.resolve(input.base);
    if (branch !== undefined && files === undefined) {
      const target = wholeBranch({ branch: await controller.branches.resolve(branch) });
      requireRole(context, 'viewer', target, '`plan-change`');
      const { before, after, revision } = await controller.changes.proposals.preview(base, branch);
      return { value: await answerPlan(context, before, after, revision) };
    }
    const before = await controller.reconciler.head(base);
    const after = await changedSnapshot(context, { base, branch, files });
    return { value: await answerPlan(context, before, after, after.revision) };
  },
};

export const readProposalPlan: Operation<{ id: string }> = {
  name: 'read-proposal-plan',
  title: 'Plan a proposal',
  description:
    'What a merge of an open proposal would do now, with replays of recorded runs: the answer of `plan-change` for its branch.',
  hints: reads,
  permission: 'viewer',
  input: proposalInput,
  output: planShape,
  async run(context, { id }) {
    const { base, branch, state } = await requireVisibleProposal(context, id);
    if (state !== 'open') throw new Problem('proposal_settled', `The proposal \`${id}\` is ${state} already`);
    const { before, after, revision } = await context.controller.changes.proposals.preview(base, branch);
    return { value: await answerPlan(context, before, after, revision) };
  },
};

/** A plan as callers see it: with a sentence and as Markdown, and with hints as their protocol has them. */
async function answerPlan(
  context: OperationContext,
  before: Snapshot,
  after: Snapshot,
  revision: string,
): Promise<Omit<ChangePlan, 'notRunnable'> & { summary: string; markdown: string; notRunnable: unknown }> {
  const access = getAccess(context);
  const plan = await context.controller.planner.plan({
    before,
    after,
    mayReplay: (name) => access.may('operator', { branch: before.branch, type: 'flow', name }),
    signal: context.signal,
  });
  const notRunnable = plan.notRunnable.map((each) => ({
    ...each,
    missing: answerNeeds(context, each.missing),
  }));
  return { ...plan, revision, notRunnable, summary: getSummary(plan), markdown: toMarkdown(plan) };
}
