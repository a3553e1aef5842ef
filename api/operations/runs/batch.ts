import { Problem } from '../../../controller/problems/index.js';
import type { Run, RunSelection, RunStatus } from '../../../controller/runs/contract.js';
import { mayReachRun, partOfBranch } from '../shared/authorization.js';
import { branchField, dryRunFirst, namedField } from '../shared/fields.js';
import type { Operation, OperationContext } from '../shared/operation.js';
import {
  choice,
  described,
  flag,
  getAnswer,
  getArray,
  integer,
  named,
  problemMembers,
  text,
  textOrNull,
} from '../shared/schemas.js';
import { type RunFilters, readSelection, runFilterFields } from './filters.js';
import { runStatus } from './schemas.js';

type Action = 'cancel' | 'retry' | 'rerun';

interface BatchInput {
  branch: string;
  action: Action;
  filter?: RunFilters;
  limit: number;
  cursor?: string;
  dryRun: boolean;
}

interface Changed {
  run: string;
  flow: string;
  status: RunStatus;
  next: string | null;
  error: { code: string; detail: string } | null;
}

const actions = choice({
  cancel: 'Ends unfinished runs.',
  retry: 'Starts faulted and cancelled runs again at the task that failed.',
  rerun: 'Starts ended runs again with the flow as it is now.',
});

/** The states in which a run takes an action. */
const takes: Readonly<Record<Action, readonly RunStatus[]>> = {
  cancel: ['pending', 'running', 'waiting', 'suspended'],
  retry: ['faulted', 'cancelled'],
  rerun: ['completed', 'faulted', 'cancelled'],
};
/** Runs that one look into the database returns. */
const pageSize = 100;
/** Runs that one request looks at, with those that it passes over. */
const maxLooked = 10_000;

export const batchRuns: Operation<BatchInput> = {
  name: 'batch-runs',
  title: 'Cancel, retry or rerun many runs',
  description:
    '`cancel` ends unfinished runs; `retry` starts faulted and cancelled runs again at the task that failed, once each; `rerun` starts ended runs again with the flow as it is now. Newest first, up to `limit`, and of the first 10,000 that the search finds in its bounds: `nextCursor` goes on where this request ended. Runs that the caller may not change are passed over, and so are subflow runs, except by `cancel`. `dryRun` changes nothing.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'operator',
  target: partOfBranch,
  input: {
    properties: {
      branch: branchField,
      action: described(actions, 'The change.'),
      filter: {
        type: 'object',
        description: 'Only these runs; all of the branch when it is left out.',
        additionalProperties: false,
        properties: runFilterFields,
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 1_000,
        default: 100,
        description: 'The most runs that are changed.',
      },
      cursor: namedField('`nextCursor` of the request before.'),
      dryRun: dryRunFirst('Lists the runs and changes none.'),
    },
    required: ['branch', 'action'],
  },
  output: getAnswer(
    { title: 'RunBatch', description: 'The outcome of a change of many runs.' },
    {
      action: described(actions, 'The change that was asked for.'),
      dryRun: described(flag, 'True if nothing was changed.'),
      changed: described(integer, 'The number of runs that were changed, or would be.'),
      failed: described(integer, 'The number of runs that could not be changed; each has an `error`.'),
      items: described(
        getArray(
          getAnswer(undefined, {
            run: described(text, 'The id of the run.'),
            flow: named.flow,
            status: described(runStatus, 'The state of the run now.'),
            next: described(textOrNull, 'The run that retries or reruns it.'),
            error: {
              type: ['object', 'null'],
              description: 'The reason why the run was not changed.',
              properties: problemMembers,
              required: ['code', 'detail'],
            },
          }),
        ),
        'The runs of this request.',
      ),
      nextCursor: described(textOrNull, 'Continues where this request ended; null if there is nothing left.'),
    },
  ),
  async run(context, input) {
    const branch = await context.controller.branches.resolve(input.branch);
    const { status, ...filters } = input.filter ?? {};
    const selection = await readSelection(context, branch, filters);
    const statuses = getStatuses(input.action, status);
    const { items, nextCursor } = await changeAll(context, { ...selection, statuses }, input);
    const failed = items.filter(({ error }) => error !== null).length;
    const { action, dryRun } = input;
    context.audit?.note({ action, dryRun, changed: items.length - failed });
    return { value: { action, dryRun, changed: items.length - failed, failed, items, nextCursor } };
  },
};

async function changeAll(
  context: OperationContext,
  selection: RunSelection,
  { action, limit, cursor: first, dryRun }: BatchInput,
): Promise<{ items: Changed[]; nextCursor: string | null }> {
  const { runs } = context.controller;
  const items: Changed[] = [];
  let cursor = first;
  for (let looked = 0; looked < maxLooked; ) {
    const from = cursor === undefined ? {} : { cursor };
    const page = await runs.list({ ...selection, ...from, hasData: false, limit: pageSize });
    const done = action === 'retry' ? await runs.repeated(page.items.map(({ id }) => id)) : new Set();
    for (const run of page.items) {
      const isWhole = action === 'cancel' || run.parentRunId === null;
      if (isWhole && !done.has(run.id) && mayReachRun(context, 'operator', run)) {
        const changed = dryRun ? unchanged(run) : await change(context, action, run);
        // A full queue is full for the next run too: the request can be repeated from here.
        if (changed.error?.code === 'queue_full') return { items, nextCursor: cursor ?? null };
        items.push(changed);
      }
      cursor = run.id;
      looked++;
      if (items.length === limit) return { items, nextCursor: cursor };
    }
    if (page.nextCursor === null) return { items, nextCursor: null };
    cursor = page.nextCursor;
    // The search for runs has come to its bounds.
    if (page.items.length < pageSize) break;
  }
  return { items, nextCursor: cursor ?? null };
}

/** @throws Problem body_invalid for a state in which no run takes the action */
function getStatuses(action: Action, status: RunStatus | undefined): readonly RunStatus[] {
  if (status === undefined) return takes[action];
  if (takes[action].includes(status)) return [status];
  const message = `\`${action}\` takes runs that are ${takes[action].join(', ')}`;
  throw new Problem('body_invalid', `A run that is ${status} does not take \`${action}\``, {
    errors: [{ pointer: '/filter/status', message }],
  });
}

async function change(
  { controller, principal }: OperationContext,
  action: Action,
  run: Run,
): Promise<Changed> {
  try {
    if (action === 'cancel') return unchanged(await controller.runs.cancel(run.id));
    const next = await controller.runs[action](run.id, principal.id);
    return { ...unchanged(run), next: next.id };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { ...unchanged(run), error: { code: error.code, detail: error.message } };
  }
}

function unchanged({ id, flow, status }: Run): Changed {
  return { run: id, flow, status, next: null, error: null };
}
