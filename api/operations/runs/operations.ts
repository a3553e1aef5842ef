import { Problem } from '../../../controller/problems/index.js';
import type { ListedTask, LogSelection, Run, RunRevision } from '../../../controller/runs/contract.js';
import type { Role, Target } from '../../../controller/security/identity/access/access.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { flowRunTarget, getAccess, mayReachRun, partOfBranch } from '../shared/authorization.js';
import {
  branchField,
  namedField,
  offByDefault,
  type PageInput,
  pageFields,
  requirePageSize,
  textField,
} from '../shared/fields.js';
import { type Operation, type OperationContext, reads, type StreamItem } from '../shared/operation.js';
import { decodeCursor, encodeCursor, pageOfSearched } from '../shared/pages.js';
import type { PlatformEntity } from '../shared/platform-entities.js';
import { choice, described, flag, getAnswer, getArray, getPage, integer, toList } from '../shared/schemas.js';
import { withFailure } from './failure.js';
import { type RunFilters, readSelection, runFilterFields } from './filters.js';
import { inspectedTaskShape, logEntryShape, runShape, taskShape } from './schemas.js';

export interface RunAddress {
  branch: string;
  run: string;
}

/** A run, named by its id alone, or looked for on one branch. */
type SomeRun = Pick<RunAddress, 'run'> & Partial<RunAddress>;

const runField = namedField('The id of the run.', '0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11');

export const addressInput = {
  properties: { branch: branchField, run: runField },
  required: ['branch', 'run'],
};

/** Runs of all branches where none is named: of each branch the caller sees the runs that its role allows. */
function runsTarget({ branch }: { branch?: string }): Target {
  return branch === undefined ? { type: 'flow', some: true } : partOfBranch({ branch });
}

/** Members of a run that lists leave out. */
const dataFields = choice({
  input: 'The parameters of the run.',
  output: 'The output of the flow.',
});
type DataField = 'input' | 'output';

type ListInput = RunFilters & PageInput & { branch?: string; fields?: DataField[]; count?: boolean };

const runPage = getPage(runShape);
const countShape = getAnswer(
  { title: 'RunCount', description: 'The number of runs that a list has in all its pages.' },
  {
    runs: described(integer, 'The runs, counted up to 10,000.'),
    isExact: described(
      flag,
      'False where there may be more: there are more than 10,000, or the search ended before the last run.',
    ),
  },
);

export const listRuns: Operation<ListInput> = {
  name: 'list-runs',
  title: 'List runs',
  description:
    'The runs of one branch, or of all branches that the caller may see, newest first. Input and output are left out unless `fields` names them. A search looks at 100,000 runs at most, and for a second: its page may have few items, or none, with a `nextCursor` that goes on.',
  hints: reads,
  atMembers: 'read',
  permission: 'viewer',
  input: {
    properties: {
      branch: branchField,
      ...runFilterFields,
      count: offByDefault('Adds `count`: the number of runs in all pages, exact up to 10,000.'),
      fields: {
        ...described(getArray(dataFields), 'Members that the runs have besides those of the summary.'),
        maxItems: 2,
      },
      ...pageFields,
    },
  },
  target: runsTarget,
  output: { ...runPage, properties: { ...(runPage['properties'] as JsonObject), count: countShape } },
  async run(context, { branch: name, cursor, fields = [], count: isCounted, limit: size, ...filters }) {
    const { controller } = context;
    const limit = requirePageSize(controller.config.current(), size);
    const branch = name === undefined ? undefined : await controller.branches.resolve(name);
    const selection = await readSelection(context, branch, filters);
    const access = getAccess(context);
    const page = await pageOfSearched(
      async (after, count) => {
        const from = after === undefined ? {} : { cursor: after };
        const hasData = fields.length > 0;
        return controller.runs.list({ ...selection, ...from, hasData, limit: count });
      },
      (run) => access.isEven || mayReachRun(context, 'viewer', run),
      limit,
      cursor,
    );
    const value = { ...page, items: page.items.map((run) => withFields(run, fields)) };
    if (!isCounted) return { value };
    const isVisible = (run: { branch: string; flow: string; environment: string | null }) =>
      access.may('viewer', flowRunTarget(run));
    const count = await controller.runs.count(selection, access.isEven ? undefined : isVisible);
    return { value: { ...value, count } };
  },
};

