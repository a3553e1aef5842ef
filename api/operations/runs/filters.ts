import { Problem } from '../../../controller/problems/index.js';
import type { RunSelection } from '../../../controller/runs/contract.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { namedField, textField } from '../shared/fields.js';
import { isLabelled } from '../shared/labels.js';
import type { OperationContext } from '../shared/operation.js';
import { moment } from '../shared/schemas.js';
import { runStatus, trigger } from './schemas.js';

/** Which runs a caller asks for: the same for a list, a count and a change of many. */
export interface RunFilters extends Omit<RunSelection, 'branch' | 'flows' | 'statuses'> {
  label?: string;
}

export const runFilterFields: Readonly<Record<keyof RunFilters, JsonObject>> = {
  flow: namedField('Only runs of this flow.'),
  status: { ...runStatus, description: 'Only runs in this state.' },
  environment: namedField('Only runs in this environment.'),
  trigger: { ...trigger, description: 'Only runs with this cause.' },
  label: textField(
    'Only runs of flows with this label now: `name` or `name=value` of `document.tags`.',
    200,
    'team=shop',
  ),
  failedTask: namedField(
    'Only runs that faulted at this task: its name, or its reference such as `/do/0/getPet`.',
    'getPet',
  ),
  error: namedField(
    'Only runs that faulted with this error: its status, its type as a URI or the last segment of that, or both as `communication/503`.',
    'communication/503',
  ),
  path: textField('Only runs with this `path`: those that took the same tasks.', 64, '5f2b6c0e9d7a41c3'),
  parent: namedField('Only runs that this run started as subflows.', '0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11'),
  q: textField(
    'Only runs with this text in their input or output, as it is shown, without the case of English letters. Needs `Flows.SearchRuns`.',
    200,
    'o-1003',
  ),
  since: {
    ...moment,
    description: 'Created at this time or later. A subflow run also needs a run of that time at the top.',
  },
  until: { ...moment, description: 'Created before this time.' },
};

/** The most flows that one label stands for. */
const maxFlows = 5_000;

/**
 * Returns the runs that a caller means, on a branch or on all.
 * @throws Problem run_search_disabled for a text that is not searched; request_invalid for a label without a branch
 */
export async function readSelection(
  context: OperationContext,
  branch: string | undefined,
  { label, ...filters }: RunFilters,
): Promise<RunSelection> {
  const { controller } = context;
  if (filters.q !== undefined && !controller.settings.Flows.SearchRuns)
    throw new Problem('run_search_disabled', 'The input and output of runs are not searched here');
  const selection = branch === undefined ? filters : { ...filters, branch };
  if (label === undefined) return selection;
  if (branch === undefined) {
    const errors = [
      { pointer: '/label', message: 'needs `branch`: labels are those of the flows of a branch' },
    ];
    throw new Problem('request_invalid', '`label` needs a `branch`', { errors });
  }
  const snapshot = await controller.reconciler.current(branch);
  const flows = snapshot
    .list('flow')
    .filter(({ definition }) => isLabelled(definition, label))
    .map(({ name }) => name);
  if (flows.length > maxFlows) {
    const detail = `\`${label}\` is a label of ${flows.length} flows; runs are looked for by at most ${maxFlows}`;
    throw new Problem('request_invalid', detail, {
      errors: [{ pointer: '/label', message: 'is on too many flows' }],
    });
  }
  return { ...selection, flows };
}
