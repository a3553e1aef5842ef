import { GraphQLBoolean, type GraphQLFieldConfig, GraphQLList, GraphQLNonNull } from 'graphql';
import type { JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import type { Operation } from '../../operations/shared/operation.js';
import type { CallScope } from './call-scope.js';
import type { InputTypes } from './input-types.js';
import { camel, pascal } from './names.js';
import type { OutputTypes } from './output-types.js';
import { connectionType, type OperationPage, type Paging, pagingArguments, readConnection } from './pages.js';
import { findTitle } from './schema-words.js';

export type Field = GraphQLFieldConfig<unknown, CallScope>;
type Arguments = Record<string, unknown> & Paging;

/** Inputs with a default value. */
const withDefault = new Set(['branch', 'op']);
/** Inputs that GraphQL does not offer: a stream lasts longer than an answer, and the selection of a request names its fields. */
const leftOut = new Set(['follow', 'fields']);

/** Returns the name of an operation's field, without `read-` and `list-`. */
export function fieldName({ name }: Operation): string {
  return camel(name.replace(/^(read|list)-/, ''));
}

/**
 * Returns the field of an operation: its arguments, its type, and the call. The field is nullable, so that the failure of
 * one field does not discard the others of a request.
 */
export function operationField(operation: Operation, outputs: OutputTypes, inputs: InputTypes): Field {
  const { description, hints } = operation;
  const properties = Object.fromEntries(
    Object.entries(operation.input.properties).filter(([name]) => !leftOut.has(name)),
  );
  const name = pascal(operation.name);
  const list = listedIn(operation);
  const node = list && outputs.of(explained(list.item, operation), `${name}Item`);
  const args = inputs.arguments(properties, operation.input.required ?? [], name, withDefault);
  const call = (scope: CallScope, input: Record<string, unknown>) =>
    (hints.readOnly ? scope.read : scope.call)(operation, filled(operation, scope, input));
  if (node && (list.isPaged || hints.readOnly)) {
    const { limit: _limit, cursor: _cursor, ...filters } = args;
    const connection = connectionFor(outputs, node, name, list.more);
    return {
      description,
      args: { ...filters, ...pagingArguments },
      type: connection,
      resolve: (_source, { first, after, ...filter }: Arguments, scope) =>
        readConnection({ first: first ?? null, after: after ?? null }, async (page) =>
          list.isPaged
            ? ((await call(scope, { ...filter, ...page })) as OperationPage)
            : { ...((await call(scope, filter)) as Pick<OperationPage, 'items'>), nextCursor: null },
        ),
    };
  }
  // The answer to a change cannot be read on: it comes whole.
  if (node) {
    return {
      description,
      args,
      type: new GraphQLList(new GraphQLNonNull(node)),
      resolve: async (_source, input: Arguments, scope) =>
        ((await call(scope, input)) as { items: unknown[] }).items,
    };
  }
  const hasValue = operation.output !== true && (operation.output as JsonObject)['type'] !== 'null';
  return {
    description,
    args,
    type: hasValue ? outputs.of(explained(operation.output, operation), `${name}Result`) : GraphQLBoolean,
    resolve: (_source, input: Arguments, scope) => call(scope, input),
  };
}

/** Returns the shape of an answer; one without a name and a description has those of the operation. */
function explained(shape: JsonSchema, { title }: Operation): JsonSchema {
  if (typeof shape !== 'object' || findTitle(shape) !== undefined || 'description' in shape) return shape;
  return { ...shape, description: `An answer to “${title}”.` };
}

/** Returns the arguments without nulls, with the default branch. */
export function filled(
  { input: { properties } }: Operation,
  scope: CallScope,
  values: Record<string, unknown>,
): Record<string, unknown> {
  const input = Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  );
  if ('branch' in properties) input['branch'] ??= scope.production;
  if ('op' in properties) input['op'] ??= 'platform';
  if ('fields' in properties) input['fields'] ??= getChoices(properties['fields']);
  return input;
}

/** Returns all items that a list of choices may have. */
function getChoices(schema: JsonSchema): unknown[] {
  return ((schema as JsonObject)['items'] as { enum: unknown[] }).enum;
}

function connectionFor(
  outputs: OutputTypes,
  node: Parameters<typeof connectionType>[1],
  name: string,
  more: JsonObject,
) {
  const base = 'name' in node ? node.name : name;
  const title = `${base}Connection`;
  const typeOfTitle = outputs.named(title);
  if (typeOfTitle) return typeOfTitle;
  const type = connectionType(base, node, outputs.fields(more, [], title));
  outputs.define(title, type);
  return type;
}

interface ListShape {
  item: JsonSchema;
  isPaged: boolean;
  /** The members of a page besides its items. */
  more: JsonObject;
}

/** Returns the schema of the items that an operation lists; undefined when its answer is no list. */
export function listedIn({ output }: Operation): ListShape | undefined {
  const properties = ((output as JsonObject)['properties'] ?? {}) as { items: { items: JsonSchema } };
  const isPaged = 'nextCursor' in properties;
  if (!isPaged && Object.keys(properties).join() !== 'items') return undefined;
  const { items, nextCursor: _nextCursor, ...more } = properties as typeof properties & JsonObject;
  return { item: items.items, isPaged, more };
}
