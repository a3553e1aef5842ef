import type { JsonObject } from '../../../schemas/json/types.js';
import { textField } from '../shared/fields.js';
import type { Operation } from '../shared/operation.js';
import { getArray, openObject, text } from '../shared/schemas.js';
import { branchArgument, type Tool } from '../shared/tool.js';
import { planChange, readProposalPlan } from './plan.js';

export const rehearsalTools: readonly Tool[] = [
  {
    name: 'plan-change',
    operation: planChange,
    performs: [readProposalPlan] as unknown as Operation[],
    title: 'Plan a change',
    description:
      'Says what a change would do before it is made: entities, users, schedules, rights, findings, and which recorded runs would have ended otherwise, with the place. Names a `proposal`, or a `branch` to merge, or `files`. Changes nothing.\n\nExample: {"proposal": "4f1c9a27"}',
    input: {
      properties: {
        base: { ...branchArgument, description: 'The branch that would change; production by default.' },
        proposal: textField('The id of a proposal.', 200),
        branch: branchArgument,
        files: {
          type: 'array',
          maxItems: 100,
          items: openObject,
          description: '`path` and `content` of each.',
        },
      },
    },
    output: {
      type: 'object',
      properties: {
        summary: text,
        entities: getArray(openObject),
        findings: getArray(openObject),
      },
    },
    async run(scope, { proposal, base = scope.production, branch, files }) {
      const value =
        proposal === undefined
          ? await scope.perform(planChange as Operation, { base, branch, files })
          : await scope.perform(readProposalPlan as Operation, { id: proposal });
      return { value: value as JsonObject };
    },
  },
];
