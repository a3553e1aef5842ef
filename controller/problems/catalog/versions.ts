import type { ProblemKinds } from './kind.js';

/** Problems with branches, commits, proposals, forges and remotes. */
export const versions = {
  branch_in_use: {
    status: 409,
    title: 'The branch is in use',
    hint: 'Do what the message asks for first, or keep the branch.',
  },
  branch_name_invalid: {
    status: 422,
    title: 'A branch cannot have this name',
    hint: 'Use letters, digits, `-`, `_` and `/`, as in `feature/new-crm`.',
  },
  branch_not_found: {
    status: 404,
    title: 'There is no such branch',
    hint: { text: 'List the branches with {call}.', operation: 'list-branches' },
  },
  commit_held: {
    status: 503,
    title: 'The newest commit has invalid entities and is not applied',
    hint: 'Fix the `problems` of the sync status in another commit. The last valid commit stays in service meanwhile.',
  },
  commit_not_found: {
    status: 404,
    title: 'There is no such commit',
    hint: { text: 'Use a `commitHash` of the history, which {call} lists.', operation: 'list-versions' },
  },
  commit_unverified: {
    status: 409,
    title: 'The newest commit lacks a signature that counts, and is not applied',
    hint: 'Sign the commit with a key of `Git.Verify.keys` and push it again (`git commit --amend -S`), or push a signed one on top where `commits` is `tip`. The commit before stays in service meanwhile.',
  },
  forge_failed: {
    status: 502,
    title: 'The forge did not answer as expected',
    retry: 'backoff',
    hint: 'Check `Git.Forge` and the network. svc tries again.',
  },
  forge_refused: {
    status: 502,
    title: 'The forge refused the request',
    hint: 'Check `Git.Forge`, and that its token may write commit statuses and pull requests.',
  },
  git_failed: {
    status: 503,
    title: 'A Git operation failed',
    retry: 'backoff',
    hint: 'Read the detail. Often `git fsck` on the repository, or the access to the remote, reveals the cause.',
  },
  remote_unavailable: {
    status: 503,
    title: 'The remote does not take changes at the moment',
    retry: 'backoff',
    hint: 'Try again when the remote (`Git.Remote`) answers. Where several nodes share a database, a change counts once the remote has it.',
  },
  git_versioning_disabled: {
    status: 409,
    title: 'Versions need a Git repository',
    hint: 'Keep the files in a Git repository and set `Git.Enabled: true`. Every change is then a commit.',
  },
  overlay_disabled: {
    status: 404,
    title: 'The overlay is not enabled',
    hint: 'Set `LocalOverlay.Enabled: true` to use the branch `local`.',
  },
  proposal_moved: {
    status: 409,
    title: 'The proposal or its base has new commits',
    hint: {
      text: 'Read the proposal again with {call}, and ask again whether it shall be merged.',
      operation: 'read-proposal',
    },
  },
  proposal_not_found: {
    status: 404,
    title: 'There is no such proposal',
    hint: { text: 'List the proposals with {call}.', operation: 'list-proposals' },
  },
  proposal_settled: {
    status: 409,
    title: 'The proposal is no longer open',
    hint: 'Make the change again in a new proposal if you still want it.',
  },
  review_missing: {
    status: 409,
    title: 'The proposal lacks a review that its base requires',
    hint: {
      text: 'Ask a person who made no part of it to look at it, and to approve it with {call}.',
      operation: 'approve-proposal',
    },
  },
  tests_failing: {
    status: 409,
    title: 'A flow test fails that the branch requires to pass',
    hint: {
      text: 'Correct the flow or the test, whichever is wrong; {call} runs the tests of the branch that is merged.',
      operation: 'run-flow-tests',
    },
  },
  prune_held: {
    status: 503,
    title: 'The newest commit deletes unusually many entities and is not applied',
    hint: {
      text: 'Confirm the deletions with {call}, or restore the entities in another commit.',
      operation: 'sync-branch',
      arguments: { confirmPrune: true },
    },
  },
  prune_not_held: {
    status: 409,
    title: 'There is no such deletion to confirm',
    hint: {
      text: 'See which revision is held, if there is one, with {call}.',
      operation: 'read-sync-status',
    },
  },
  push_declined: {
    status: 409,
    title: 'The remote refused the commit',
    hint: {
      text: 'Repeat the call with {call}, or ask the administrator of the remote about its rules.',
      arguments: { propose: true },
    },
  },
  signature_invalid: {
    status: 401,
    title: 'The signature of the delivery is not valid',
    hint: 'Set the same secret at the sender and here (`Git.WebhookSecrets` for the repository, `webhook.signature` of a trigger), and check both clocks.',
  },
  write_requires_proposal: {
    status: 403,
    title: 'The branch accepts changes only as proposals',
    hint: { text: 'Repeat the call with {call}.', arguments: { propose: true } },
  },
} as const satisfies ProblemKinds;
