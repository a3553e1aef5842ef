import { kinds } from '../../controller/kinds/index.js';
import { type SchemaName, schema, schemaNames } from '../../schemas/index.js';
import type { JsonObject } from '../../schemas/json.js';
import {
  type ConnectorAddress,
  connectorFields,
  connectorTarget,
  connectorTypes,
  isOfConnector,
} from './connector-entities.js';
import { branchField, listOf, nameText } from './fields.js';
import { type Operation, reads } from './operation.js';

const typeShape: JsonObject = {
  title: 'EntityType',
  type: 'object',
  required: ['name', 'title', 'description', 'schema', 'key', 'capabilities'],
  properties: {
    name: { type: 'string' },
    title: { type: 'string' },
    description: { type: 'string' },
    schema: { type: 'object', additionalProperties: true, description: 'JSON Schema of a definition.' },
    key: {
      type: 'array',
      items: { type: 'string' },
      description:
        'The fields a name is made of, with commas between; without them entities are only listed.',
    },
    capabilities: {
      title: 'EntityCapabilities',
      type: 'object',
      required: ['read', 'create', 'update', 'delete'],
      properties: {
        read: { type: 'boolean' },
        create: { type: 'boolean' },
        update: { type: 'boolean' },
        delete: { type: 'boolean' },
      },
    },
  },
};

const everything = { read: true, create: true, update: true, delete: true };

/** What types of entities there are, of a branch or behind a connection. */
export const listEntityTypes: Operation<ConnectorAddress> = {
  name: 'list-entity-types',
  title: 'List entity types',
  description:
    'The types that `op` has, with their JSON Schemas: the kinds of files of a branch for `platform`; for a connector what the connection finds on the other side, such as the tables of a database.',
  hints: reads,
  permission: 'viewer',
  target: (input) =>
    (input.op ?? 'platform') === 'platform' ? { branch: input.branch, some: true } : connectorTarget(input),
  input: {
    properties: {
      branch: branchField,
      op: {
        ...nameText,
        description: '`platform`, or a connector.',
        examples: ['platform'],
      },
      ...connectorFields,
    },
    required: ['branch', 'op'],
  },
  output: listOf(typeShape),
  async run(context, input) {
    if (isOfConnector(input)) return { value: { items: await connectorTypes(context, input) } };
    await context.controller.branches.resolve(input.branch);
    const items = kinds.map(({ kind }) => {
      const found = schemaNames.includes(kind as SchemaName) ? schema(kind as SchemaName) : {};
      const { title = kind, description = '' } = found as JsonObject;
      return { name: kind, title, description, schema: found, key: ['name'], capabilities: everything };
    });
    return { value: { items } };
  },
};
