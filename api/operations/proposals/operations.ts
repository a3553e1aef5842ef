import { Problem } from '../../../controller/problems/index.js';
import type { ProposalDetails, ProposalState } from '../../../controller/proposals/contract.js';
import type { ReviewVerdict } from '../../../controller/proposals/reviews/contract.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { getAccess, isReviewed, refusalOfWrite, requireRole, requireWhole } from '../shared/authorization.js';
import { readsEffects, requireConsent } from '../shared/consent.js';
import { jsonPatchField, type PageInput, pageFields, requirePageSize, textField } from '../shared/fields.js';
import { notRunnableField, withNotRunnable } from '../shared/missing-needs.js';
import { type Effect, type Operation, type OperationContext, reads } from '../shared/operation.js';
import { notACursor, pageOfVisible } from '../shared/pages.js';
import { requirePerson } from '../shared/person.js';
import type { PlatformEntity } from '../shared/platform-entities.js';
import { patchReader, requireOneKind } from '../shared/platform-writes.js';
import { described, getAnswer, getPage, text } from '../shared/schemas.js';
import { requireScopeEffect } from '../shared/scope-refusals.js';
import { describeChanges, effectMembers, getWriteEffect } from '../shared/write-effect.js';
import { proposalDetailsShape, proposalShape, proposalState, settledState } from './schemas.js';

const idField = textField('The id of the proposal.', 200);
export const proposalInput = { properties: { id: idField }, required: ['id'] };

export const listProposals: Operation<PageInput & { state?: ProposalState }> = {
  name: 'list-proposals',
  title: 'List proposals',
  description: 'Changes on branches of their own: open, merged and closed, newest first.',
  hints: reads,
  permission: 'viewer',
  input: {
    properties: {
      state: described(proposalState, 'Only proposals in this state; all by default.'),
      ...pageFields,
    },
  },
  output: getPage(proposalShape),
  async run(context, { state, limit: maxItems, cursor }) {
    const { changes, config } = context.controller;
    const limit = requirePageSize(config.current(), maxItems);
    const access = getAccess(context);
    const value = await pageOfVisible(
      (after, count) => changes.proposals.list({ state, limit: count, after }).catch(refuseCursor),
      ({ base }) => access.may('viewer', { branch: base, some: true }),
      limit,
      cursor,
    );
    return { value };
  },
};

/** Refuses a cursor with an unknown proposal: proposals are never forgotten, so no page ended with it. */
function refuseCursor(error: unknown): never {
  throw error instanceof Problem && error.code === 'proposal_not_found' ? notACursor() : error;
}

export const readProposal: Operation<{ id: string }> = {
  name: 'read-proposal',
  title: 'Read a proposal',
  description:
    'What a proposal would change in its base now, whether the base would stay valid, and whether it can be merged.',
  hints: reads,
  permission: 'viewer',
  input: proposalInput,
  output: proposalDetailsShape,
  async run(context, { id }) {
    return { value: withNotRunnable(context, await requireVisibleProposal(context, id)) };
  },
};

/** Refuses a proposal that changes an entity hidden from the caller. @throws Problem proposal_not_found, forbidden */
export async function requireVisibleProposal(
  context: OperationContext,
  id: string,
): Promise<ProposalDetails> {
  const details = await context.controller.changes.proposals.read(id);
  for (const { type, name } of details.entities)
    requireRole(context, 'viewer', { branch: details.base, type, name }, 'Reading the proposal');
  return details;
}

export const mergeProposal: Operation<{ id: string }> = {
  name: 'merge-proposal',
  title: 'Merge a proposal',
  description:
    'Merges a proposal into its base: by fast-forward if the base has not changed, else entity by entity and field ' +
    'by field. 409 `merge_conflict` with both values if both sides changed the same field, 422 `entity_invalid` if the result ' +
    'would not be valid, 409 `review_missing` if a review is missing that `base` requires (`Git.Reviews`). If the proposal has a pull request, that is merged.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'editor',
  effects: ['merge'],
  input: proposalInput,
  target: () => ({ some: true }),
  output: getAnswer(
    { title: 'MergedProposal', description: 'A merged proposal.' },
    { proposal: proposalShape, commit: described(text, 'The commit of `base` with the change.') },
    {
      ...effectMembers,
      notice: described(text, 'The reason for a merge that is not in effect.'),
      notRunnable: notRunnableField,
    },
  ),
  async run(context, { id }) {
    context.audit?.setTarget(`proposal/${id}`);
    const { proposals } = context.controller.changes;
    const details = await proposals.read(id);
    requireWrite(context, details, { propose: false, isProposed: true });
    // The merge refuses a settled proposal, and has no effect to ask about.
    if (details.mergeability !== 'settled' && isReviewed(context.controller, details.base))
      requireConsent(context, getEffect(details));
    const { principal, origin } = context;
    const by = { principal: principal.id, requestId: origin.requestId };
    const merged = await proposals.merge(id, by, readsEffects(context) ? details : undefined);
    const effect = getWriteEffect(context, details.base, details.entities);
    const { notRunnable } = withNotRunnable(context, details);
    return { value: { ...merged, ...effect, notRunnable } };
  },
};

/** The effect of a merge, as entities: an author chooses the title of a proposal. */
function getEffect({ id, title, base, entities, files, diff, ...rest }: ProposalDetails): Effect {
  return {
    text: `Merges the proposal \`${id}\` (“${title}”) into \`${base}\`: ${describeChanges(entities, files)}`,
    content: [rest.revision, rest.baseRevision, diff],
    details: { diff },
    right: { role: 'editor', target: { branch: base, some: true } },
  };
}

