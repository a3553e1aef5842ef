import type { ShareScope } from '../../controller/identity/contract.js';
import { Problem } from '../../controller/problems/index.js';
import type { Run, RunRequest } from '../../controller/runs/contract.js';
import type { JsonObject } from '../../schemas/json.js';
import { branchField, flowTarget, nameText } from './fields.js';
import type { Operation } from './operation.js';
import { runShape } from './run-shape.js';
import { hasEnded } from './runs.js';

interface RunFlowInput {
  branch: string;
  flow: string;
  parameters: JsonObject;
  env?: string;
  idempotencyKey?: string;
  /** Seconds. */
  wait: number;
}

/** The longest a caller may wait for a run, and how long it waits unless it says otherwise; seconds. */
export const longestWait = 300;
export const defaultWait = 30;

export const flowField: JsonObject = {
  ...nameText,
  description: 'The name of the flow.',
  examples: ['daily-report'],
};

/** Accepts a run durably and waits for it to end, as long as the caller cares to. */
export const runFlow: Operation<RunFlowInput> = {
  name: 'run-flow',
  title: 'Run a flow',
  description:
    'Runs a flow with the given parameters. Waits for it to end up to `wait` seconds; a run that is still going by then is answered as accepted.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'operator',
  target: flowTarget,
  share: 'run',
  audited: 'at-start',
  input: {
    properties: {
      branch: branchField,
      flow: flowField,
      parameters: {
        type: 'object',
        additionalProperties: true,
        description: 'The parameters, as the `input.schema` of the flow describes them.',
      },
      env: { ...nameText, description: 'The environment to run in.' },
      idempotencyKey: {
        type: 'string',
        minLength: 1,
        maxLength: 255,
        description: 'The same key with the same parameters gives the same run.',
      },
      wait: { type: 'integer', minimum: 0, maximum: longestWait, default: defaultWait },
    },
    required: ['branch', 'flow'],
  },
  output: runShape,
  async run(context, input) {
    const { controller } = context;
    const branch = await controller.branches.resolve(input.branch);
    const request: RunRequest = {
      branch,
      flow: input.flow,
      input: input.parameters,
      principal: context.principal.id,
      trace: context.origin.trace,
      onAccepted: (run) => context.audit?.note({ run }),
    };
    const { share } = context.principal;
    if (share?.environment) request.environment = share.environment;
    else if (input.env !== undefined) request.environment = requireOwnChoice(share, input.env);
    if (input.idempotencyKey !== undefined) request.idempotencyKey = input.idempotencyKey;
    let run: Run = await controller.runs.start(request);
    if (!hasEnded(run.status) && input.wait > 0) {
      run = await controller.runs.wait(run.id, input.wait * 1000, context.signal);
    }
    return { value: run, outcome: hasEnded(run.status) ? 'created' : 'accepted' };
  },
};

/** Whoever has a link runs the flow where the link says. @throws Problem forbidden */
function requireOwnChoice(share: ShareScope | undefined, environment: string): string {
  if (share === undefined) return environment;
  throw new Problem('forbidden', 'A share link does not choose the environment', {
    hints: ['Leave `env` out.'],
  });
}
