import {
  choice,
  described,
  flag,
  getAnswer,
  moment,
  named,
  openObject,
  text,
  textOrNull,
} from '../shared/schemas.js';

export const approvalStatus = choice({
  pending: 'It waits for a person.',
  granted: 'The effect was made, once.',
  denied: 'A person decided against it.',
  expired: 'A day passed without a decision.',
  void: 'What would happen had changed.',
  failed: 'The call to another system was made, and failed or was interrupted.',
});

const summary = {
  id: described(text, 'The id of the approval.'),
  status: described(approvalStatus, 'The decision.'),
  effect: described(text, 'What happens when it is granted, in one sentence.'),
  operation: described(text, 'The operation that is performed then.'),
  digest: described(
    text,
    'The digest of exactly what happens: the operation, its input and what that meets.',
  ),
  neededRole: described(text, 'The least role of the person who grants it.'),
  requestedBy: described(text, 'The principal who asks, in whose name it is made.'),
  client: described(text, 'The name that the client of the principal gives itself.'),
  createdAt: named.createdAt,
  expiresAt: described(moment, 'The time at which the request ends.'),
  decidedAt: described(textOrNull, 'The time of the decision; null before.'),
  decidedBy: described(textOrNull, 'The principal who decided; null before.'),
};

export const approvalSummaryShape = getAnswer(
  { title: 'ApprovalSummary', description: 'An effect that waits, or waited, for the consent of a person.' },
  summary,
);

export const approvalShape = getAnswer(
  {
    title: 'Approval',
    description: 'An effect that waits, or waited, for consent, with what a person should see.',
  },
  {
    ...summary,
    mayDecide: described(flag, 'Whether the caller may grant or deny it.'),
  },
  {
    details: described(
      openObject,
      'What decides the effect besides the sentence, such as a diff; left out once it is decided.',
    ),
    outcome: described(openObject, 'The result without what is shown once, or the problem; left out before.'),
  },
);

export const grantedShape = getAnswer(
  { title: 'GrantedApproval', description: 'A granted approval, and what its effect answered.' },
  { approval: approvalSummaryShape },
  { result: described(openObject, 'The answer of the operation. Only this answer has a new key or token.') },
);
