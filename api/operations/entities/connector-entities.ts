import type { Connector } from '../../../controller/connectors/contract/connector.js';
import type { ConnectorEntity, EntitySource } from '../../../controller/connectors/contract/entities.js';
import { Problem } from '../../../controller/problems/index.js';
import type { ConnectionUse, OpenConnection } from '../../../controller/runs/contract.js';
import type { Target } from '../../../controller/security/identity/access/access.js';
import type { EntityChange } from '../../../controller/writes/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { didYouMean } from '../../../schemas/nearest.js';
import { requireRole, requireScopedEnvironment } from '../shared/authorization.js';
import { authorizeDirectCall } from '../shared/direct-calls.js';
import { listed } from '../shared/entity-types.js';
import type { OperationContext, Result } from '../shared/operation.js';
import type { Page } from '../shared/pages.js';

export interface ConnectorAddress {
  branch: string;
  op?: string;
  connection?: string;
  env?: string;
}

/** The filter, order and page of a list. */
export interface EntityQuery {
  q?: string;
  label?: string;
  filter?: string | string[];
  order?: string;
  limit: number;
  cursor?: string;
}

const fieldsOfConnectors = ['connection', 'env', 'filter', 'order'] as const;

/** Tells whether the input names an entity of a connector. @throws Problem request_invalid for connector fields of any other */
export function isOfConnector(input: ConnectorAddress & { filter?: unknown; order?: unknown }): boolean {
  if (input.op !== undefined && input.op !== 'platform') return true;
  const field = fieldsOfConnectors.find((name) => input[name] !== undefined);
  if (field === undefined) return false;
  throw new Problem('request_invalid', `\`${field}\` is only for types of a connector`, {
    errors: [{ pointer: `/${field}`, message: 'is not for entities of a branch' }],
  });
}

/** The target of a call to a connector: access to its entities is access to the connection. */
export function connectorTarget({ branch, connection }: ConnectorAddress): Target {
  if (connection === undefined) return { branch, type: 'connection', some: true };
  return { branch, type: 'connection', name: connection };
}

/** Lists the types of a connection. Reads them with its secrets, so viewers may not. */
export async function connectorTypes(context: OperationContext, input: ConnectorAddress) {
  return use(context, input, undefined, (source, { context }) => source.types(context));
}

/** Lists one page of the entities of a type. */
export async function listConnectorEntities(
  context: OperationContext,
  input: ConnectorAddress & EntityQuery & { type: string },
): Promise<Page<unknown>> {
  const text = input.q !== undefined ? 'q' : input.label !== undefined ? 'label' : undefined;
  if (text) {
    throw new Problem('request_invalid', `\`${text}\` is for entities of a branch`, {
      hints: ['Use `filter`, such as `name^=Dar`.'],
    });
  }
  const { filter = [], order, limit, cursor } = input;
  const query = {
    filter: typeof filter === 'string' ? [filter] : filter,
    order: order === undefined ? [] : order.split(',').map((field) => field.trim()),
    limit,
    ...(cursor === undefined ? {} : { cursor }),
  };
  return use(context, input, undefined, async (source, opened) => {
    const { items, nextCursor } = await source.list(opened.context, input.type, query);
    return { items: items.map((item) => represent(input, opened, item)), nextCursor };
  });
}

export function readConnectorEntity(
  context: OperationContext,
  input: ConnectorAddress & { type: string; name: string },
) {
  return use(context, input, undefined, async (source, opened) =>
    represent(input, opened, await source.read(opened.context, input.type, input.name)),
  );
}

/** Creates, changes or deletes one entity. @throws Problem */
export async function writeConnectorEntity(
  context: OperationContext,
  input: ConnectorAddress & { dryRun?: boolean; propose?: boolean },
  change: EntityChange,
): Promise<Result> {
  if (input.dryRun || input.propose) {
    const detail = '`dryRun` and `propose` are for entities of a branch; this write makes no commit';
    throw new Problem('request_invalid', detail);
  }
  const { type, ifMatch } = change;
  const name = change.name ?? '';
  context.audit?.note(change.name === undefined ? { type } : { type, name });
  return use<Result>(context, input, change, async (source, opened) => {
    const answered = (change: string, entity: ConnectorEntity) => ({
      ...represent({ ...input, type }, opened, entity),
      change,
      commit: null,
    });
    if (change.op === 'create') {
      const entity = await source.create(opened.context, type, change.definition ?? {});
      return { value: answered('created', entity), outcome: 'created' };
    }
    if (change.op === 'delete') {
      await source.delete(opened.context, type, name, ifMatch);
      const { branch, op = '' } = input;
      const value = { op, type, name, branch, connection: opened.context.connection, change: 'deleted' };
      return { value: { ...value, commit: null, etag: null }, outcome: 'deleted' };
    }
    const definition = change.definition ?? change.mergePatch;
    if (!isObject(definition)) {
      throw new Problem('patch_invalid', 'Entities of a connector are changed by merge patch (RFC 7396)', {
        hints: ['Send `Content-Type: application/merge-patch+json` with the fields that change.'],
      });
    }
    const mode = change.definition === undefined ? 'merge' : 'replace';
    const changeRequest = { definition, mode, ...(ifMatch === undefined ? {} : { ifMatch }) } as const;
    return { value: answered('updated', await source.update(opened.context, type, name, changeRequest)) };
  });
}

