import { type GraphQLFieldConfigArgumentMap, GraphQLNonNull, GraphQLObjectType } from 'graphql';
import type { JsonObject } from '../../../schemas/json/types.js';
import { createEntity, deleteEntity, updateEntity } from '../../operations/entities/writes.js';
import type { Operation } from '../../operations/shared/operation.js';
import { changeField } from '../../operations/shared/schemas.js';
import { versioned } from '../kinds/kind-inputs.js';
import type { CallScope } from '../types/call-scope.js';
import type { Field } from '../types/operation-fields.js';
import type { OutputTypes } from '../types/output-types.js';
import { getAddress, type RowParts } from './row-fields.js';
import { columnsInput, type NamedRows, namedRows, rowType } from './row-types.js';

type MutationArguments = Record<string, unknown>;

/** Returns the mutations of the row types whose rows can be written. */
export function rowMutations(parts: RowParts, outputs: OutputTypes): Record<string, Field> {
  return Object.assign({}, ...namedRows(parts.sources).map((rows) => getMutations(parts, rows, outputs)));
}

function getMutations(parts: RowParts, rows: NamedRows, outputs: OutputTypes): Record<string, Field> {
  const { type, name } = rows;
  const { create, update, delete: remove } = type.capabilities;
  if (!create && !update && !remove) return {};
  const address = getAddress(parts, rows);
  const answer = writeType(rows, outputs);
  const field = (
    operation: Operation,
    description: string,
    args: GraphQLFieldConfigArgumentMap,
    toInput: (args: MutationArguments) => MutationArguments,
  ): Field => ({
    description,
    args,
    type: answer,
    resolve: (_source, args, scope) => scope.call(operation, { ...address, ...set(toInput(args)) }),
  });
  const input = (isPatch: boolean) => ({
    row: {
      type: new GraphQLNonNull(columnsInput(type, name, isPatch)),
      description: isPatch ? 'The values that change; null removes a value.' : 'The values of the new row.',
    },
  });
  return {
    ...(create && {
      [`create${name}`]: field(
        createEntity as Operation,
        `Creates a row of \`${type.name}\`.`,
        input(false),
        ({ row }) => ({ definition: row }),
      ),
    }),
    ...(update && {
      [`patch${name}`]: field(
        updateEntity as Operation,
        `Changes values of a row of \`${type.name}\`.`,
        { ...versioned, ...input(true) },
        ({ row, ...rowArguments }) => ({ ...rowArguments, patch: row }),
      ),
    }),
    ...(remove && {
      [`delete${name}`]: field(
        deleteEntity as Operation,
        `Deletes a row of \`${type.name}\`.`,
        versioned,
        (args) => args,
      ),
    }),
  };
}

/** Returns the fields that have a value. */
function set(args: MutationArguments): MutationArguments {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

function writeType(rows: NamedRows, outputs: OutputTypes): GraphQLObjectType {
  const { name, type } = rows;
  return new GraphQLObjectType<JsonObject, CallScope>({
    name: `${name}Write`,
    description: `The answer to a write of a row of \`${type.name}\`.`,
    fields: () => ({
      ...outputs.fields(
        { change: { ...changeField, description: 'The effect on the row.' } },
        [],
        'EntityWrite',
      ),
      entity: {
        type: rowType(rows, outputs),
        description: 'The row after the write; null if it was deleted.',
        resolve: (result) => ('definition' in result ? result : null),
      },
    }),
  });
}
