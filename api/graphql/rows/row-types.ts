import {
  GraphQLBoolean,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLScalarType,
  GraphQLString,
} from 'graphql';
import type { EntityType } from '../../../controller/connectors/contract/entities.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { entityShape } from '../../operations/entities/schemas.js';
import type { CallScope } from '../types/call-scope.js';
import { camel, isName, pascal } from '../types/names.js';
import type { OutputTypes } from '../types/output-types.js';
import { BigIntScalar, DecimalScalar, JsonScalar } from '../types/scalars.js';
import { findDescription } from '../types/schema-words.js';

/** A connection with the types of its rows. */
export interface RowSource {
  connection: string;
  /** The connector, which calls take as `op`. */
  op: string;
  types: readonly EntityType[];
}

/** A type of rows with its names in the schema. */
export interface NamedRows {
  source: RowSource;
  type: EntityType;
  /** Starts with `Rows`, as no other type does. */
  name: string;
  field: string;
}

/** The most types of one connection that the schema has. */
const maxTypes = 200;

/** Names the types of rows. Types whose names GraphQL cannot tell apart, and those beyond the first 200, are left out. */
export function namedRows(sources: readonly RowSource[]): readonly NamedRows[] {
  const named = new Map<string, NamedRows>();
  for (const source of sources) {
    for (const type of source.types.slice(0, maxTypes)) {
      const name = `Rows${pascal(source.connection)}${pascal(type.name)}`;
      const field = camel(type.name);
      if (isName(name) && isName(field) && !named.has(name)) named.set(name, { source, type, name, field });
    }
  }
  return [...named.values()];
}

/** Returns the type of a row as an entity of its connection. */
export function rowType({ type, name }: NamedRows, outputs: OutputTypes): GraphQLObjectType {
  const typeOfName = outputs.named(name);
  if (typeOfName) return typeOfName as GraphQLObjectType;
  const members = entityShape['properties'] as JsonObject;
  const row = new GraphQLObjectType<JsonObject, CallScope>({
    name,
    description: type.description,
    fields: () => ({
      ...outputs.fields(
        { name: members['name'] as Json, references: members['references'] as Json },
        [],
        name,
      ),
      etag: { type: GraphQLString, description: 'Changes whenever the row does.' },
      row: {
        type: columnsType(type, name),
        description: 'The values of the row.',
        resolve: ({ definition }) => definition,
      },
      definition: {
        type: JsonScalar,
        description: 'The values of the row, also of columns that are no fields.',
      },
    }),
  });
  outputs.define(name, row);
  return row;
}

function columnsType({ schema, name: table }: EntityType, name: string) {
  const columns = getColumns(schema);
  if (columns.length === 0) return JsonScalar;
  return new GraphQLObjectType({
    name: `${name}Row`,
    description: `The values of a row of \`${table}\`; null where the row has none.`,
    fields: Object.fromEntries(
      columns.map(([column, form]) => [
        column,
        { type: scalarFor(form), description: toColumnText(column, form) },
      ]),
    ),
  });
}

/** Returns the input for a new row, or for the changed values of one. */
export function columnsInput({ schema, name: table }: EntityType, name: string, isPatch: boolean) {
  const required = (schema['required'] ?? []) as Json[];
  const fields: GraphQLInputFieldConfigMap = Object.fromEntries(
    getColumns(schema)
      .filter(([, form]) => form['readOnly'] !== true)
      .map(([column, form]) => {
        const type = scalarFor(form);
        const isNeeded = !isPatch && required.includes(column);
        return [
          column,
          { type: isNeeded ? new GraphQLNonNull(type) : type, description: toColumnText(column, form) },
        ];
      }),
  );
  if (Object.keys(fields).length === 0) return JsonScalar;
  const description = isPatch
    ? `The values of a row of \`${table}\` that change.`
    : `The values of a new row of \`${table}\`.`;
  return new GraphQLInputObjectType({ name: `${name}${isPatch ? 'Patch' : 'Input'}`, description, fields });
}

function getColumns(schema: JsonObject): [string, JsonObject][] {
  const columns = Object.entries((schema['properties'] ?? {}) as Record<string, JsonObject>);
  return columns.filter(([column]) => isName(column));
}

function toColumnText(column: string, form: JsonObject): string {
  return findDescription(form) ?? `The column \`${column}\`.`;
}

/** Returns the scalar for a column. Values of enumerations stay texts: a database may get new ones at any time. */
function scalarFor({ type }: JsonObject): GraphQLScalarType | GraphQLList<GraphQLScalarType> {
  const types = [type ?? []].flat().filter((each) => each !== 'null');
  if (types.includes('integer')) return BigIntScalar;
  if (types.includes('number')) return DecimalScalar;
  if (types.length !== 1) return JsonScalar;
  if (types[0] === 'array') return new GraphQLList(JsonScalar);
  return types[0] === 'boolean' ? GraphQLBoolean : types[0] === 'string' ? GraphQLString : JsonScalar;
}