/** Returns a run with those members of its data that are named. */
function withFields({ input, output, ...summary }: Run, fields: readonly DataField[]): Partial<Run> {
  return {
    ...summary,
    ...(fields.includes('input') ? { input } : {}),
    ...(fields.includes('output') ? { output } : {}),
  };
}

export const readRun: Operation<SomeRun> = {
  name: 'read-run',
  title: 'Read a run',
  description:
    'One run: its state, input, output or error; of a faulted one `failed`, with the task and the likely fix.',
  hints: reads,
  atMembers: 'read',
  permission: 'viewer',
  target: runsTarget,
  share: 'read',
  input: { ...addressInput, required: ['run'] },
  output: runShape,
  run: async (context, input) => ({ value: await withFailure(context, await getRun(context, input)) }),
};

interface TaskListInput extends RunAddress {
  parent?: string;
  latest?: boolean;
  limit?: number;
  cursor?: string;
}

export const listRunTasks: Operation<TaskListInput> = {
  name: 'list-run-tasks',
  title: 'Read the timeline of a run',
  description:
    'Every execution of every task, the first 10,000: reference, attempt, status, times, digests of its data. `cursor` goes on; `parent` lists what ran directly inside of one execution.',
  hints: reads,
  atMembers: 'read',
  permission: 'viewer',
  target: partOfBranch,
  share: 'read',
  input: {
    properties: {
      ...addressInput.properties,
      parent: textField(
        'Only what ran directly inside of this execution or iteration, by its key, with `inside`, the number of all that ran in each; `/` for the outermost.',
        2_000,
        '/do/0/eachOrder@3',
      ),
      latest: offByDefault(
        'Only the last execution of each task, all in one page, with `executions`, their number.',
      ),
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 10_000,
        description: 'The most executions of one page; 10,000 when left out.',
      },
      cursor: pageFields.cursor,
    },
    required: addressInput.required,
  },
  output: getPage(taskShape),
  async run(context, { latest = false, parent, limit, cursor, ...address }) {
    const { runs } = context.controller;
    const after = cursor === undefined ? undefined : readTaskCursor(cursor);
    const run = await getRun(context, address);
    if (latest)
      return {
        value: { items: await toTimeline(context, run, await runs.latestTasks(run.id)), nextCursor: null },
      };
    const { items, next } = await runs.taskPage(run.id, { parent, limit, after });
    const nextCursor = next === undefined ? null : encodeCursor(String(next));
    return { value: { items: await toTimeline(context, run, items), nextCursor } };
  },
};

/** @throws Problem request_invalid */
function readTaskCursor(cursor: string): number {
  const after = Number(decodeCursor(cursor));
  if (Number.isSafeInteger(after) && after >= 0) return after;
  throw new Problem('request_invalid', 'The cursor is not one that this list returned', {
    errors: [{ pointer: '/cursor', message: 'must be `nextCursor` of a page of this list' }],
  });
}

/** The most executions of one answer, whose data may be large. */
const maxInspected = 50;