async function use<Value>(
  context: OperationContext,
  input: ConnectorAddress,
  change: EntityChange | undefined,
  work: (source: EntitySource<JsonObject>, opened: OpenConnection) => Promise<Value>,
): Promise<Value> {
  const { controller, principal, origin, signal } = context;
  const branch = await controller.branches.resolve(input.branch);
  const connection = await chosen(context, branch, input);
  await requireScopedEnvironment(context, branch, input.env);
  const { requestId, address } = origin;
  const baseUse = { branch, connection, principal: principal.id, origin: { requestId, address } };
  const useOfEnvironment = input.env === undefined ? baseUse : { ...baseUse, environment: input.env };
  if (change) await authorizeChange(context, useOfEnvironment, change);
  else
    requireRole(
      context,
      'operator',
      { branch, type: 'connection', name: connection },
      'Reading entities behind it',
    );
  return controller.connections.use(useOfEnvironment, signal, (opened) =>
    work(requireSource(opened.connector, input.op ?? ''), opened),
  );
}

/** @throws EffectAwaitingConsent; Problem forbidden, confirmation_required, approval_void */
function authorizeChange(
  context: OperationContext,
  use: ConnectionUse,
  { op, type, name, definition, mergePatch }: EntityChange,
): Promise<void> {
  const { branch, connection } = use;
  const entity = name === undefined ? `an entity of the type \`${type}\`` : `\`${type}/${name}\``;
  return authorizeDirectCall(context, {
    branch,
    connection,
    text: `${changeWords[op]} ${entity} behind the connection \`${connection}\` on \`${branch}\``,
    input: definition ?? mergePatch ?? null,
    content: async () => ({ ...(await context.controller.connections.written(use)) }),
  });
}

const changeWords = { create: 'Creates', update: 'Changes', delete: 'Deletes', restore: 'Reverts' } as const;

/** @throws Problem request_invalid where several connections fit */
async function chosen(
  { controller }: OperationContext,
  branch: string,
  { op = '', connection }: ConnectorAddress,
): Promise<string> {
  const installed = controller.connectors.map(({ name }) => name);
  if (!installed.includes(op)) {
    throw new Problem('entity_type_unknown', `There is no connector \`${op}\``, {
      hints: [
        ...didYouMean(op, ['platform', ...installed]),
        `\`op\` is \`platform\`, or one of ${listed(installed)}.`,
      ],
    });
  }
  if (connection !== undefined) return connection;
  const names = await controller.connections.of(branch, op);
  const [first] = names;
  if (first !== undefined && names.length === 1) return first;
  if (names.includes(op)) return op;
  throw new Problem('request_invalid', `The branch has ${names.length} connections of \`${op}\``, {
    errors: [{ pointer: '/connection', message: 'is needed' }],
    hints: names.length === 0 ? [] : [`Set \`connection\` to one of ${listed(names)}.`],
  });
}

function requireSource({ name, entities }: Connector, op: string): EntitySource<JsonObject> {
  if (name !== op) {
    throw new Problem('request_invalid', `The connection is not of the connector \`${op}\``, {
      errors: [{ pointer: '/connection', message: `belongs to the connector \`${name}\`` }],
    });
  }
  if (entities) return entities;
  throw new Problem('entity_type_unknown', `The connector \`${name}\` has no entities, only actions`, {
    hints: [{ text: 'List them with {call}.', operation: 'list-connection-actions' }],
  });
}

function represent(
  { branch, op = '', type }: ConnectorAddress & { type: string },
  { context: { connection } }: OpenConnection,
  { name, etag, definition, references }: ConnectorEntity,
) {
  return {
    op,
    type,
    name: name ?? '',
    branch,
    connection,
    path: null,
    revision: null,
    etag,
    definition,
    references,
    status: { conditions: [], findings: [], missing: [] },
  };
}
