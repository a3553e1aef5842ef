import type { Target } from '../../controller/identity/access.js';
import type { Role } from '../../controller/identity/contract.js';
import { Problem } from '../../controller/problems/index.js';
import type { Run, RunFilter, RunStatus } from '../../controller/runs/contract.js';
import { accessOf, mayReachRun } from './access.js';
import {
  branchField,
  cursorField,
  limitField,
  listOf,
  nameText,
  pageOf,
  partOfBranch,
  requirePageSize,
} from './fields.js';
import { type Operation, type OperationContext, reads } from './operation.js';
import { pageOfVisible } from './pages.js';
import { runShape, runStatuses, taskShape } from './run-shape.js';

export interface RunAddress {
  branch: string;
  run: string;
}

/** A run that is told by its id alone, or looked for on one branch. */
type SomeRun = Pick<RunAddress, 'run'> & Partial<RunAddress>;

export const runField = {
  ...nameText,
  description: 'The id of the run.',
  examples: ['0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11'],
};

export const addressInput = {
  properties: { branch: branchField, run: runField },
  required: ['branch', 'run'],
};

/** Those of all branches where none is named: of each, the caller sees what it may. */
function runsTarget({ branch }: { branch?: string }): Target {
  return branch === undefined ? { type: 'flow', some: true } : partOfBranch({ branch });
}

const listRuns: Operation<RunFilter> = {
  name: 'list-runs',
  title: 'List runs',
  description: 'The runs of a branch, or of all that the caller may see, newest first.',
  hints: reads,
  permission: 'viewer',
  input: {
    properties: {
      branch: branchField,
      flow: { ...nameText, description: 'Only runs of this flow.' },
      status: { type: 'string', enum: [...runStatuses], description: 'Only runs in this state.' },
      environment: {
        ...nameText,
        description: 'Only runs in this environment.',
      },
      trigger: { type: 'string', enum: ['api', 'flow', 'schedule', 'event'] },
      since: { type: 'string', format: 'date-time', description: 'Created at this time or later.' },
      until: { type: 'string', format: 'date-time', description: 'Created before this time.' },
      limit: limitField,
      cursor: cursorField,
    },
  },
  target: runsTarget,
  output: pageOf(runShape),
  async run(context, { cursor, ...input }) {
    const { controller } = context;
    const limit = requirePageSize(controller.settings, input.limit);
    const branch =
      input.branch === undefined ? {} : { branch: await controller.branches.resolve(input.branch) };
    const isEven = accessOf(context).isEven;
    const value = await pageOfVisible(
      {
        next: async (after, count) => {
          const from = after === undefined ? {} : { cursor: after };
          return (await controller.runs.list({ ...input, ...from, ...branch, limit: count })).items;
        },
        isVisible: (run) => isEven || mayReachRun(context, 'viewer', run),
      },
      limit,
      cursor,
    );
    return { value };
  },
};

const readRun: Operation<SomeRun> = {
  name: 'read-run',
  title: 'Read a run',
  description: 'One run: its state, input, output or error.',
  hints: reads,
  permission: 'viewer',
  target: runsTarget,
  share: 'read',
  input: { ...addressInput, required: ['run'] },
  output: runShape,
  async run(context, input) {
    return { value: await findRun(context, input) };
  },
};

const listRunTasks: Operation<RunAddress> = {
  name: 'list-run-tasks',
  title: 'The timeline of a run',
  description:
    'Every execution of every task: reference, attempt, status, times, digests of input and output.',
  hints: reads,
  permission: 'viewer',
  target: partOfBranch,
  share: 'read',
  input: addressInput,
  output: listOf(taskShape),
  async run(context, input) {
    const run = await findRun(context, input);
    return { value: { items: await context.controller.runs.tasks(run.id) } };
  },
};

const retryRun: Operation<RunAddress> = {
  name: 'retry-run',
  title: 'Retry a run',
  description:
    'Starts a new run from the first task that did not complete; completed tasks are not run again.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'operator',
  target: partOfBranch,
  input: addressInput,
  output: runShape,
  async run(context, input) {
    const run = await findRun(context, input, 'operator');
    const next = await context.controller.runs.retry(run.id, context.principal.id);
    context.audit?.note({ run: next.id, of: run.id });
    return { value: next, outcome: 'created' };
  },
};

/**
 * The run, if it belongs to the branch it is asked for under and the caller may see it.
 * @param role what the caller needs on the run's flow
 * @throws Problem run_not_found, forbidden
 */
export async function findRun(
  context: OperationContext,
  address: SomeRun,
  role: Role = 'viewer',
): Promise<Run> {
  const { controller } = context;
  const branch = address.branch === undefined ? undefined : await controller.branches.resolve(address.branch);
  const run = await controller.runs.get(address.run);
  const isSeen = mayReachRun(context, 'viewer', run);
  if ((branch !== undefined && run.branch !== branch) || !isSeen) {
    throw new Problem(
      'run_not_found',
      `There is no run \`${address.run}\`${branch === undefined ? '' : ` on branch \`${branch}\``}`,
      isSeen ? { hints: [`It is a run of branch \`${run.branch}\`: ask for it there.`] } : {},
    );
  }
  if (mayReachRun(context, role, run)) return run;
  const { id } = context.principal;
  throw new Problem('forbidden', `${id} needs the role \`${role}\` on flow \`${run.flow}\` for this`);
}

export function hasEnded(status: RunStatus): boolean {
  return status === 'completed' || status === 'faulted' || status === 'cancelled';
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
      const run = await findRun(context, input, 'operator');
      context.audit?.note({ run: run.id });
      return { value: await context.controller.runs[verb](run.id) };
    },
  };
}

export const runOperations: readonly Operation[] = [
  listRuns,
  readRun,
  listRunTasks,
  transition('cancel', 'Cancel a run', 'Ends a run for good; the task in progress is told to stop.'),
  transition('suspend', 'Suspend a run', 'Stops a run until it is resumed; what it has done is kept.'),
  transition('resume', 'Resume a run', 'Lets a suspended run go on where it stopped.'),
  retryRun,
];
