import {
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import type { KindDefinition } from '../../controller/catalog/index.js';
import type { JsonSchema } from '../../schemas/json/types.js';
import { listEntities, readEntity } from '../operations/entities/operations.js';
import { describeFlow } from '../operations/flows/describe.js';
import { listRuns, listRunTasks, readRun } from '../operations/runs/operations.js';
import type { Operation } from '../operations/shared/operation.js';
import { type Field, fieldName, filled, listedIn, operationField } from './operation-fields.js';
import type { CallScope } from './types/call-scope.js';
import { defineEntityTypes } from './types/entity-types.js';
import { InputTypes } from './types/input-types.js';
import { camel, pascal } from './types/names.js';
import { OutputTypes } from './types/output-types.js';
import { listOf } from './types/pages.js';

export interface SchemaParts {
  operations: readonly Operation[];
  kinds: readonly KindDefinition[];
}

/** Returns a query or a mutation for each operation, a type for each kind, and fields between related types. */
export function createSchema({ operations, kinds }: SchemaParts): GraphQLSchema {
  const outputs = new OutputTypes();
  const inputs = new InputTypes();
  const types = defineEntityTypes(kinds, outputs);
  relate(outputs, inputs);
  const fieldsOf = (chosen: readonly Operation[]): Record<string, Field> =>
    Object.fromEntries(
      chosen
        .filter(fitsAnAnswer)
        .map((operation) => [fieldName(operation), operationField(operation, outputs, inputs)]),
    );
  const Query = new GraphQLObjectType<unknown, CallScope>({
    name: 'Query',
    fields: () => ({
      ...fieldsOf(operations.filter(({ hints }) => hints.readOnly)),
      ...kindFields(kinds, outputs, inputs),
    }),
  });
  const Mutation = new GraphQLObjectType<unknown, CallScope>({
    name: 'Mutation',
    fields: () => fieldsOf(operations.filter(({ hints }) => !hints.readOnly)),
  });
  return new GraphQLSchema({ query: Query, mutation: Mutation, types });
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
        name: { type: new GraphQLNonNull(GraphQLString) },
      },
      type,
      resolve: (_source, args, scope) =>
        scope.read(readEntity, { ...filled(readEntity, scope, args), type: kind }),
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
        read: (_operation, given) => scope.read(operation, { op: 'platform', ...given, ...settled }),
      };
      return resolve?.(source, args, settledScope, info);
    },
  };
}

type Source = Record<string, unknown>;

interface RunSource {
  id: string;
  flow: string;
  branch: string;
  parentRunId?: string | null;
}

/** Adds the fields between related types: a flow and its runs, a run and its flow. */
function relate(outputs: OutputTypes, inputs: InputTypes): void {
  outputs.extend('Run', () => ({
    flowEntity: {
      description: 'The flow, as it is now; null when it is gone.',
      type: outputs.named(pascal('flow')) as GraphQLObjectType,
      resolve: async (source, _args, scope) => {
        const { branch, flow } = source as unknown as RunSource;
        const address = { branch, op: 'platform', type: 'flow', name: flow };
        return scope.read(readEntity, address).catch(() => null);
      },
    },
    parentRun: {
      description: 'The run that started this one as a subflow.',
      type: outputs.of({ title: 'Run' }, 'Run'),
      resolve: (source, _args, scope) => {
        const { branch, parentRunId } = source as unknown as RunSource;
        return parentRunId ? scope.read(readRun, { branch, run: parentRunId }) : null;
      },
    },
    tasks: {
      description: 'The timeline.',
      type: listOf(outputs.of(listedIn(listRunTasks)?.item, 'TaskExecution')),
      resolve: async (source: Source, _args: unknown, scope: CallScope) => {
        const { branch, id } = source as unknown as RunSource;
        return ((await scope.read(listRunTasks, { branch, run: id })) as { items: unknown[] }).items;
      },
    },
  }));
  outputs.extend(pascal('flow'), () => ({
    runs: runsOfFlow(outputs, inputs),
    context: {
      description: describeFlow.description,
      type: outputs.of(describeFlow.output, `${pascal(describeFlow.name)}Result`),
      resolve: (source: Source, _args: unknown, scope: CallScope) =>
        scope.read(describeFlow, { branch: source['branch'], flow: source['name'] }),
    },
  }));
}

function runsOfFlow(outputs: OutputTypes, inputs: InputTypes) {
  const field = operationField(listRuns, outputs, inputs);
  const { branch: _branch, flow: _flow, ...args } = field.args ?? {};
  return {
    ...field,
    args,
    resolve: (source: Source, given: Source, scope: CallScope, info: GraphQLResolveInfo) =>
      field.resolve?.(source, { ...given, branch: source['branch'], flow: source['name'] }, scope, info),
  };
}