export const inspectTask: Operation<RunAddress & PageInput & { task: string; whole?: boolean }> = {
  name: 'inspect-task',
  title: 'Inspect a task of a run',
  description:
    'The input, output and error of each attempt and iteration of one task, with secrets masked. svc computes them again from the record of the run, without any call. `Flows.TaskData` says whose data is shown. A page has at most 50.',
  hints: reads,
  atMembers: 'read',
  permission: 'operator',
  target: partOfBranch,
  input: {
    properties: {
      ...addressInput.properties,
      task: namedField(
        'The name of the task, its reference, or the key of one execution, as the timeline has them.',
        '/do/0/getPet',
      ),
      whole: offByDefault(
        'Values up to 4,194,304 characters, of one execution in each page, instead of 65,536.',
      ),
      ...pageFields,
    },
    required: [...addressInput.required, 'task'],
  },
  output: getPage(inspectedTaskShape),
  async run(context, { task, whole = false, limit: maxItems, cursor, ...address }) {
    const { controller } = context;
    const limit = Math.min(requirePageSize(controller.config.current(), maxItems), whole ? 1 : maxInspected);
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    const run = await getRun(context, address, 'operator');
    const page = await controller.taskInspector.inspect(
      run.id,
      { task, limit, cursor: after, isWhole: whole },
      context.listening,
    );
    const subflows = page.items.filter((item) => item.task === 'run');
    const keys = subflows.map(({ key }) => key);
    const children = await controller.runs.children(run.id, keys);
    const items = page.items.map((item) => ({ ...item, childRun: children.get(item.key) ?? null }));
    const nextCursor = page.nextCursor === null ? null : encodeCursor(page.nextCursor);
    return { value: { items, nextCursor } };
  },
};

/** Returns executions as callers see them: those that started a subflow name its run, and hidden inputs are left out. */
async function toTimeline({ controller }: OperationContext, run: Run, records: readonly ListedTask[]) {
  const keys = records.filter(({ task }) => task === 'run').map(({ key }) => key);
  const children = await controller.runs.children(run.id, keys);
  return records.map((record) => {
    const missing = record.input === null ? undefined : controller.taskInspector.findHidingReason(record);
    const shown = missing === undefined ? record : { ...record, input: null, missing };
    return { ...shown, childRun: children.get(record.key) ?? null };
  });
}

interface LogInput extends RunAddress, LogSelection {
  after: number;
  follow?: boolean;
}

export const readRunLogs: Operation<LogInput> = {
  name: 'read-run-logs',
  title: 'Read the log of a run',
  description:
    'The log entries after `after`. With `follow`, entries arrive as they are written, and a last `end` event has the final status of the run.',
  hints: reads,
  atMembers: 'read',
  permission: 'viewer',
  target: partOfBranch,
  share: 'read',
  input: {
    properties: {
      ...addressInput.properties,
      after: {
        type: 'integer',
        minimum: 0,
        default: 0,
        description: 'The `seq` of the last entry already seen.',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 10_000,
        default: 1000,
        description: 'The most entries of one answer.',
      },
      last: offByDefault('The last entries that fit, in place of the first; without `follow`.'),
      before: {
        type: 'integer',
        minimum: 1,
        description: 'Only entries with a lower `seq`, to go on towards the beginning; without `follow`.',
      },
      task: textField(
        'Only entries of this task and of what ran inside of it: its name, its reference, or the key of one execution.',
        2_000,
        '/do/0/getPet',
      ),
      follow: {
        type: 'boolean',
        default: false,
        description: 'Stream the entries, also later ones, until the run ends.',
      },
    },
    required: addressInput.required,
  },
  output: toList(logEntryShape),
  async run(context, input) {
    const run = await getRun(context, input);
    if (input.follow) return { stream: followLog(context, run, input) };
    const { after, before, limit, last, task } = input;
    const selection = { after, before, limit, last, task };
    return { value: { items: await context.controller.runs.logs(run.id, selection) } };
  },
};

async function* followLog(
  context: OperationContext,
  run: Run,
  { after, task }: Pick<LogInput, 'after' | 'task'>,
): AsyncGenerator<StreamItem> {
  const { controller, listening } = context;
  // A team may take its grant back while the caller follows the log.
  const maySee = () => !listening.aborted && mayReachRun(context, 'viewer', run);
  for await (const entry of controller.runs.follow(run.id, after, listening, task)) {
    if (!maySee()) return;
    yield { event: 'log', id: entry.seq, data: entry };
  }
  if (!maySee()) return;
  const { status, durationMs } = await controller.runs.get(run.id);
  yield { event: 'end', data: { status, durationMs } };
}