/** A judgement: who may propose the same changes, and made none of them, gives it. */
function reviewOperation(
  verdict: ReviewVerdict,
  texts: Pick<Operation, 'name' | 'title' | 'description'>,
): Operation<{ id: string; comment?: string; revision?: string }> {
  return {
    ...texts,
    hints: { readOnly: false, destructive: false, idempotent: true },
    permission: 'editor',
    effects: ['approve'],
    input: {
      properties: {
        id: idField,
        comment: textField('The reasons, for the author.', 4_000),
        revision: textField(
          'The newest commit of the proposal that was looked at, its `revision`; refused with `proposal_moved` if there is a newer one. By default that of now.',
          64,
        ),
      },
      required: ['id'],
    },
    target: () => ({ some: true }),
    output: proposalDetailsShape,
    async run(context, { id, comment = '', revision }) {
      context.audit?.setTarget(`proposal/${id}`);
      const details = await requireVisibleProposal(context, id);
      requireReviewer(context, details);
      requireWrite(context, details, { propose: true });
      const { id: reviewer } = context.principal;
      const { proposals } = context.controller.changes;
      return { value: await proposals.review(id, { verdict, reviewer, comment, revision }) };
    },
  };
}

export const approveProposal = reviewOperation('approved', {
  name: 'approve-proposal',
  title: 'Approve a proposal',
  description:
    'States that the caller has looked at the proposal and agrees. It counts for the newest commit, and from a person who neither opened the proposal nor made a commit of it: `review` says so, and what is still missing (`Git.Reviews`). Replaces an earlier review of the caller.',
});

export const requestChanges = reviewOperation('changes-requested', {
  name: 'request-changes',
  title: 'Request changes of a proposal',
  description:
    'States that the caller wants something else, with the reason in `comment`. Where reviews are required, the proposal is not merged until a new commit, or until the caller approves it.',
});

/** Refuses a review of an agent or a service, unless a grant allows it. @throws Problem person_required */
function requireReviewer(context: OperationContext, { base, entities }: ProposalDetails): void {
  requirePerson(context, 'approve', [
    { branch: base },
    ...entities.map(({ type, name }) => ({ branch: base, type, name })),
  ]);
}

export const closeProposal: Operation<{ id: string }> = {
  name: 'close-proposal',
  title: 'Close a proposal',
  description:
    'Closes a proposal without merging; its branch and its pull request are closed too. Allowed to its author and to callers who may merge it.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'editor',
  effects: ['propose', 'merge'],
  input: proposalInput,
  target: () => ({ some: true }),
  output: proposalShape,
  async run(context, { id }) {
    const { proposals } = context.controller.changes;
    context.audit?.setTarget(`proposal/${id}`);
    const details = await proposals.read(id);
    requireWrite(context, details, { propose: details.author === context.principal.id, isProposed: true });
    return { value: await proposals.close(id, { principal: context.principal.id }) };
  },
};

const changeable: Readonly<Record<string, JsonObject>> = {
  state: described(settledState, 'The new state.'),
};
type Settled = { state?: 'merged' | 'closed' };
const readPatch = patchReader<Settled>('update-proposal', changeable);

export const updateProposal: Operation<Settled & { id: string; jsonPatch?: Json }> = {
  name: 'update-proposal',
  title: 'Merge or close a proposal',
  description:
    'Merges or closes a proposal by its new state: `merged` as `merge-proposal` does, `closed` as `close-proposal` does.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'editor',
  effects: ['propose', 'merge'],
  input: {
    properties: { ...proposalInput.properties, ...changeable, jsonPatch: jsonPatchField },
    required: ['id'],
  },
  target: () => ({ some: true }),
  output: proposalShape,
  async run(context, { id, jsonPatch, ...change }) {
    requireOneKind(jsonPatch, change);
    const details = await requireVisibleProposal(context, id);
    const { state } = jsonPatch === undefined ? change : readPatch(details, jsonPatch);
    if (state === undefined)
      throw new Problem('body_invalid', 'The new state of the proposal is missing', {
        errors: [{ pointer: '/state', message: 'is missing' }],
      });
    if (state === 'closed') return closeProposal.run(context, { id });
    requireScopeEffect(context, 'merge', 'Merging the proposal');
    const { value } = await mergeProposal.run(context, { id });
    return { value: (value as { proposal: unknown }).proposal };
  },
};

/**
 * Refuses a proposal whose changes the caller may not write. Changes outside of entities concern the whole branch.
 * @throws Problem forbidden, write_requires_proposal
 */
function requireWrite(
  context: OperationContext,
  { base, entities, files }: ProposalDetails,
  { propose, isProposed = false }: { propose: boolean; isProposed?: boolean },
): void {
  for (const { type, name } of entities) {
    const refusal = refusalOfWrite(context, { branch: base, type, name }, { propose, isProposed });
    if (refusal) throw refusal.code === 'write_requires_proposal' ? notByCaller(refusal, base) : refusal;
  }
  if (files.length > 0 || (entities.length === 0 && !propose))
    requireWhole(context, base, { isTried: propose, isProposed });
}

/** The change is a proposal already: what is left to do is for someone else. */
function notByCaller(refusal: Problem, base: string): Problem {
  return new Problem('write_requires_proposal', refusal.message, {
    hints: [`Ask a person who may write on \`${base}\` to review the proposal, and to merge or close it.`],
    cause: refusal,
  });
}

export const proposalEntity: PlatformEntity = {
  type: 'proposal',
  named: 'id',
  list: listProposals,
  read: readProposal,
  update: updateProposal,
};
