import type { ProblemKinds } from './kind.js';

/** Problems with callers, their credentials and their rights. */
export const callers = {
  api_key_not_found: {
    status: 404,
    title: 'There is no such API key',
    hint: { text: 'List the keys with {call}.', operation: 'list-api-keys' },
  },
  client_grant_not_found: {
    status: 404,
    title: 'There is no such grant of a client',
    hint: { text: 'List the grants with {call}.', operation: 'list-client-grants' },
  },
  cross_site_refused: {
    status: 403,
    title: 'The request may come from another site',
    hint: 'Pages of this service send `X-Svc-Console: 1`. Programs use an API key or a token in place of the cookie.',
  },
  approval_interrupted: {
    status: 409,
    title: 'The service stopped while a granted call was made',
    hint: 'Look in the other system if the call was made. Request it again if it was not.',
  },
  approval_not_found: {
    status: 404,
    title: 'There is no such approval',
    hint: { text: 'List the approvals with {call}.', operation: 'list-approvals' },
  },
  approval_pending: {
    status: 202,
    title: 'A person has to grant the effect first',
    hint: { text: 'Read the decision with {call}.', operation: 'read-approval' },
  },
  approval_settled: {
    status: 409,
    title: 'The approval is settled',
    hint: 'An effect that is still wanted is requested again: by the same call as before.',
  },
  approval_void: {
    status: 409,
    title: 'What would happen has changed since the approval was requested',
    hint: 'An effect that is still wanted is requested again: by the same call as before.',
  },
  approvals_full: {
    status: 429,
    title: 'Too many requests of the caller wait for a person',
    hint: { text: 'Wait until a person has decided on some of them: {call}.', operation: 'list-approvals' },
  },
  environment_not_allowed: {
    status: 403,
    title: 'The branch may not use the environment',
    hint: 'List the branch under `branches` of the environment on the production branch.',
  },
  forbidden: {
    status: 403,
    title: 'The credential does not allow this operation',
    hint: 'Ask an administrator for a role that allows it.',
  },
  host_not_allowed: {
    status: 403,
    title: 'The branch may not send secrets to this place',
    hint: 'List the place under `hosts` of the environment on the production branch.',
  },
  last_admin: {
    status: 409,
    title: 'The last administrator cannot be removed or limited',
    hint: 'Make another user an administrator first.',
  },
  name_taken: {
    status: 409,
    title: 'The name is in use',
    hint: 'Choose another name, or change the object that has this name.',
  },
  confirmation_required: {
    status: 428,
    title: 'The call needs the consent of a person',
    hint: 'Ask the user. If they agree, repeat the call with `confirm`; it is valid for ten minutes, for this call only.',
  },
  consent_failed: {
    status: 400,
    title: 'The consent was not completed',
    hint: {
      text: 'Begin it again with {call}, in the browser in which you are signed in.',
      operation: 'begin-consent',
    },
  },
  consent_required: {
    status: 401,
    title: 'A person has to consent to the use of the API',
    hint: { text: 'Begin it with {call}.', operation: 'begin-consent' },
  },
  oidc_unavailable: {
    status: 503,
    title: 'The OpenID Connect issuer cannot be reached',
    retry: 'backoff',
    hint: 'Try again in a moment. API keys work meanwhile.',
  },
  person_required: {
    status: 403,
    title: 'Only a person may do this',
    hint: 'Let a person do it: a user who signs in, or the owner of a key with `"actor": "person"`. An administrator makes such a key, or adds `may: [complete-human-task]` to a grant of a team of the caller.',
  },
  share_ended: {
    status: 403,
    title: 'The share link has ended with the rights of its maker',
    hint: 'Ask a person who may run the flow for a new link.',
  },
  share_not_found: {
    status: 404,
    title: 'There is no such share',
    hint: { text: 'List the shares with {call}.', operation: 'list-shares' },
  },
  share_used_up: {
    status: 403,
    title: 'The share link has no uses left',
    hint: 'Ask the person who gave you the link for a new one.',
  },
  sign_in_busy: {
    status: 503,
    title: 'Too many sign-ins are being checked at once',
    retry: 'backoff',
    hint: 'Try again in a moment.',
  },
  sign_in_failed: {
    status: 401,
    title: 'The sign-in failed',
    hint: 'Check the user name and the password or token. An administrator can set a new password.',
  },
  sign_in_limited: {
    status: 429,
    title: 'There were too many failed sign-ins',
    retry: 'wait',
    hint: 'Wait for the number of seconds in `Retry-After`. `Limits.SignInsPerMinute` limits each address.',
  },
  unauthenticated: {
    status: 401,
    title: 'The request has no valid credential',
    hint: 'Send `X-API-Key: <key>`. The first key is in `initial-admin.json` in the data directory.',
  },
  user_not_found: {
    status: 404,
    title: 'There is no such user',
    hint: { text: 'List the users with {call}.', operation: 'list-users' },
  },
} as const satisfies ProblemKinds;
