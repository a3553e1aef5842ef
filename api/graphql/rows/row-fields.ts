import { GraphQLNonNull, GraphQLObjectType, GraphQLString } from 'graphql';
import type { JsonObject } from '../../../schemas/json/types.js';
import { listEntities, readEntity } from '../../operations/entities/operations.js';
import { nameField, queryFields } from '../../operations/entities/write-schemas.js';
import type { Operation } from '../../operations/shared/operation.js';
import type { CallScope } from '../types/call-scope.js';
import { camel, pascal } from '../types/names.js';
import type { Field } from '../types/operation-fields.js';
import type { OutputTypes } from '../types/output-types.js';
import { connectionType, type OperationPage, pagingArguments, readConnection } from '../types/pages.js';
import { JsonScalar } from '../types/scalars.js';
import { findDescription } from '../types/schema-words.js';
import { type NamedRows, namedRows, type RowSource, rowType } from './row-types.js';

/** The rows of a schema, and the place where calls read and write them. */
export interface RowParts {
  branch: string;
  env?: string;
  sources: readonly RowSource[];
}

/** Returns the input of a call that names the connection and the type. */
export function getAddress({ branch, env }: RowParts, { source, type }: NamedRows) {
  const { op, connection } = source;
  return { branch, op, connection, type: type.name, ...(env === undefined ? {} : { env }) };
}

/** Returns the field `rows`: a field for each connection, with the lists of its types. */
export function rowFields(parts: RowParts, outputs: OutputTypes): Record<string, Field> {
  const named = namedRows(parts.sources);
  const connections = parts.sources.flatMap((source): [string, Field][] => {
    const rows = named.filter((each) => each.source === source);
    if (rows.length === 0) return [];
    const type = new GraphQLObjectType<unknown, CallScope>({
      name: `Rows${pascal(source.connection)}`,
      description: `The rows behind the connection \`${source.connection}\`, by type.`,
      fields: () => Object.assign({}, ...rows.map((each) => getFields(parts, each, outputs))),
    });
    const description = `The rows behind the connection \`${source.connection}\`.`;
    return [[camel(source.connection), { description, type: new GraphQLNonNull(type), resolve: () => ({}) }]];
  });
  if (connections.length === 0) return {};
  const Rows = new GraphQLObjectType<unknown, CallScope>({
    name: 'Rows',
    description: 'Rows behind connections, by connection.',
    fields: Object.fromEntries(connections),
  });
  const description = 'Rows behind the connections that the address of the request names.';
  return { rows: { description, type: new GraphQLNonNull(Rows), resolve: () => ({}) } };
}

function getFields(parts: RowParts, rows: NamedRows, outputs: OutputTypes): Record<string, Field> {
  const { type, name, field } = rows;
  const address = getAddress(parts, rows);
  const row = rowType(rows, outputs);
  const list: Field = {
    description: type.description,
    args: {
      filter: { type: JsonScalar, description: findDescription(queryFields.filter) },
      order: { type: GraphQLString, description: findDescription(queryFields.order) },
      ...pagingArguments,
    },
    type: connectionType(name, row),
    resolve: (_source, { first, after, ...query }, scope) => {
      const entries = Object.entries(query).filter(([, value]) => value !== null);
      const input = { ...address, ...(Object.fromEntries(entries) as JsonObject) };
      return readConnection(
        { first, after },
        (page) => scope.read(listEntities as Operation, { ...input, ...page }) as Promise<OperationPage>,
      );
    },
  };
  if (!type.capabilities.read) return { [field]: list };
  const one: Field = {
    description: `The row of \`${type.name}\` with that name.`,
    args: { name: { type: new GraphQLNonNull(GraphQLString), description: findDescription(nameField) } },
    type: row,
    resolve: (_source, args, scope) => scope.read(readEntity as Operation, { ...address, ...args }),
  };
  return { [field]: list, [`${field}ByName`]: one };
}
