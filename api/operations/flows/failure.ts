import type { Run, TaskRecord } from '../../../controller/runs/contract.js';
import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, parsePointer } from '../../../schemas/json/values.js';
import { readEntity } from '../entities/operations.js';
import { listRunTasks } from '../runs/operations.js';
import type { ToolScope } from '../shared/tool.js';

/** Characters of JSON of the input of a run, or of the definition of a task, in the description of a failure. */
const maxLength = 3_000;

/** Describes the failure of a run: the task, what it does, what it worked on, and the likely fix with the calls to make. */
export async function toFailure(scope: ToolScope, run: Run): Promise<JsonObject> {
  const { flow, branch, error, input } = run;
  const task = error?.instance ?? null;
  const address = { branch, op: 'platform', type: 'flow', name: flow };
  // The caller may run flows that it cannot read.
  const entity = (await scope.perform(readEntity, address).catch(() => ({}))) as JsonObject;
  const definition = task === null ? undefined : taskAt(entity['definition'] ?? null, task);
  const taskInput = task === null ? null : await getInput(scope, run, task);
  return {
    task,
    ...(definition === undefined ? {} : { definition: short(definition) }),
    ...(taskInput === null ? {} : { taskInput: short(taskInput) }),
    runInput: short(input as Json),
    likelyFix: likelyFix(run),
    next: [
      ...(task === null
        ? []
        : [
            `describe {"type": "flow", "name": "${flow}", "branch": "${branch}", "topic": "${task}"}: what the task sees`,
          ]),
      `read-entity {"type": "run", "name": "${run.id}", "branch": "${branch}", "pointer": "/log"}: the log`,
      `update-entity {"type": "flow", "name": "${flow}", "branch": "${branch}", "jsonPatch": […]}: change the flow`,
      `control {"type": "run", "name": "${run.id}", "branch": "${branch}", "action": "retry"}: go on from the failed task`,
    ],
  };
}

/** The input of the task when it failed, with secrets masked; null where that is not recorded. */
async function getInput(scope: ToolScope, { id, branch }: Run, task: string): Promise<Json> {
  // The caller may run flows whose timelines it cannot read.
  const answer = await scope.perform(listRunTasks, { run: id, branch }).catch(() => ({ items: [] }));
  const { items } = answer as unknown as { items: TaskRecord[] };
  return items.findLast(({ reference, status }) => reference === task && status === 'faulted')?.input ?? null;
}

/** The task at a reference; a loop or a block that was left out of a document gives undefined. */
function taskAt(definition: Json, reference: string): Json | undefined {
  let at: Json | undefined = definition;
  for (const step of parsePointer(reference) ?? []) {
    at = Array.isArray(at) ? at[Number(step)] : isObject(at) ? at[step] : undefined;
  }
  return at;
}

function short(value: Json): Json {
  const text = toJsonText(value ?? null);
  return text.length <= maxLength ? (value ?? null) : `${text.slice(0, maxLength)}…`;
}

/** Names the usual remedy, by the type of the error and its status. */
function likelyFix({ error, environment }: Run): string {
  const { type = '', status = 500 } = error ?? {};
  const kind = type.split('/').at(-1) ?? '';
  if (kind === 'expression')
    return 'Correct the expression: it met data of another type, or a missing member. `describe` of the task says what `.` is; `// default` and `?` allow for missing data.';
  if (kind === 'validation')
    return 'The data does not fit a schema: correct the parameters of the run, or the schema.';
  if (kind === 'configuration')
    return 'Correct the call: `describe` of the connection with the action as `topic` has the arguments.';
  if (kind === 'authorization' || kind === 'authentication' || status === 401 || status === 403)
    return `The server refused the credentials: check the connection, its secrets and the environment ${environment ?? 'of the run'}; a person sets secrets.`;
  if (kind === 'timeout' || status === 408 || status === 504)
    return 'Allow more time (`timeout` of the task), ask for less, or repeat with `try` and `retry`.';
  if (status === 404)
    return 'The server does not know what was asked for: check the path and its parameters, or catch status 404 with `try`.';
  if (status === 429 || status >= 500)
    return kind === 'communication'
      ? 'The server is busy or broken: retry the run later, or let the flow repeat with `try` and `retry`.'
      : 'Read the detail and the log; correct the task, then retry the run.';
  if (kind === 'communication')
    return 'The server refused the request: its answer is in `error.detail`. Correct the arguments of the call.';
  return 'The flow raised this error itself: check its parameters, or the task that raises it.';
}
