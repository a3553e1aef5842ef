import type { ProblemKinds } from './kind.js';

/** Problems with flows, runs and connections. */
export const runs = {
  action_failed: {
    status: 502,
    title: 'The server of the connection failed',
    retry: 'backoff',
    hint: {
      text: 'Test the connection with {call}. The detail contains the answer of the server.',
      operation: 'test-connection',
    },
  },
  action_refused: {
    status: 422,
    title: 'The server of the connection refused the request',
    hint: 'The detail contains the answer of the server. Fix the input, or the credentials of the connection.',
  },
  action_timeout: {
    status: 504,
    title: 'The server of the connection did not answer in time',
    retry: 'backoff',
    hint: 'Ask for less data, or raise the time limit in the `config` of the connection.',
  },
  action_unknown: {
    status: 404,
    title: 'The connection has no such action',
    hint: { text: 'List the actions with {call}.', operation: 'list-connection-actions' },
  },
  action_not_read_only: {
    status: 422,
    title: 'The action may change something',
    hint: {
      text: 'List the actions with {call}, and poll one that only reads.',
      operation: 'list-connection-actions',
    },
  },
  poll_items_invalid: {
    status: 422,
    title: 'The answer of a poll has no items that can be told apart',
    hint: 'Look at an answer of the action with `invoke-connector-action`, and correct `items`, `key`, `since` or `next` of the trigger.',
  },
  children_limit: {
    status: 500,
    title: 'The run starts too many other runs',
    hint: 'Let one run handle several items, or raise `Limits.RunChildren`.',
  },
  connection_unusable: {
    status: 422,
    title: 'The configuration of the connection does not work',
    hint: 'Fix the `config` of the connection, or the values that the environment overrides.',
  },
  event_collection_full: {
    status: 503,
    title: 'Too many events wait for others',
    hint: 'Correlate the events of `schedule.on` with `correlate`, or end `any` with another `until`.',
  },
  event_loop: {
    status: 409,
    title: 'Events start flows in a circle',
    hint: 'Name other types of events in `schedule.on`, or exclude the flow with a condition on `source`; or raise `Limits.RunNesting`.',
  },
  event_type_reserved: {
    status: 422,
    title: 'The type is one of the events of svc',
    hint: 'Choose a type of your own: those that begin with `dev.svc.`, `io.serverlessworkflow.workflow.` or `io.serverlessworkflow.task.` are sent by svc only.',
  },
  flow_answer_invalid: {
    status: 500,
    title: 'The output of the flow is not a valid HTTP response',
    hint: 'Return `{ status, headers, body }` from the flow, or any other JSON, which becomes the body.',
  },
  human_task_claimed: {
    status: 409,
    title: 'Another person works on the human task',
    hint: 'Ask the person who claimed the task to complete or release it; administrators may release it too.',
  },
  human_task_ended: {
    status: 409,
    title: 'The human task has ended',
    hint: {
      text: 'Read the task with {call} to see how it ended. A run that was retried opens a task of its own.',
      operation: 'read-human-task',
    },
  },
  human_task_link_invalid: {
    status: 403,
    title: 'The link does not lead to a human task',
    hint: 'Open the link as it was sent to you, whole. A link is for one person, and ends with its task: ask the person who sent it.',
  },
  human_task_not_found: {
    status: 404,
    title: 'There is no such human task',
    hint: { text: 'List your open tasks with {call}.', operation: 'list-human-tasks' },
  },
  human_task_values_invalid: {
    status: 422,
    title: 'The values do not fit the form of the human task',
    hint: 'The member `form` of the task is the JSON Schema of the values.',
  },
  run_search_disabled: {
    status: 409,
    title: 'Runs are not searched for a text',
    hint: 'Leave `q` out and use the other filters, or set `Flows.SearchRuns: true` and start the service again.',
  },
  webhook_not_found: {
    status: 404,
    title: 'No trigger receives deliveries at this address',
    hint: 'The address is `/api/v1/{branch}/hooks/{path}`, with `webhook.path` of a trigger.',
  },
  message_too_large: {
    status: 413,
    title: 'The message of the connection is too large',
    hint: 'Send a reference to the data in place of the data, then discard the delivery. A stream still has the message, and so has the dead-letter exchange of an AMQP queue.',
  },
  delivery_not_found: {
    status: 404,
    title: 'No such delivery is parked',
    hint: {
      text: 'List the parked deliveries with {call}; one that was replayed or discarded is gone.',
      operation: 'list-deliveries',
    },
  },
  webhook_unusable: {
    status: 503,
    title: 'The webhook cannot check deliveries',
    retry: 'backoff',
    hint: 'The log of the service names the secret of the signature that cannot be read.',
  },
  flow_disabled: {
    status: 409,
    title: 'The flow is disabled',
    hint: 'Remove `document.metadata.disabled` from the flow to run it again. The detail contains the reason that was given there.',
  },
  flow_duration_exceeded: {
    status: 408,
    title: 'The run exceeded its time limit',
    hint: 'Set a `timeout` in the flow, or raise `Limits.FlowDuration`.',
  },
  flow_faulted: {
    status: 500,
    title: 'The flow ended with an error',
    hint: 'The detail contains the error of the flow. The header `X-Svc-Run-Id` names the run.',
  },
  flow_input_too_large: {
    status: 413,
    title: 'The parameters of the run are too large',
    hint: 'Pass a reference in place of the data, or raise `Limits.FlowInput`.',
  },
  flow_not_found: {
    status: 404,
    title: 'There is no such flow',
    hint: {
      text: 'List the flows with {call}.',
      operation: 'list-entities',
      arguments: { op: 'platform', type: 'flow' },
    },
  },
  file_count_limit: {
    status: 500,
    title: 'The run has too many files',
    hint: 'Let several runs share the work, or raise `Limits.FilesPerRun`.',
  },
  file_not_found: {
    status: 404,
    title: 'The run has no such file',
    hint: {
      text: 'List the files with {call}. Files are removed with their run.',
      operation: 'list-run-files',
    },
  },
  file_too_large: {
    status: 413,
    title: 'The file is too large',
    hint: 'Transfer it in parts, or raise `Limits.File`.',
  },
  journal_limit: {
    status: 500,
    title: 'The journal of the run is too large',
    hint: 'Split the work into several runs, or store data elsewhere and pass on its address; or raise `Limits.RunJournal`.',
  },
  nesting_limit: {
    status: 500,
    title: 'Flows start flows too deep',
    hint: 'End the recursion with a condition, or use a loop; or raise `Limits.RunNesting`.',
  },
  parameters_invalid: {
    status: 422,
    title: 'The parameters do not fit the flow',
    hint: 'Compare the parameters with the `input.schema` of the flow.',
  },
  queue_full: {
    status: 503,
    title: 'Too many runs are waiting',
    retry: 'backoff',
    hint: 'Try again later, or raise `Limits.PendingRuns`.',
  },
  redirect_refused: {
    status: 502,
    title: 'The redirect leads to another origin',
    hint: 'Use the address that the server redirects to. A request with credentials, or of a run that uses secrets, does not follow a redirect to another origin.',
  },
  run_not_found: {
    status: 404,
    title: 'There is no such run',
    hint: { text: 'List the runs with {call}.', operation: 'list-runs' },
  },
  run_task_not_found: {
    status: 404,
    title: 'The run has no execution of this task',
    hint: {
      text: 'Read the timeline with {call}: it has the name, the reference and the key of each execution.',
      operation: 'list-run-tasks',
    },
  },
  not_replayable: {
    status: 409,
    title: 'The run was not recorded whole',
    hint: {
      text: 'Take a later run of the flow, which {call} lists, or run the flow again with `rerun-run`.',
      operation: 'list-runs',
    },
  },
  run_state_conflict: {
    status: 409,
    title: 'The status of the run does not allow this operation',
    hint: { text: 'Read the run with {call} to see its status.', operation: 'read-run' },
  },
  step_limit: {
    status: 500,
    title: 'The run starts too many tasks',
    hint: 'End the loop with a condition, or let several runs share the work; or raise `Limits.RunTasks`.',
  },
  task_output_too_large: {
    status: 500,
    title: 'The output of a task is too large',
    hint: 'Store the data elsewhere and pass on its address, or raise `Limits.TaskOutput`. The largest output is 8 MiB.',
  },
  backfill_too_large: {
    status: 422,
    title: 'The span of the backfill has too many times',
    hint: 'Give a shorter span, and repeat with the next one: one backfill starts at most 100 runs.',
  },
  trigger_not_found: {
    status: 404,
    title: 'There is no such trigger',
    hint: { text: 'List the triggers with {call}.', operation: 'list-trigger-states' },
  },
  trigger_not_scheduled: {
    status: 409,
    title: 'The trigger has no times to start at',
    hint: { text: 'Run its flow instead, with {call}.', operation: 'run-flow' },
  },
  run_elsewhere: {
    status: 503,
    title: 'The node that has the run does not answer',
    retry: 'backoff',
    hint: 'Try again in a few seconds: where that node has died, another one takes the run over.',
  },
} as const satisfies ProblemKinds;
