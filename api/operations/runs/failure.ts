import { type CallHint, type HintBody, toHintBody } from '../../../controller/problems/index.js';
import { getIterations } from '../../../controller/rehearsal/index.js';
import type { Run, TaskRecord } from '../../../controller/runs/contract.js';
import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json } from '../../../schemas/json/types.js';
import { isObject, parsePointer } from '../../../schemas/json/values.js';
import { flowRunTarget, getAccess, mayReachRun } from '../shared/authorization.js';
import { toLineJson } from '../shared/line-json.js';
import type { OperationContext } from '../shared/operation.js';

/** Characters of JSON of the input of a run, or of the definition of a task, in the description of a failure. */
const maxLength = 3_000;
/** Runs inside each other that are followed to the task that failed. */
const maxDepth = 8;

/** The place of a failure: a task, in iterations of loops, perhaps in the run of a subflow. */
interface Place {
  task: string | null;
  /** The key of the execution; null where the timeline does not have it. */
  key: string | null;
  /** The outermost loop first. */
  iteration: readonly { task: string; index: number }[];
  childRun: (Place & { run: string; flow: string; branch: string }) | null;
}

/** The place of a failure, its input, and the likely fix with the calls to make. */
export type RunFailure = Record<string, unknown> & { task: string | null; next: HintBody[] };

/** Adds the failure to a faulted run, for a caller that may see the run. */
export async function withFailure(
  context: OperationContext,
  run: Run,
): Promise<Run & { failed?: RunFailure }> {
  return run.status === 'faulted' ? { ...run, failed: await getFailure(context, run) } : run;
}

async function getFailure(context: OperationContext, run: Run): Promise<RunFailure> {
  const record = await findFault(context, run);
  const { task, key, iteration, childRun } = await findPlace(context, run, record);
  // The holder of a link sees the run, not the flow.
  const maySeeFlow =
    context.principal.share === undefined && getAccess(context).may('viewer', flowRunTarget(run));
  const definition = task === null || !maySeeFlow ? undefined : findTask(context, run, task);
  const hidden = record && maySeeFlow ? context.controller.taskInspector.findHidingReason(record) : undefined;
  const taskInput = hidden === undefined && maySeeFlow ? record?.input : undefined;
  return {
    task,
    key,
    iteration: iteration as unknown as Json,
    ...(childRun === null ? {} : { childRun: childRun as unknown as Json }),
    ...(definition === undefined ? {} : { definition: shorten(definition) }),
    ...(taskInput == null ? {} : { taskInput: shorten(taskInput) }),
    ...(hidden === undefined ? {} : { missing: hidden }),
    runInput: shorten(run.input),
    likelyFix: likelyFix(run),
    next: nextSteps(run).map((hint) => toHintBody(hint, context.writeCall)),
  };
}

async function findPlace(
  context: OperationContext,
  { id, error }: Run,
  record: TaskRecord | undefined,
  depth = 1,
): Promise<Place> {
  const { runs } = context.controller;
  const task = error?.instance ?? null;
  if (!record) return { task, key: null, iteration: [], childRun: null };
  const { key } = record;
  const iteration = getIterations(key);
  const child = record.task === 'run' && depth < maxDepth ? await runs.child(id, key) : undefined;
  if (child?.status !== 'faulted' || !mayReachRun(context, 'viewer', child))
    return { task, key, iteration, childRun: null };
  const place = await findPlace(context, child, await findFault(context, child), depth + 1);
  return {
    task,
    key,
    iteration,
    childRun: { run: child.id, flow: child.flow, branch: child.branch, ...place },
  };
}

/** The execution that failed, and the run with it. */
async function findFault(
  { controller }: OperationContext,
  { id, error }: Run,
): Promise<TaskRecord | undefined> {
  return error?.instance === undefined ? undefined : controller.runs.findFault(id, error.instance);
}

/** The task at a reference, in the flow as it is in service; undefined for one that is gone, or in another file. */
function findTask({ controller }: OperationContext, run: Run, reference: string): Json | undefined {
  const record = controller.reconciler.peek(run.branch)?.get('flow', run.flow);
  let at: Json | undefined = record?.definition;
  for (const step of parsePointer(reference) ?? []) {
    at = Array.isArray(at) ? at[Number(step)] : isObject(at) ? at[step] : undefined;
  }
  return at;
}

function shorten(value: Json): Json {
  const text = toJsonText(value ?? null);
  return text.length <= maxLength ? (value ?? null) : `${text.slice(0, maxLength)}…`;
}

/** The calls that go on. */
function nextSteps({ id, flow, branch }: Run): CallHint[] {
  const run = { branch, run: id };
  return [
    { text: 'Read the log with {call}.', operation: 'read-run-logs', arguments: run },
    {
      text: 'Change the flow with {call}.',
      operation: 'update-entity',
      arguments: { branch, op: 'platform', type: 'flow', name: flow, patch: {} },
    },
    {
      text: 'After the change, go on from the failed task with {call}; without `revision`, with the flow as it was.',
      operation: 'retry-run',
      arguments: { ...run, revision: 'newest' },
    },
    {
      text: 'Run again from the start, with the flow as it is now, with {call}.',
      operation: 'rerun-run',
      arguments: run,
    },
  ];
}

/** Returns a failure with the call of a tool that shows what the failed task sees. */
export function forTools({ flow, branch }: Run, failure: RunFailure): RunFailure {
  const { task, next } = failure;
  if (task === null) return failure;
  const call = `describe ${toLineJson({ type: 'flow', name: flow, branch, topic: task })}`;
  return { ...failure, next: [{ text: `See what the task sees with \`${call}\`.`, call }, ...next] };
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
