import { Problem } from '../../../controller/problems/index.js';
import type { Run, RunRequest, RunStatus } from '../../../controller/runs/contract.js';
import type { ShareScope } from '../../../controller/security/identity/access/access.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { withFailure } from '../runs/failure.js';
import { runShape } from '../runs/schemas.js';
import { flowTarget, requireScopedEnvironment } from '../shared/authorization.js';
import { branchField, defaultWait, flowField, maxWait, namedField, textField } from '../shared/fields.js';
import type { Operation } from '../shared/operation.js';
import { described, openObject } from '../shared/schemas.js';

interface RunFlowInput {
  /** Set by `serveFlow`, never by callers. */
  isHttp?: boolean;
  branch: string;
  flow: string;
  parameters: JsonObject;
  env?: string;
  idempotencyKey?: string;
  /** Seconds. */
  wait: number;
}

const waitField: JsonObject = {
  type: 'integer',
  minimum: 0,
  maximum: maxWait,
  default: defaultWait,
  description: 'The seconds to wait for the end of the run.',
};

/** Accepts a run durably and waits for its end, as long as the caller wishes. */
export const runFlow: Operation<RunFlowInput> = {
  name: 'run-flow',
  title: 'Run a flow',
  description:
    'Runs a flow with the given parameters. Waits up to `wait` seconds for the run to end; after that the answer is the accepted run.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'operator',
  target: flowTarget,
  share: 'run',
  audited: 'at-start',
  atMembers: 'start',
  input: {
    properties: {
      branch: branchField,
      flow: flowField,
      parameters: described(
        openObject,
        'The parameters, by the `input.schema` of the flow; what is left out gets its default.',
      ),
      env: namedField('The environment to run in.'),
      idempotencyKey: textField('The same key with the same parameters returns the same run.', 255),
      wait: waitField,
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
      ...(input.isHttp ? { isHttp: true } : {}),
    };
    const { share } = context.principal;
    if (share?.environment) request.environment = share.environment;
    else if (input.env !== undefined) request.environment = requireOwnChoice(share, input.env);
    await requireScopedEnvironment(context, branch, request.environment);
    if (input.idempotencyKey !== undefined) request.idempotencyKey = input.idempotencyKey;
    const started: Run = await controller.runs.start(request);
    let run = started;
    if (!hasEnded(run.status) && input.wait > 0) {
      const waited = await controller.runs.wait(run.id, input.wait * 1000, context.ending);
      run = { ...waited, warning: started.warning };
    }
    const value = await withFailure(context, run);
    return { value, outcome: hasEnded(run.status) ? 'created' : 'accepted' };
  },
};

export function hasEnded(status: RunStatus): boolean {
  return status === 'completed' || status === 'faulted' || status === 'cancelled';
}

/** Refuses an environment that the holder of a share link chooses: the link states it. @throws Problem forbidden */
function requireOwnChoice(share: ShareScope | undefined, environment: string): string {
  if (share === undefined) return environment;
  throw new Problem('forbidden', 'The holder of a share link cannot choose the environment', {
    hints: ['Leave `env` out.'],
  });
}

/** An HTTP request, as a served flow receives it. */
export interface ServedRequest extends JsonObject {
  method: string;
  /** By lower-case name; credentials are left out. */
  headers: Record<string, string>;
  query: Record<string, string | string[]>;
  /** The bytes of the body in base64; null without a body. */
  rawBody: string | null;
}

interface ServeFlowInput {
  branch: string;
  flow: string;
  request: ServedRequest;
  /** Seconds. */
  wait: number;
}

/** Runs a flow with a request as its input, in the default environment. Its output is the response. */
export const serveFlow: Operation<ServeFlowInput> = {
  ...(runFlow as unknown as Operation<ServeFlowInput>),
  name: 'serve-flow',
  title: 'Call a flow as an HTTP endpoint',
  description: [
    'Runs a flow with the request as its input: `{ method, headers, query, body, rawBody }`. JSON and forms are parsed, other text stays text, anything else is base64, as `rawBody` is always; headers with credentials are left out.',
    'The output of the flow is the response: `{ status, headers, body }`, or any other JSON as the body of a 200. An error of the flow is answered with its status. If the flow takes longer than the call waits, the answer is 202 with the run.',
  ].join(' '),
  input: {
    properties: {
      branch: branchField,
      flow: flowField,
      request: described(openObject, 'The request that the flow gets as its input.'),
      wait: waitField,
    },
    required: ['branch', 'flow'],
  },
  output: { type: 'string', format: 'binary', description: 'The output of the flow.' },
  run: (context, { request, ...input }) =>
    runFlow.run(context, { ...input, parameters: request, isHttp: true }),
};
