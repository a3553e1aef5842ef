import type { ConnectionUse } from '../../../controller/runs/contract.js';
import type { Target } from '../../../controller/security/identity/access/access.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { requireRole, requireScopedEnvironment } from '../shared/authorization.js';
import { authorizeDirectCall } from '../shared/direct-calls.js';
import { branchField, envField, textField } from '../shared/fields.js';
import { type Operation, type OperationContext, reads } from '../shared/operation.js';
import { openObject } from '../shared/schemas.js';
import { actionsShape, resultShape, testShape } from './schemas.js';

interface ConnectionInput {
  branch: string;
  connection: string;
  env?: string;
}

const connectionField = textField('The name of the connection.', 63, 'crm');

const fields = { branch: branchField, connection: connectionField, env: envField };
const required = ['branch', 'connection'];

export const testConnection: Operation<ConnectionInput> = {
  name: 'test-connection',
  title: 'Test a connection',
  description:
    'Connects to the server of a connection with its credentials and changes nothing there. If the server cannot be reached or refuses, the answer is `ok: false` and no error.',
  hints: { readOnly: false, destructive: false, idempotent: true },
  permission: 'operator',
  effects: ['call'],
  target: ofConnection,
  input: { properties: fields, required },
  output: testShape,
  async run(context, input) {
    const use = await getUse(context, input);
    return { value: await context.controller.connections.test(use, context.signal) };
  },
};

export const listActions: Operation<ConnectionInput> = {
  name: 'list-connection-actions',
  title: 'List the actions of a connection',
  description:
    'The actions that flows and `invoke-connector-action` can call on a connection, with the schemas of input and output. A server that alone knows its actions is asked, which needs the role `operator`.',
  hints: reads,
  atMembers: 'read',
  permission: 'viewer',
  target: ofConnection,
  input: { properties: fields, required },
  output: actionsShape,
  async run(context, input) {
    const { connections } = context.controller;
    const use = await getUse(context, input);
    const { connector, actions } = await connections.getActions(use);
    if (!actions) {
      const target = { ...ofConnection(input), branch: use.branch };
      requireRole(context, 'operator', target, `To ask the server of \`${use.connection}\` for its actions`);
    }
    const allActions = actions ?? (await connections.discover(use, context.signal));
    const items = Object.entries(allActions).map(([name, { title, description, hints, input, output }]) => {
      return { name, title, description, hints, input, ...(output === undefined ? {} : { output }) };
    });
    return { value: { connector, items } };
  },
};

/** The output of an action, and what identifies the call. */
export interface ActionResult {
  connector: string;
  entity: string;
  revision: string;
  warning: string | null;
  durationMs: number;
  output: unknown;
}

export const invokeAction: Operation<ConnectionInput & { action: string; input?: JsonObject }> = {
  name: 'invoke-connector-action',
  title: 'Invoke one action of a connection',
  description:
    'Invokes one action of a connector through a connection, outside of any flow, with the same environments, secrets and cache policies. Actions that only read need the role `operator`. Others need `editor`; on production and protected branches `admin`, or a role that `direct` of the connection names there. An agent calls them only from flows.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'operator',
  effects: ['call'],
  target: ofConnection,
  input: {
    properties: {
      ...fields,
      action: textField('The name of the action; `list-connection-actions` lists them.', 200, 'get'),
      input: {
        ...openObject,
        description: 'The input of the action, by its `input` schema.',
        examples: [{ path: '/orders/17' }],
      },
    },
    required: [...required, 'action'],
  },
  output: resultShape,
  async run(context, { action, input = {}, ...address }) {
    const { connections } = context.controller;
    const use = await getUse(context, address);
    const { actions } = await connections.getActions(use);
    const actionOfName = actions && Object.hasOwn(actions, action) ? actions[action] : undefined;
    const isUnknown = actions === undefined;
    if (isUnknown || (actionOfName && !actionOfName.hints.readOnly))
      await authorizeCall(context, use, { action, input });
    const began = performance.now();
    const called = await connections.invoke(use, { action, input }, context.signal);
    const { output, connector, revision, warning } = called;
    const durationMs = Math.round(performance.now() - began);
    const entity = `connection/${use.connection}`;
    const value: ActionResult = { connector, entity, revision, warning, durationMs, output };
    return { value };
  },
};

function authorizeCall(
  context: OperationContext,
  use: ConnectionUse,
  { action, input }: { action: string; input: JsonObject },
): Promise<void> {
  const { branch, connection, environment } = use;
  const where = environment === undefined ? '' : ` in the environment \`${environment}\``;
  return authorizeDirectCall(context, {
    branch,
    connection,
    text: `Calls \`${action}\` of the connection \`${connection}\` on \`${branch}\`${where}`,
    input,
    content: async () => ({ ...(await context.controller.connections.written(use)) }),
  });
}

function ofConnection({ branch, connection }: ConnectionInput): Target {
  return { branch, type: 'connection', name: connection };
}

async function getUse(
  context: OperationContext,
  { branch: segment, connection, env }: ConnectionInput,
): Promise<ConnectionUse> {
  const { controller, principal, origin } = context;
  const { requestId, address, trace } = origin;
  const branch = await controller.branches.resolve(segment);
  await requireScopedEnvironment(context, branch, env);
  const use = { branch, connection, principal: principal.id, origin: { requestId, address }, trace };
  return env === undefined ? use : { ...use, environment: env };
}
