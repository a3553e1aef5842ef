import type { Target } from '../../controller/identity/access.js';
import type { ConnectionUse } from '../../controller/runs/connection-contract.js';
import type { JsonObject } from '../../schemas/json.js';
import { requireRole } from './access.js';
import { branchField, nameText } from './fields.js';
import { type Operation, type OperationContext, reads } from './operation.js';

interface ConnectionInput {
  branch: string;
  connection: string;
  env?: string;
}

const connectionField: JsonObject = {
  type: 'string',
  minLength: 1,
  maxLength: 63,
  description: 'The name of the connection.',
  examples: ['crm'],
};

export const envField: JsonObject = {
  ...nameText,
  description: 'The environment whose settings and secrets count; the default one unless said.',
  examples: ['production'],
};

const fields = { branch: branchField, connection: connectionField, env: envField };
const required = ['branch', 'connection'];

const hintsShape: JsonObject = {
  title: 'ActionHints',
  type: 'object',
  required: ['readOnly', 'idempotent', 'destructive'],
  properties: {
    readOnly: { type: 'boolean', description: 'It changes nothing on the other side.' },
    idempotent: { type: 'boolean', description: 'Doing it twice is as good as doing it once.' },
    destructive: { type: 'boolean', description: 'It may take away or overwrite what is there.' },
  },
};

const schemaShape: JsonObject = { type: ['object', 'boolean'], additionalProperties: true };

const actionShape: JsonObject = {
  title: 'ConnectorAction',
  type: 'object',
  required: ['name', 'title', 'description', 'hints', 'input'],
  properties: {
    name: { type: 'string' },
    title: { type: 'string' },
    description: { type: 'string' },
    hints: hintsShape,
    input: { ...schemaShape, description: 'JSON Schema of what the action takes.' },
    output: { ...schemaShape, description: 'JSON Schema of what it gives, where that is known.' },
  },
};

const testConnection: Operation<ConnectionInput> = {
  name: 'test-connection',
  title: 'Test a connection',
  description:
    'Reaches the other side of a connection with its credentials and changes nothing there. That it cannot be reached, or refuses, is an answer (`ok: false`) and no error.',
  hints: { readOnly: false, destructive: false, idempotent: true },
  permission: 'operator',
  target: ofConnection,
  input: { properties: fields, required },
  output: {
    title: 'ConnectionTest',
    type: 'object',
    required: ['ok', 'latencyMs', 'detail'],
    properties: {
      ok: { type: 'boolean' },
      latencyMs: { type: 'integer' },
      detail: { type: 'string', description: 'What was found, or what is wrong.' },
    },
  },
  async run(context, input) {
    const use = await useOf(context, input);
    return { value: await context.controller.connections.test(use, context.signal) };
  },
};

const listActions: Operation<ConnectionInput> = {
  name: 'list-connection-actions',
  title: 'List the actions of a connection',
  description:
    'What flows and `invoke-connector-action` can call on a connection, with the schemas of input and output.',
  hints: reads,
  permission: 'viewer',
  target: ofConnection,
  input: { properties: fields, required },
  output: {
    type: 'object',
    required: ['connector', 'items'],
    properties: { connector: { type: 'string' }, items: { type: 'array', items: actionShape } },
  },
  async run(context, input) {
    const { name, actions } = await context.controller.connections.connectorOf(await useOf(context, input));
    const items = Object.entries(actions).map(([name, { title, description, hints, input, output }]) => {
      return { name, title, description, hints, input, ...(output === undefined ? {} : { output }) };
    });
    return { value: { connector: name, items } };
  },
};

/** What came of an action, and what a caller can trace it by. */
export interface ActionResult {
  connector: string;
  entity: string;
  revision: string;
  durationMs: number;
  output: unknown;
}

const invokeAction: Operation<ConnectionInput & { action: string; input?: JsonObject }> = {
  name: 'invoke-connector-action',
  title: 'Invoke one action of a connection',
  description:
    'Invokes one action of a connector through a connection, outside of any flow, with the environments, secrets and cache policies that flows have. Actions that only read need the role `operator`, others `editor`.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'operator',
  target: ofConnection,
  input: {
    properties: {
      ...fields,
      action: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description: 'The name of the action; `list-connection-actions` lists them.',
        examples: ['get'],
      },
      input: {
        type: 'object',
        additionalProperties: true,
        description: 'What the action takes, as its `input` schema says.',
        examples: [{ path: '/orders/17' }],
      },
    },
    required: [...required, 'action'],
  },
  output: {
    title: 'ActionResult',
    type: 'object',
    required: ['connector', 'entity', 'revision', 'durationMs', 'output'],
    properties: {
      connector: { type: 'string' },
      entity: { type: 'string', description: '`connection/<name>`.' },
      revision: { type: 'string', description: 'The commit that the connection is from.' },
      durationMs: { type: 'integer' },
      output: { description: 'What the action gave.' },
    },
  },
  async run(context, { action, input = {}, ...address }) {
    const { connections } = context.controller;
    const use = await useOf(context, address);
    const { actions } = await connections.connectorOf(use);
    const known = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (known && !known.hints.readOnly) {
      requireRole(
        context,
        'editor',
        { ...ofConnection(address), branch: use.branch },
        `The action \`${action}\``,
      );
    }
    const began = performance.now();
    const { output, connector, revision } = await connections.invoke(use, { action, input }, context.signal);
    const durationMs = Math.round(performance.now() - began);
    const entity = `connection/${use.connection}`;
    const value: ActionResult = { connector, entity, revision, durationMs, output };
    return { value };
  },
};

function ofConnection({ branch, connection }: ConnectionInput): Target {
  return { branch, type: 'connection', name: connection };
}

async function useOf(
  { controller, principal, origin: { requestId, address, trace } }: OperationContext,
  { branch, connection, env }: ConnectionInput,
): Promise<ConnectionUse> {
  const origin = { requestId, address };
  const use = {
    branch: await controller.branches.resolve(branch),
    connection,
    principal: principal.id,
    origin,
    trace,
  };
  return env === undefined ? use : { ...use, environment: env };
}

export const connectionOperations: readonly Operation[] = [testConnection, listActions, invokeAction];
