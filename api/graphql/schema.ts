import {
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import type { KindDefinition } from '../../controller/catalog/contract.js';
import type { JsonObject, JsonSchema } from '../../schemas/json.js';
import type { Operation } from '../operations/operation.js';
import type { CallScope } from './call-scope.js';
import { type Field, fieldName, filled, operationField } from './operation-fields.js';
import { defineEntityTypes, nameOf } from './types/entity-types.js';
import { InputTypes } from './types/input-types.js';
import { camel, pascal } from './types/names.js';
import { OutputTypes } from './types/output-types.js';

export interface SchemaParts {
  operations: readonly Operation[];
  kinds: readonly KindDefinition[];
}

/**
 * The GraphQL schema of everything a caller can do: a query field for each operation that only reads, a mutation for
 * each other, a type for each kind and fields for what belongs together.
 */
export function createSchema({ operations, kinds }: SchemaParts): GraphQLSchema {
  const outputs = new OutputTypes();
  const inputs = new InputTypes();
  const types = defineEntityTypes(kinds, outputs);
  const named = (name: string) => operations.find((operation) => operation.name === name);
  relate(outputs, inputs, named);
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
      ...kindFields(kinds, outputs, inputs, named),
    }),
  });
  const Mutation = new GraphQLObjectType<unknown, CallScope>({
    name: 'Mutation',
    fields: () => fieldsOf(operations.filter(({ hints }) => !hints.readOnly)),
  });
  return new GraphQLSchema({ query: Query, mutation: Mutation, types });
}

/** Whether what it takes and gives is JSON: files and streams that do not end have no place in a query. */
export function fitsAnAnswer({ input, output }: Operation): boolean {
  const isFile = (shape: JsonSchema) => typeof shape === 'object' && shape['format'] === 'binary';
  const isStream = input.properties['follow']?.['default'] === true;
  return !isStream && !isFile(output) && !Object.values(input.properties).some(isFile);
}

type Named = (name: string) => Operation | undefined;

/** `flow(name:)` and `flows(q:)`, for each kind. */
function kindFields(
  kinds: readonly KindDefinition[],
  outputs: OutputTypes,
  inputs: InputTypes,
  named: Named,
): Record<string, Field> {
  const read = named('read-entity');
  const list = named('list-entities');
  if (!read || !list) return {};
  const fields: Record<string, Field> = {};
  for (const { kind, plural } of kinds) {
    const type = outputs.named(nameOf(kind)) as GraphQLObjectType;
    fields[camel(kind)] = {
      description: `The ${kind} of that name.`,
      args: {
        branch: { type: GraphQLString, description: 'The production branch unless named.' },
        name: { type: new GraphQLNonNull(GraphQLString) },
      },
      type,
      resolve: (_source, args, scope) => scope.read(read.name, { ...filled(read, scope, args), type: kind }),
    };
    fields[camel(plural)] = listField(list, type, { type: kind }, outputs, inputs);
  }
  return fields;
}

/** The list operation with some of its input settled, its items of one type. */
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
        read: (name, given) => scope.read(name, { op: 'platform', ...given, ...settled }),
      };
      return resolve?.(source, args, settledScope, info);
    },
  };
}

interface RunSource {
  id: string;
  flow: string;
  branch: string;
  parentRunId?: string | null;
}

/** What belongs together: a flow and its runs, a run and its flow. */
function relate(outputs: OutputTypes, inputs: InputTypes, named: Named): void {
  const listRuns = named('list-runs');
  const tasks = named('list-run-tasks');
  const describe = named('describe-flow');
  outputs.extend('Run', () => ({
    flowEntity: {
      description: 'The flow, as it is now; null when it is gone.',
      type: outputs.named(nameOf('flow')) as GraphQLObjectType,
      resolve: async (source, _args, scope) => {
        const { branch, flow } = source as unknown as RunSource;
        const address = { branch, op: 'platform', type: 'flow', name: flow };
        return scope.read('read-entity', address).catch(() => null);
      },
    },
    parentRun: {
      description: 'The run that started this one as a subflow.',
      type: outputs.of({ title: 'Run' }, 'Run'),
      resolve: (source, _args, scope) => {
        const { branch, parentRunId } = source as unknown as RunSource;
        return parentRunId ? scope.read('read-run', { branch, run: parentRunId }) : null;
      },
    },
    ...(tasks
      ? {
          tasks: {
            description: 'The timeline.',
            type: new GraphQLNonNull(
              new GraphQLList(new GraphQLNonNull(outputs.of(itemsOf(tasks), 'TaskExecution'))),
            ),
            resolve: async (source: Record<string, unknown>, _args: unknown, scope: CallScope) => {
              const { branch, id } = source as unknown as RunSource;
              const answer = (await scope.read(tasks.name, { branch, run: id })) as { items: unknown[] };
              return answer.items;
            },
          },
        }
      : {}),
  }));
  outputs.extend(nameOf('flow'), () => ({
    ...(listRuns ? { runs: runsOfFlow(listRuns, outputs, inputs) } : {}),
    ...(describe
      ? {
          context: {
            description: describe.description,
            type: outputs.of(describe.output, `${pascal(describe.name)}Result`),
            resolve: (source: Record<string, unknown>, _args: unknown, scope: CallScope) =>
              scope.read(describe.name, { branch: source['branch'], flow: source['name'] }),
          },
        }
      : {}),
  }));
}

function runsOfFlow(listRuns: Operation, outputs: OutputTypes, inputs: InputTypes) {
  const field = operationField(listRuns, outputs, inputs);
  const { branch: _branch, flow: _flow, ...args } = field.args ?? {};
  return {
    ...field,
    args,
    resolve: (
      source: Record<string, unknown>,
      given: Record<string, unknown>,
      scope: CallScope,
      info: GraphQLResolveInfo,
    ) => field.resolve?.(source, { ...given, branch: source['branch'], flow: source['name'] }, scope, info),
  };
}

/** The schema of the items an operation lists. */
function itemsOf({ output }: Operation): JsonSchema {
  const { items } = ((output as JsonObject)['properties'] ?? {}) as { items?: JsonObject };
  return (items?.['items'] ?? {}) as JsonSchema;
}
