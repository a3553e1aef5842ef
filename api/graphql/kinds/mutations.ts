import {
  type GraphQLFieldConfigArgumentMap,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql';
import type { KindDefinition } from '../../../controller/catalog/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { entityWriteShape, typeFields } from '../../operations/entities/write-schemas.js';
import {
  createEntity,
  deleteEntity,
  replaceEntity,
  updateEntity,
  writeEntities,
} from '../../operations/entities/writes.js';
import { writeFields } from '../../operations/shared/fields.js';
import type { Operation } from '../../operations/shared/operation.js';
import type { CallScope } from '../types/call-scope.js';
import type { EnumTypes } from '../types/enums.js';
import { InputTypes } from '../types/input-types.js';
import { camel, pascal } from '../types/names.js';
import { type Field, filled } from '../types/operation-fields.js';
import type { OutputTypes } from '../types/output-types.js';
import { nameIn, withoutNulls } from './definitions.js';
import { changeInput, etag, type KindInputs, kindInputs, patchFields, versioned } from './kind-inputs.js';

type MutationArguments = Record<string, unknown>;

/** Returns the mutations of each kind, and one for changes of several entities in one commit. */
export function kindMutations(
  kinds: readonly KindDefinition[],
  outputs: OutputTypes,
  enums: EnumTypes,
): Record<string, Field> {
  const inputs = kindInputs(kinds, enums);
  const branch = { branch: typeFields.branch };
  const common = new InputTypes(enums).arguments({ ...branch, ...writeFields }, [], 'Write', new Set());
  return Object.fromEntries([
    ...inputs.flatMap((each) => Object.entries(getMutations(each, common, outputs))),
    ['changeEntities', batchField(inputs, common, outputs)],
  ]);
}

function getMutations(
  inputs: KindInputs,
  common: GraphQLFieldConfigArgumentMap,
  outputs: OutputTypes,
): Record<string, Field> {
  const { kind, definition } = inputs;
  const type = writeType(kind, outputs);
  const description = `The definition, which names the ${kind}.`;
  const input = { input: { type: new GraphQLNonNull(definition), description } };
  const field = (
    operation: Operation,
    args: GraphQLFieldConfigArgumentMap,
    toInput: (args: MutationArguments) => MutationArguments,
  ): Field => ({
    description: operation.description,
    args: { ...args, ...common },
    type,
    resolve: (_source, args, scope) => call(operation, scope, { ...toInput(args), type: kind }),
  });
  return {
    [`create${pascal(kind)}`]: field(createEntity as Operation, input, ({ input, ...writeOptions }) => ({
      ...writeOptions,
      definition: getDefinition(inputs, input),
    })),
    [`update${pascal(kind)}`]: field(
      replaceEntity as Operation,
      { ...input, etag },
      ({ input, ...writeOptions }) => {
        const definition = getDefinition(inputs, input);
        return { ...writeOptions, definition, name: nameIn(definition) };
      },
    ),
    [`patch${pascal(kind)}`]: field(
      updateEntity as Operation,
      { ...versioned, ...patchFields(inputs) },
      (args) => args,
    ),
    [`delete${pascal(kind)}`]: field(deleteEntity as Operation, versioned, (args) => args),
  };
}

function call(operation: Operation, scope: CallScope, input: MutationArguments): Promise<unknown> {
  return scope.call(operation, filled(operation, scope, input));
}

function getDefinition({ schema }: KindInputs, value: unknown): JsonObject {
  return withoutNulls(value as Json, schema) as JsonObject;
}

function batchField(
  inputs: readonly KindInputs[],
  common: GraphQLFieldConfigArgumentMap,
  outputs: OutputTypes,
): Field {
  const change = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(changeInput(inputs))));
  return {
    description: writeEntities.description,
    args: { changes: { type: change, description: 'The change of each entity, at most 200.' }, ...common },
    type: outputs.of(writeEntities.output, 'BatchWrite'),
    resolve: (_source, { changes, ...writeOptions }, scope) =>
      call(writeEntities as Operation, scope, {
        ...writeOptions,
        changes: (changes as MutationArguments[]).map((each) => getChange(inputs, each)),
      }),
  };
}

/** Returns a change as the operation takes it. */
function getChange(inputs: readonly KindInputs[], args: MutationArguments): JsonObject {
  const each = inputs.find(({ kind }) => camel(kind) in args) as KindInputs;
  const {
    create,
    update,
    patch,
    delete: removed,
  } = args[camel(each.kind)] as Record<string, MutationArguments>;
  const type = each.kind;
  if (create) return { op: 'create', type, definition: getDefinition(each, create) };
  if (patch) return { op: 'update', type, ...set(patch) };
  if (removed) return { op: 'delete', type, ...set(removed) };
  const { input, ...more } = update ?? {};
  const definition = getDefinition(each, input);
  return { op: 'update', type, name: nameIn(definition) ?? '', definition, ...set(more) };
}

/** Returns the fields that have a value. */
function set(args: MutationArguments): JsonObject {
  const entries = Object.entries(args).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as JsonObject;
}

/** Fields of the entity itself in the answer to a write; here they belong to the entity of the kind. */
const ofEntity = ['op', 'type', 'revision', 'definition', 'references', 'status', 'connection'];

/** Returns the type of the answers to writes of one kind. */
function writeType(kind: string, outputs: OutputTypes): GraphQLOutputType {
  const properties = Object.entries(entityWriteShape['properties'] as JsonObject).filter(
    ([name]) => !ofEntity.includes(name),
  );
  const required = (entityWriteShape['required'] ?? []) as Json[];
  return new GraphQLObjectType<MutationArguments, CallScope>({
    name: `${pascal(kind)}Write`,
    description: `The answer to a write of one ${kind}: what was done.`,
    fields: () => ({
      ...outputs.fields(Object.fromEntries(properties), required, 'EntityWrite'),
      [camel(kind)]: {
        description: `The ${kind} after the write; null if it was deleted or proposed, and with \`dryRun\`.`,
        type: outputs.named(pascal(kind)) as GraphQLObjectType,
        resolve: (result) => ('definition' in result ? result : null),
      },
    }),
  });
}
