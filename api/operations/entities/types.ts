import { connectionSchema, connectorSchema, flowSchema, kinds } from '../../../controller/kinds/index.js';
import { Problem } from '../../../controller/problems/index.js';
import { type SchemaName, schema, schemaNames } from '../../../schemas/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { didYouMean } from '../../../schemas/nearest.js';
import { listed } from '../shared/entity-types.js';
import { branchField, namedField, nameText } from '../shared/fields.js';
import { type Operation, reads } from '../shared/operation.js';
import { openObject, toList } from '../shared/schemas.js';
import {
  type ConnectorAddress,
  connectorTarget,
  connectorTypes,
  isOfConnector,
} from './connector-entities.js';
import { typeShape } from './schemas.js';
import { connectorFields } from './write-schemas.js';

const everything = { read: true, create: true, update: true, delete: true };

export const listEntityTypes: Operation<ConnectorAddress> = {
  name: 'list-entity-types',
  title: 'List entity types',
  description:
    'The types of `op`, with their JSON Schemas: for `platform` the kinds of files in a branch, for a connector the types behind the connection, such as the tables of a database.',
  hints: reads,
  atMembers: 'read',
  permission: 'viewer',
  target: (input) =>
    (input.op ?? 'platform') === 'platform' ? { branch: input.branch, some: true } : connectorTarget(input),
  input: {
    properties: {
      branch: branchField,
      op: namedField('`platform`, or a connector.', 'platform'),
      ...connectorFields,
    },
    required: ['branch', 'op'],
  },
  output: toList(typeShape),
  async run(context, input) {
    if (isOfConnector(input)) return { value: { items: await connectorTypes(context, input) } };
    await context.controller.branches.resolve(input.branch);
    const items = kinds.map(({ kind }) => {
      const name = schemaNames.find((type) => type === kind);
      const schemaOfType = name === undefined ? {} : (schema(name) as JsonObject);
      const { title = kind, description = '' } = schemaOfType;
      return {
        name: kind,
        title,
        description,
        schema: schemaOfType,
        key: ['name'],
        capabilities: everything,
      };
    });
    return { value: { items } };
  },
};

export const readSchema: Operation<{ kind: string }> = {
  name: 'read-schema',
  title: 'Read the JSON Schema of a kind',
  description: 'The JSON Schema (draft 2020-12) of an entity kind, for editors, which send no credential.',
  hints: reads,
  atMembers: 'read',
  permission: 'anyone',
  input: { properties: { kind: { ...nameText, description: 'The entity type.' } }, required: ['kind'] },
  output: openObject,
  async run({ controller }, { kind }) {
    const name = requireSchemaName(kind);
    if (name === 'connection') return { value: connectionSchema(controller.connectors) };
    if (name === 'flow') return { value: flowSchema(controller.connectors) };
    return { value: schema(name) };
  },
};

export const readConnectorSchema: Operation<{ connector: string }> = {
  name: 'read-connector-schema',
  title: 'Read the JSON Schema of a connector',
  description:
    'The JSON Schema (draft 2020-12) of the connections of a connector, for editors, which send no credential. `$defs` has the arguments of each action.',
  hints: reads,
  atMembers: 'read',
  permission: 'anyone',
  input: {
    properties: { connector: { ...nameText, description: 'The name of the connector.' } },
    required: ['connector'],
  },
  output: openObject,
  async run({ controller: { connectors } }, { connector }) {
    const connectorOfName = connectors.find(({ name }) => name === connector);
    if (connectorOfName) return { value: connectorSchema(connectorOfName) };
    const names = connectors.map(({ name }) => name);
    throw new Problem('entity_type_unknown', `There is no connector \`${connector}\``, {
      hints: [...didYouMean(connector, names), `There are ${listed(names)}.`],
    });
  },
};

/** @throws Problem entity_type_unknown */
function requireSchemaName(kind: string): SchemaName {
  const name = schemaNames.find((type) => type === kind);
  if (name !== undefined) return name;
  throw new Problem('entity_type_unknown', `There is no schema for \`${kind}\``, {
    hints: [...didYouMean(kind, schemaNames), `There are schemas for ${listed(schemaNames)}.`],
  });
}