/** The input of an operation that repeats a run. */
function getRepetitionInput(description: string, fallback: RunRevision) {
  const revision = {
    ...choice({
      same: 'The version that the ended run executed.',
      newest: 'The newest version of the branch that is ready.',
    }),
    default: fallback,
    description,
  };
  return { ...addressInput, properties: { ...addressInput.properties, revision } };
}

export const retryRun: Operation<RunAddress & { revision?: RunRevision }> = {
  name: 'retry-run',
  title: 'Retry a run',
  description:
    'Starts a new run at the first task that did not complete; completed tasks do not run again. With `revision: newest` it is the flow as it is now, in which tasks are the same as long as their names are.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'operator',
  target: partOfBranch,
  input: getRepetitionInput('The version of the flow; `newest` after a repair.', 'same'),
  output: runShape,
  run: (context, input) => repeat(context, 'retry', input),
};

export const rerunRun: Operation<RunAddress & { revision?: RunRevision }> = {
  name: 'rerun-run',
  title: 'Run again from the start',
  description:
    'Starts a new run with the input and the environment of an ended one, from the start: every task runs again, and calls are repeated.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'operator',
  target: partOfBranch,
  input: getRepetitionInput('The version of the flow.', 'newest'),
  output: runShape,
  run: (context, input) => repeat(context, 'rerun', input),
};

async function repeat(
  context: OperationContext,
  verb: 'retry' | 'rerun',
  { revision, ...address }: RunAddress & { revision?: RunRevision },
) {
  const run = await getRun(context, address, 'operator');
  const next = await context.controller.runs[verb](run.id, context.principal.id, revision);
  context.audit?.note({ run: next.id, of: run.id });
  return { value: next, outcome: 'created' } as const;
}

/**
 * Returns the run, if it belongs to the branch that the caller names and the caller may see it.
 * @param role what the caller needs on the run's flow
 * @throws Problem run_not_found, forbidden
 */
export async function getRun(
  context: OperationContext,
  address: SomeRun,
  role: Role = 'viewer',
): Promise<Run> {
  const { controller } = context;
  const branch = address.branch === undefined ? undefined : await controller.branches.resolve(address.branch);
  const run = await controller.runs.get(address.run);
  const isSeen = mayReachRun(context, 'viewer', run);
  if ((branch !== undefined && run.branch !== branch) || !isSeen) {
    const detail = `There is no run \`${address.run}\`${branch === undefined ? '' : ` on branch \`${branch}\``}`;
    const hints = isSeen ? [`The run belongs to branch \`${run.branch}\`: read it there.`] : [];
    throw new Problem('run_not_found', detail, { hints });
  }
  if (mayReachRun(context, role, run)) return run;
  const { id } = context.principal;
  throw new Problem('forbidden', `${id} needs the role \`${role}\` on flow \`${run.flow}\` for this`);
}

function transition(
  verb: 'cancel' | 'suspend' | 'resume',
  title: string,
  description: string,
): Operation<RunAddress> {
  return {
    name: `${verb}-run`,
    title,
    description,
    hints: { readOnly: false, destructive: verb === 'cancel', idempotent: true },
    permission: 'operator',
    target: partOfBranch,
    input: addressInput,
    output: runShape,
    async run(context, input) {
      const run = await getRun(context, input, 'operator');
      context.audit?.note({ run: run.id });
      return { value: await context.controller.runs[verb](run.id) };
    },
  };
}

export const cancelRun = transition(
  'cancel',
  'Cancel a run',
  'Ends a run for good; the current task receives the signal to stop.',
);
export const suspendRun = transition(
  'suspend',
  'Suspend a run',
  'Stops a run until it is resumed; the results of its tasks are kept.',
);
export const resumeRun = transition('resume', 'Resume a run', 'Continues a suspended run where it stopped.');

export const runEntity: PlatformEntity = { type: 'run', named: 'run', list: listRuns, read: readRun };
