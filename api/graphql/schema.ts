import { GraphQLNonNull, GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import type { KindDefinition } from '../../controller/catalog/index.js';
import type { JsonSchema } from '../../schemas/json/types.js';
import { listEntities, readEntity } from '../operations/entities/operations.js';
import type { Operation } from '../operations/shared/operation.js';
import { defineEntityTypes } from './kinds/entity-types.js';
import { kindMutations } from './kinds/mutations.js';
import { relate } from './relations.js';
import { type RowParts, rowFields } from './rows/row-fields.js';
import { rowMutations } from './rows/row-mutations.js';
import { subscriptionFields } from './subscriptions/fields.js';
import type { CallScope } from './types/call-scope.js';
import { EnumTypes } from './types/enums.js';
import { InputTypes } from './types/input-types.js';
import { camel, pascal } from './types/names.js';
import { type Field, fieldName, filled, operationField } from './types/operation-fields.js';
import { OutputTypes } from './types/output-types.js';

export interface SchemaParts {
  operations: readonly Operation[];
  kinds: readonly KindDefinition[];
  /** The row types of connections, where a request has asked for them. */
  rows?: RowParts;
}

/** Returns a query or a mutation for each operation, a type for each kind, and fields between related types. */
export function createSchema({ operations, kinds, rows }: SchemaParts): GraphQLSchema {
  const enums = new EnumTypes();
  const outputs = new OutputTypes(enums);
  const inputs = new InputTypes(enums);
  const types = defineEntityTypes(kinds, outputs);
  relate(outputs, inputs);
  const getFields = (chosen: readonly Operation[]): Record<string, Field> =>
    Object.fromEntries(
      chosen
        .filter(fitsAnAnswer)
        .map((operation) => [fieldName(operation), operationField(operation, outputs, inputs)]),
    );
  const Query = new GraphQLObjectType<unknown, CallScope>({
    name: 'Query',
    description: 'The operations that only read.',
    fields: () => ({
      ...getFields(operations.filter(({ hints }) => hints.readOnly)),
      ...kindFields(kinds, outputs, inputs),
      ...(rows ? rowFields(rows, outputs) : {}),
    }),
  });
  const Mutation = new GraphQLObjectType<unknown, CallScope>({
    name: 'Mutation',
    description: 'The operations that change something, executed one after another.',
    fields: () => ({
      ...getFields(operations.filter(({ hints }) => !hints.readOnly)),
      ...kindMutations(kinds, outputs, enums),
      ...(rows ? rowMutations(rows, outputs) : {}),
    }),
  });
  const Subscription = new GraphQLObjectType<unknown, CallScope>({
    name: 'Subscription',
    description: 'Changes as they happen, as server-sent events.',
    fields: () => subscriptionFields(outputs, inputs),
  });
  return new GraphQLSchema({ query: Query, mutation: Mutation, subscription: Subscription, types });
}

/** True for an operation with JSON input and output; files and streams are not part of a GraphQL answer. */
export function fitsAnAnswer({ input, output }: Operation): boolean {
  const isFile = (shape: JsonSchema) => typeof shape === 'object' && shape['format'] === 'binary';
  const isStream = input.properties['follow']?.['default'] === true;
  return !isStream && !isFile(output) && !Object.values(input.properties).some(isFile);
}

/** Returns `flow(name:)` and `flows(q:)` for each kind. */
function kindFields(
  kinds: readonly KindDefinition[],
  outputs: OutputTypes,
  inputs: InputTypes,
): Record<string, Field> {
  const fields: Record<string, Field> = {};
  for (const { kind, plural } of kinds) {
    const type = outputs.named(pascal(kind)) as GraphQLObjectType;
    fields[camel(kind)] = {
      description: `The ${kind} of that name.`,
      args: {
        branch: { type: GraphQLString, description: 'The production branch unless named.' },
        name: { type: new GraphQLNonNull(GraphQLString), description: `The name of the ${kind}.` },
      },
      type,
      resolve: (_source, args, scope) =>
        scope.read(readEntity, Object.assign(filled(readEntity, scope, args), { type: kind })),
    };
    fields[camel(plural)] = listField(listEntities, type, { type: kind }, outputs, inputs);
  }
  return fields;
}

/** Returns a list operation with some fixed inputs and one type of items. */
function listField(
  operation: Operation,
  item: GraphQLObjectType,
  settled: Record<string, string>,
  outputs: OutputTypes,
  inputs: InputTypes,
): Field {
  const { input, ...rest } = operation;
  const properties = Object.fromEntries(
    Object.entries(input.properties).filter(([name]) => name !== 'op' && !(name in settled)),
  );
  const itemShape = { title: item.name, type: 'object' };
  const field = operationField(
    {
      ...rest,
      run: operation.run,
      input: { properties, required: (input.required ?? []).filter((name) => name in properties) },
      output: { properties: { items: { items: itemShape }, nextCursor: {} } },
    },
    outputs,
    inputs,
  );
  const { resolve } = field;
  return {
    ...field,
    resolve: (source, args, scope, info) => {
      const settledScope: CallScope = {
        ...scope,
        // The field shows fewer inputs than the operation that it calls.
        read: (_operation, args) => scope.read(operation, { op: 'platform', ...args, ...settled }),
      };
      return resolve?.(source, args, settledScope, info);
    },
  };
}
