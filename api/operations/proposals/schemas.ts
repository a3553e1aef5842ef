import {
  answerOf,
  arrayOf,
  choice,
  described,
  findingShape,
  flag,
  openObject,
  text,
  textOrNull,
  texts,
  withOptional,
} from '../shared/schemas.js';

export const proposalShape = answerOf(
  'Proposal',
  {
    id: text,
    branch: described(text, 'The branch with the change.'),
    base: described(text, 'The branch to merge into.'),
    title: text,
    body: text,
    author: described(text, 'The principal who made the proposal.'),
    createdAt: text,
    state: choice('open', 'merged', 'closed'),
    compareUrl: described(text, 'The page where people review the proposal.'),
    pullRequestUrl: textOrNull,
  },
  {
    closedAt: textOrNull,
    closedBy: textOrNull,
    mergedCommit: described(textOrNull, 'The commit of `base` with the change, once merged.'),
  },
);

const entityShape = answerOf('ProposedEntity', {
  type: text,
  name: text,
  change: choice('created', 'updated', 'deleted', 'unchanged'),
  path: text,
});

const conflictShape = answerOf('ProposalConflict', {
  path: text,
  conflicts: {
    type: 'array',
    description: 'The pointer, and the value of each side; empty if the files conflict as a whole.',
    items: openObject,
  },
});

export const proposalDetailsShape = withOptional(proposalShape, 'ProposalDetails', {
  revision: described(textOrNull, 'The newest commit of the branch.'),
  diff: described(text, 'The unified diff that a merge would make in `base` now.'),
  entities: arrayOf(entityShape),
  files: described(texts, 'Changed files that belong to no entity.'),
  findings: arrayOf(findingShape),
  valid: described(flag, 'Whether `base` would stay valid.'),
  mergeability: choice('fast-forward', 'merge', 'conflict', 'settled'),
  conflicts: arrayOf(conflictShape),
});
