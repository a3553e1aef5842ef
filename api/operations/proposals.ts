import type { ProposalDetails, ProposalState } from '../../controller/changes/index.js';
import { Problem } from '../../controller/problems/index.js';
import type { Json, JsonObject } from '../../schemas/json.js';
import { accessOf, authorizeWrite, requireRole, requireWhole } from './access.js';
import { jsonPatchField } from './entity-write-fields.js';
import { cursorField, limitField, pageOf, requirePageSize } from './fields.js';
import { type Operation, type OperationContext, reads } from './operation.js';
import { notACursor, pageOfVisible } from './pages.js';
import { patchReader, requireOneKind } from './platform-writes.js';
import { proposalDetailsShape, proposalShape } from './proposal-shape.js';

const idField = { type: 'string', minLength: 1, maxLength: 200, description: 'The id of the proposal.' };
const one = { properties: { id: idField }, required: ['id'] };

const listProposals: Operation<{ state?: ProposalState; limit: number; cursor?: string }> = {
  name: 'list-proposals',
  title: 'List proposals',
  description:
    'Changes that wait on branches of their own to be merged, and those that did; the newest first.',
  hints: reads,
  permission: 'viewer',
  input: {
    properties: {
      state: {
        type: 'string',
        enum: ['open', 'merged', 'closed'],
        description: 'Only those; all when left out.',
      },
      limit: limitField,
      cursor: cursorField,
    },
  },
  output: pageOf(proposalShape),
  async run(context, { state, limit: wanted, cursor }) {
    const { changes, settings } = context.controller;
    const limit = requirePageSize(settings, wanted);
    const access = accessOf(context);
    const value = await pageOfVisible(
      {
        next: (after, count) => changes.proposals.list({ state, limit: count, after }).catch(refuseCursor),
        isVisible: ({ base }) => access.may('viewer', { branch: base, some: true }),
      },
      limit,
      cursor,
    );
    return { value };
  },
};

/** A proposal stays known: one that is not was never the last of a page. */
function refuseCursor(error: unknown): never {
  throw error instanceof Problem && error.code === 'proposal_not_found' ? notACursor() : error;
}

const readProposal: Operation<{ id: string }> = {
  name: 'read-proposal',
  title: 'Read a proposal',
  description:
    'What a proposal would change in its base as that is now, whether it stays valid, and whether it can be merged.',
  hints: reads,
  permission: 'viewer',
  input: one,
  output: proposalDetailsShape,
  async run(context, { id }) {
    return { value: await visible(context, id) };
  },
};

/** @throws Problem proposal_not_found, forbidden */
async function visible(context: OperationContext, id: string): Promise<ProposalDetails> {
  const details = await context.controller.changes.proposals.read(id);
  requireVisible(context, details);
  return details;
}

const mergeProposal: Operation<{ id: string }> = {
  name: 'merge-proposal',
  title: 'Merge a proposal',
  description:
    'Brings a proposal into its base: by moving the branch where nothing else came, else by a merge of the entities, field ' +
    'by field. 409 `merge_conflict` with both sides where both changed the same, 422 `entity_invalid` where the result ' +
    'would not be valid. Where a pull request stands for it, that is merged.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'editor',
  input: one,
  target: () => ({ some: true }),
  output: {
    title: 'MergedProposal',
    type: 'object',
    required: ['proposal', 'commit'],
    properties: { proposal: proposalShape, commit: { type: 'string' } },
  },
  async run(context, { id }) {
    context.audit?.aim(`proposal/${id}`);
    const { proposals } = context.controller.changes;
    requireWrite(context, await proposals.read(id), { propose: false });
    const { principal, origin } = context;
    return { value: await proposals.merge(id, { principal: principal.id, requestId: origin.requestId }) };
  },
};

const closeProposal: Operation<{ id: string }> = {
  name: 'close-proposal',
  title: 'Close a proposal',
  description:
    'Gives a proposal up: its branch and its pull request go. Its author may, and who may merge it.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'editor',
  input: one,
  target: () => ({ some: true }),
  output: proposalShape,
  async run(context, { id }) {
    const { proposals } = context.controller.changes;
    context.audit?.aim(`proposal/${id}`);
    const details = await proposals.read(id);
    requireWrite(context, details, { propose: details.author === context.principal.id });
    return { value: await proposals.close(id, { principal: context.principal.id }) };
  },
};

const changeable: Readonly<Record<string, JsonObject>> = {
  state: { type: 'string', enum: ['merged', 'closed'], description: 'What is to become of it.' },
};
type Settled = { state?: 'merged' | 'closed' };
const readPatch = patchReader<Settled>('update-proposal', changeable);

const updateProposal: Operation<Settled & { id: string; jsonPatch?: Json }> = {
  name: 'update-proposal',
  title: 'Merge or close a proposal',
  description:
    'Settles a proposal by the state it is to have: `merged` as `merge-proposal` does, `closed` as `close-proposal` does.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'editor',
  input: {
    properties: {
      ...one.properties,
      ...changeable,
      jsonPatch: jsonPatchField,
    },
    required: ['id'],
  },
  target: () => ({ some: true }),
  output: proposalShape,
  async run(context, { id, jsonPatch, ...stated }) {
    requireOneKind(jsonPatch, stated);
    const details = await visible(context, id);
    const { state } = jsonPatch === undefined ? stated : readPatch(details, jsonPatch);
    if (state === undefined)
      throw new Problem('body_invalid', 'It is not said what is to become of the proposal', {
        errors: [{ pointer: '/state', message: 'is missing' }],
      });
    if (state === 'closed') return closeProposal.run(context, { id });
    const { value } = await mergeProposal.run(context, { id });
    return { value: (value as { proposal: unknown }).proposal };
  },
};

/**
 * Refuses what the caller may not write itself. What touches no entity, or more than entities, concerns the whole branch.
 * @throws Problem forbidden, write_requires_proposal
 */
function requireWrite(
  context: OperationContext,
  { base, entities, files }: ProposalDetails,
  { propose }: { propose: boolean },
): void {
  for (const { type, name } of entities) authorizeWrite(context, { branch: base, type, name }, { propose });
  if (files.length > 0 || (entities.length === 0 && !propose)) requireWhole(context, base, propose);
}

/** Who sees nothing of what a proposal changes does not see it. @throws Problem forbidden */
function requireVisible(context: OperationContext, { base, entities }: ProposalDetails): void {
  const access = accessOf(context);
  const hidden = entities.find(({ type, name }) => !access.may('viewer', { branch: base, type, name }));
  if (hidden)
    requireRole(context, 'viewer', { branch: base, type: hidden.type, name: hidden.name }, 'Reading it');
}

export const proposalOperations: readonly Operation[] = [
  listProposals,
  readProposal,
  mergeProposal,
  closeProposal,
  updateProposal,
];
