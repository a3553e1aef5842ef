import { notRunnableField } from '../shared/missing-needs.js';
import {
  changeField,
  choice,
  described,
  findingShape,
  flag,
  getAnswer,
  getArray,
  integer,
  named,
  openObject,
  text,
  textOrNull,
  texts,
  withOptional,
} from '../shared/schemas.js';

const settled = { merged: 'The change is in `base`.', closed: 'It was closed without a merge.' };
/** The states that a call can set. */
export const settledState = choice(settled);
export const proposalState = described(
  choice({ open: 'It waits for a review.', ...settled }),
  'The state of the proposal.',
);

export const proposalShape = getAnswer(
  { title: 'Proposal', description: 'A change on a branch of its own, for review and merge.' },
  {
    id: described(text, 'The id of the proposal.'),
    branch: described(text, 'The branch with the change.'),
    base: described(text, 'The branch to merge into.'),
    title: described(text, 'The change in one line.'),
    body: described(text, 'The reasons for the change.'),
    author: described(text, 'The principal who made the proposal.'),
    createdAt: named.createdAt,
    state: proposalState,
    compareUrl: described(text, 'The page where people review the proposal.'),
    pullRequestUrl: described(textOrNull, 'The page of the pull request; null without one.'),
  },
  {
    closedAt: described(textOrNull, 'The time at which it was merged or closed; null before.'),
    closedBy: described(textOrNull, 'The principal who merged or closed it.'),
    mergedCommit: described(textOrNull, 'The commit of `base` with the change, once merged.'),
  },
);

const entityShape = getAnswer(
  { title: 'ProposedEntity', description: 'The effect of a proposal on one entity.' },
  {
    type: named.type,
    name: named.name,
    change: described(changeField, 'The effect on the entity.'),
    path: named.path,
  },
);

const reviewShape = getAnswer(
  { title: 'ProposalReview', description: 'The last review of a person.' },
  {
    reviewer: described(text, 'The principal.'),
    verdict: described(
      choice({ approved: 'The reviewer agrees.', 'changes-requested': 'The reviewer wants something else.' }),
      'The judgement.',
    ),
    comment: described(text, 'The reasons; empty without any.'),
    revision: described(text, 'The commit of the proposal that was looked at.'),
    createdAt: named.createdAt,
    counts: described(flag, 'Whether it counts for the proposal as it is now.'),
    reason: described(textOrNull, 'The reason for which it does not count.'),
  },
);

const reviewStateShape = getAnswer(
  { title: 'ProposalReviewState', description: 'The reviews, by what `Git.Reviews` requires of the base.' },
  {
    required: described(integer, 'The approvals that a merge needs.'),
    approvals: described(integer, 'The approvals that count.'),
    met: described(flag, 'Whether no review is missing.'),
    missing: described(texts, 'A sentence for each thing that is missing.'),
    notes: described(texts, 'Sentences about lines of `CODEOWNERS` that are not read.'),
    reviews: described(getArray(reviewShape), 'The reviews, the oldest first.'),
  },
);

const conflictShape = getAnswer(
  { title: 'ProposalConflict', description: 'A file that conflicts with `base`.' },
  {
    path: named.path,
    conflicts: {
      type: 'array',
      description: 'The pointer, and the value of each side; empty if the files conflict as a whole.',
      items: openObject,
    },
  },
);

export const proposalDetailsShape = withOptional(
  proposalShape,
  { title: 'ProposalDetails', description: 'A proposal with what its merge would do.' },
  {
    revision: described(textOrNull, 'The newest commit of the branch.'),
    baseRevision: described(textOrNull, 'The newest commit of `base`; null once it is merged or closed.'),
    diff: described(text, 'The unified diff that a merge would make in `base` now.'),
    entities: described(getArray(entityShape), 'The effect on each entity.'),
    files: described(texts, 'Changed files that belong to no entity.'),
    findings: described(getArray(findingShape), 'Findings in the changed files.'),
    notRunnable: notRunnableField,
    valid: described(flag, 'Whether `base` would stay valid.'),
    mergeability: described(
      choice({
        'fast-forward': '`base` takes over the commits.',
        merge: 'A merge commit joins both.',
        conflict: 'The change conflicts with `base`.',
        settled: 'The proposal is merged or closed.',
      }),
      'The result of merging the proposal now.',
    ),
    conflicts: described(getArray(conflictShape), 'The files that conflict.'),
    review: reviewStateShape,
  },
);
