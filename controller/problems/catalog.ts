/** What a caller should do before trying the same call again. */
export type RetryClass = 'never' | 'wait' | 'backoff';

export interface ProblemKind {
  /** HTTP status (RFC 9110). */
  status: number;
  title: string;
  retry: RetryClass;
  /** What to do next; used when the thrower has nothing more exact to say. */
  hint: string;
}

/**
 * Every problem a caller can meet, once. REST, MCP, GraphQL, the CLI and the documentation read this table.
 * A new entry needs a thrower: a test fails for codes that nothing throws.
 */
export const catalog = {
  action_failed: {
    status: 502,
    title: 'The other side of the connection failed',
    retry: 'backoff',
    hint: 'Try the connection with `POST /api/v1/{branch}/connections/{name}/test`; the detail has what the other side said.',
  },
  action_refused: {
    status: 422,
    title: 'The other side of the connection refused',
    retry: 'never',
    hint: 'The detail has what the other side said; mend the input, or the credentials of the connection.',
  },
  action_timeout: {
    status: 504,
    title: 'The other side of the connection took too long',
    retry: 'backoff',
    hint: 'Ask for less, or raise the time-out in the `config` of the connection.',
  },
  action_unknown: {
    status: 404,
    title: 'The connection has no such action',
    retry: 'never',
    hint: 'List the actions with `GET /api/v1/{branch}/connections/{name}/actions`.',
  },
  api_key_not_found: {
    status: 404,
    title: 'There is no such API key',
    retry: 'never',
    hint: 'List the keys with `GET /api/v1/platform/api-keys`.',
  },
  backup_busy: {
    status: 409,
    title: 'The backup is being used',
    retry: 'never',
    hint: 'Wait until its making, or the restore of it, has ended: `GET /api/v1/platform/entities/platform/backup/{id}` tells.',
  },
  backup_failed: {
    status: 503,
    title: 'The backup could not be made',
    retry: 'backoff',
    hint: 'Check the free space and the rights of the folder of the backups (`Backups.Directory`).',
  },
  backup_foreign: {
    status: 422,
    title: 'The backup is of an installation with another master key',
    retry: 'never',
    hint: 'Start svc with the master key of that installation (`Secrets.MasterKey`, or `Secrets.PreviousMasterKey` after a rotation), or restore flows, environments, connections and config only.',
  },
  backup_invalid: {
    status: 422,
    title: 'The file is not a whole and sound backup',
    retry: 'never',
    hint: 'Upload the file again as it was downloaded; `errors[]` says what is wrong with it.',
  },
  backup_not_found: {
    status: 404,
    title: 'There is no such backup',
    retry: 'never',
    hint: 'List the backups with `GET /api/v1/platform/entities/platform/backup`.',
  },
  backup_too_large: {
    status: 413,
    title: 'The backup is larger than this installation takes',
    retry: 'never',
    hint: 'Raise `Backups.LargestUpload`.',
  },
  backup_unsupported: {
    status: 422,
    title: 'The backup is of a version of svc that this one does not read',
    retry: 'never',
    hint: 'Update svc to the version the backup was made with, or a later one.',
  },
  body_invalid: {
    status: 422,
    title: 'The request body is not what the operation takes',
    retry: 'never',
    hint: 'Compare the body with the operation in the OpenAPI document; `errors[].pointer` names each field.',
  },
  body_too_large: {
    status: 413,
    title: 'The request body is too large',
    retry: 'never',
    hint: 'Send less, or raise `Limits.RequestBody`.',
  },
  branch_in_use: {
    status: 409,
    title: 'The branch is needed',
    retry: 'never',
    hint: 'Do what the message says first, or keep the branch.',
  },
  branch_name_invalid: {
    status: 422,
    title: 'No branch can have this name',
    retry: 'never',
    hint: 'Use letters, digits, `-`, `_` and `/`, as in `feature/new-crm`.',
  },
  branch_not_found: {
    status: 404,
    title: 'There is no such branch',
    retry: 'never',
    hint: 'List the branches with `GET /api/v1/platform/branches`.',
  },
  commit_held: {
    status: 503,
    title: 'The newest commit has invalid entities and is held as a whole',
    retry: 'never',
    hint: 'Mend what the sync status names under `problems` in a further commit; the last good commit serves meanwhile.',
  },
  commit_not_found: {
    status: 404,
    title: 'There is no such commit',
    retry: 'never',
    hint: 'Take a `commitHash` from `GET /api/v1/{branch}/versions/{type}/{name}/history`.',
  },
  connection_unusable: {
    status: 422,
    title: 'The connection cannot be used as it is configured',
    retry: 'never',
    hint: 'Mend the `config` of the connection, or what the environment changes of it.',
  },
  data_directory_in_use: {
    status: 503,
    title: 'The data directory belongs to a running process',
    retry: 'never',
    hint: 'Talk to the running service (`--server`), or stop it first.',
  },
  directory_failed: {
    status: 503,
    title: 'The folder of the entity files cannot be read',
    retry: 'backoff',
    hint: 'Check that the folder exists and that the user svc runs as may read it.',
  },
  entity_file_unreadable: {
    status: 409,
    title: 'The file of the entity cannot be edited as it stands',
    retry: 'never',
    hint: 'Mend the file in Git first; `svc validate` shows what is wrong.',
  },
  entity_in_use: {
    status: 409,
    title: 'Other entities refer to the entity',
    retry: 'never',
    hint: 'Change or delete what `errors[]` names first, or in the same batch.',
  },
  entity_invalid: {
    status: 422,
    title: 'The entity does not validate',
    retry: 'never',
    hint: 'Mend what `errors[]` names; `svc validate` shows the same findings without a server.',
  },
  entity_not_found: {
    status: 404,
    title: 'There is no such entity',
    retry: 'never',
    hint: 'List the entities of this type to see which names there are.',
  },
  entity_read_only: {
    status: 409,
    title: 'Entities of this type cannot be changed through this connection',
    retry: 'never',
    hint: 'List the types with `GET /api/v1/{branch}/entities/{op}`: `capabilities` says what each takes.',
  },
  entity_type_unknown: {
    status: 404,
    title: 'There is no such entity type',
    retry: 'never',
    hint: 'Use one of the types the interface lists, in the singular.',
  },
  environment_not_found: {
    status: 404,
    title: 'There is no such environment',
    retry: 'never',
    hint: 'List the environments with `GET /api/v1/{branch}/environments`.',
  },
  error_code_unknown: {
    status: 404,
    title: 'There is no such error code',
    retry: 'never',
    hint: 'List the catalog with `GET /api/v1/platform/errors`.',
  },
  flow_input_too_large: {
    status: 413,
    title: 'The parameters of the run are too large',
    retry: 'never',
    hint: 'Hand over a reference in place of the data, or raise `Limits.FlowInput`.',
  },
  flow_not_found: {
    status: 404,
    title: 'There is no such flow',
    retry: 'never',
    hint: 'List the flows with `GET /api/v1/{branch}/flows`.',
  },
  forbidden: {
    status: 403,
    title: 'The credential does not allow this',
    retry: 'never',
    hint: 'Ask an administrator for a role that includes it.',
  },
  forge_failed: {
    status: 502,
    title: 'The forge did not answer as it should',
    retry: 'backoff',
    hint: 'Check `Git.Forge` and the network; svc tries again.',
  },
  forge_refused: {
    status: 502,
    title: 'The forge refused the request',
    retry: 'never',
    hint: 'Check `Git.Forge`, and that its token may write commit statuses and pull requests.',
  },
  git_versioning_disabled: {
    status: 409,
    title: 'There are no versions without Git',
    retry: 'never',
    hint: 'Keep the files in a Git repository and set `Git.Enabled: true`; then every change is a commit.',
  },
  git_failed: {
    status: 503,
    title: 'A Git operation failed',
    retry: 'backoff',
    hint: 'Look at the detail; `git fsck` on the repository and the remote access are the usual suspects.',
  },
  idempotency_conflict: {
    status: 409,
    title: 'The idempotency key was used with another body',
    retry: 'never',
    hint: 'Use a new `Idempotency-Key` for a new request.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong inside svc',
    retry: 'backoff',
    hint: 'Look for the request id in the service log.',
  },
  last_admin: {
    status: 409,
    title: 'The last administrator must stay',
    retry: 'never',
    hint: 'Make another user administrator first.',
  },
  list_page_too_large: {
    status: 400,
    title: 'A page of a list has fewer items than were asked for',
    retry: 'never',
    hint: 'Ask for less and go on with `nextCursor`, or raise `Limits.ListPage`.',
  },
  master_key_configured: {
    status: 409,
    title: 'The master key is not kept by svc',
    retry: 'never',
    hint: 'Set a new `Secrets.MasterKey` and the old one as `Secrets.PreviousMasterKey`, and start svc again: it wraps everything anew, and the old key can go.',
  },
  merge_conflict: {
    status: 409,
    title: 'Both sides changed the same',
    retry: 'never',
    hint: 'Look at what `errors[]` names, decide, and make the change on what is there now.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The path does not take this method',
    retry: 'never',
    hint: 'The `Allow` header lists the methods it takes.',
  },
  name_taken: {
    status: 409,
    title: 'The name is in use',
    retry: 'never',
    hint: 'Choose another name, or change what bears it.',
  },
  not_acceptable: {
    status: 406,
    title: 'None of the accepted media types can be produced',
    retry: 'never',
    hint: 'Ask for `application/json`.',
  },
  not_ready: {
    status: 503,
    title: 'The service is not ready yet',
    retry: 'backoff',
    hint: 'Wait a moment; `GET /api/v1/{branch}/cicd/sync` tells how far a branch is.',
  },
  oidc_unavailable: {
    status: 503,
    title: 'The OpenID Connect issuer cannot be reached',
    retry: 'backoff',
    hint: 'Try again in a moment; API keys work meanwhile.',
  },
  overlay_disabled: {
    status: 404,
    title: 'The overlay is not enabled',
    retry: 'never',
    hint: 'Set `LocalOverlay.Enabled: true` to address the branch `local`.',
  },
  parameters_invalid: {
    status: 422,
    title: 'The parameters do not fit the flow',
    retry: 'never',
    hint: 'Compare the parameters with the `input.schema` of the flow.',
  },
  prune_held: {
    status: 503,
    title: 'The newest commit takes away unusually many entities and is held',
    retry: 'never',
    hint: 'Confirm it with `POST /api/v1/{branch}/cicd/sync?confirmPrune=true`, or bring the entities back in a further commit.',
  },
  prune_not_held: {
    status: 409,
    title: 'There is no deletion of this kind to confirm',
    retry: 'never',
    hint: 'Read `GET /api/v1/{branch}/cicd/sync`: it says whether a revision is held, and which.',
  },
  proposal_not_found: {
    status: 404,
    title: 'There is no such proposal',
    retry: 'never',
    hint: 'List the proposals with `GET /api/v1/platform/proposals`.',
  },
  proposal_settled: {
    status: 409,
    title: 'The proposal is not open any more',
    retry: 'never',
    hint: 'Make the change again where it is still wanted.',
  },
  push_declined: {
    status: 409,
    title: 'The remote does not take the commit',
    retry: 'never',
    hint: 'Send the same request with `?propose=true`, or ask whoever set the rule at the remote.',
  },
  query_invalid: {
    status: 400,
    title: 'The GraphQL query is not valid',
    retry: 'never',
    hint: 'Compare the query with the schema; `/graphql` in a browser shows it.',
  },
  query_too_large: {
    status: 400,
    title: 'The GraphQL query asks for too much',
    retry: 'never',
    hint: 'Ask for less at once: smaller `first`, fewer levels.',
  },
  patch_conflict: {
    status: 409,
    title: 'The patch does not fit the entity',
    retry: 'never',
    hint: 'Read the entity again and make the patch of what it is now; `errors[].pointer` names the place.',
  },
  patch_invalid: {
    status: 422,
    title: 'The patch is not valid',
    retry: 'never',
    hint: 'Send a merge patch (RFC 7396) or a JSON patch (RFC 6902), with the media type that names it.',
  },
  queue_full: {
    status: 503,
    title: 'Too many runs are waiting',
    retry: 'backoff',
    hint: 'Try again later, or raise `Limits.PendingRuns`.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    retry: 'wait',
    hint: 'Wait for the number of seconds in `Retry-After`.',
  },
  request_invalid: {
    status: 400,
    title: 'The request cannot be read',
    retry: 'never',
    hint: 'Check the URL, the headers and that the body is valid JSON.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The file has no such bytes',
    retry: 'never',
    hint: 'Ask for a range within the file; a `HEAD` request tells its size.',
  },
  restore_failed: {
    status: 503,
    title: 'The backup could not be restored',
    retry: 'backoff',
    hint: 'Nothing was changed. Mend what the message names and restore again.',
  },
  route_not_found: {
    status: 404,
    title: 'There is nothing at this path',
    retry: 'never',
    hint: 'All paths start with `/api/v1/`; the OpenAPI document lists them.',
  },
  run_not_found: {
    status: 404,
    title: 'There is no such run',
    retry: 'never',
    hint: 'List the runs with `GET /api/v1/{branch}/runs`.',
  },
  run_state_conflict: {
    status: 409,
    title: 'The run is not in a state that allows this',
    retry: 'never',
    hint: 'Read the run to see its status.',
  },
  secret_not_found: {
    status: 404,
    title: 'There is no such secret',
    retry: 'never',
    hint: 'Set it with `POST /api/v1/platform/entities/platform/secret`.',
  },
  setting_from_environment: {
    status: 409,
    title: 'The setting is set by an environment variable',
    retry: 'never',
    hint: 'Change the environment variable and start svc anew.',
  },
  setting_needs_restart: {
    status: 409,
    title: 'The setting cannot change at run time',
    retry: 'never',
    hint: 'Change it in `svc.yaml` and start svc anew; `keys[].runtime` of the section tells which can change.',
  },
  settings_invalid: {
    status: 500,
    title: 'The settings are not valid',
    retry: 'never',
    hint: 'Mend the keys named in the detail in `svc.yaml` or the environment.',
  },
  share_not_found: {
    status: 404,
    title: 'There is no such share',
    retry: 'never',
    hint: 'List the shares with `GET /api/v1/platform/shares`.',
  },
  share_used_up: {
    status: 403,
    title: 'The share link has been used up',
    retry: 'never',
    hint: 'Ask whoever gave you the link for a new one.',
  },
  shutting_down: {
    status: 503,
    title: 'The service is shutting down',
    retry: 'backoff',
    hint: 'Try again in a moment.',
  },
  signature_invalid: {
    status: 401,
    title: 'The signature of the delivery is not valid',
    retry: 'never',
    hint: 'Set the same secret in the webhook of the forge and in `Git.WebhookSecrets`, and see that both clocks are right.',
  },
  sign_in_busy: {
    status: 503,
    title: 'Too many are signing in at once',
    retry: 'backoff',
    hint: 'Try again in a moment.',
  },
  sign_in_failed: {
    status: 401,
    title: 'Signing in failed',
    retry: 'never',
    hint: 'Check what was sent; an administrator can set a new password.',
  },
  storage_failed: {
    status: 503,
    title: 'The database did not take the write',
    retry: 'backoff',
    hint: 'Check the free space and the permissions of the data directory.',
  },
  ticket_not_found: {
    status: 404,
    title: 'There is no such support request',
    retry: 'never',
    hint: 'List the requests with `GET /api/v1/platform/support`.',
  },
  unauthenticated: {
    status: 401,
    title: 'No valid credential was sent',
    retry: 'never',
    hint: 'Send `X-API-Key: <key>`; the first key is in `initial-admin.json` in the data directory.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The media type of the body is not supported',
    retry: 'never',
    hint: 'Send `Content-Type: application/json`.',
  },
  user_not_found: {
    status: 404,
    title: 'There is no such user',
    retry: 'never',
    hint: 'List the users with `GET /api/v1/platform/users`.',
  },
  version_conflict: {
    status: 412,
    title: 'The entity is not at the version the caller has',
    retry: 'never',
    hint: 'Read the entity again, make the change on what it is now, and send it with the new `ETag`.',
  },
  write_requires_proposal: {
    status: 403,
    title: 'The branch takes changes by proposal only',
    retry: 'never',
    hint: 'Send the same request with `?propose=true`.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof catalog;
