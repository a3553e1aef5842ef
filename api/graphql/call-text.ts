import {
  astFromValue,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  print,
} from 'graphql';
import type { CallWriter } from '../../controller/problems/index.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import { findOperation, getGaps } from '../operations/hinted-calls.js';
import { fieldName } from './types/operation-fields.js';

type Field = GraphQLField<unknown, unknown>;

/** Returns a writer of calls as documents: `{ entities(type: "flow") { nodes { name } } }`. @param production the default branch */
export function fieldWriter(schema: GraphQLSchema, production: string): CallWriter {
  return ({ operation: name, arguments: args }) => {
    if (name === undefined) return writeArguments(Object.entries(args)).join(', ');
    const operation = findOperation(name);
    if (!operation) return name;
    const isQuery = operation.hints.readOnly;
    const field = (isQuery ? schema.getQueryType() : schema.getMutationType())?.getFields()[
      fieldName(operation)
    ];
    if (!field) return name;
    const text = writeField(field, { ...getGaps(operation, args), ...withoutDefaults(args, production) });
    return `${isQuery ? '' : 'mutation '}{ ${text} }`;
  };
}

function withoutDefaults(args: JsonObject, production: string): JsonObject {
  const isDefault = ([name, value]: [string, Json]) =>
    (name === 'branch' && value === production) || (name === 'op' && value === 'platform');
  return Object.fromEntries(Object.entries(args).filter((entry) => !isDefault(entry)));
}

function writeField(field: Field, args: JsonObject): string {
  const values = field.args.flatMap((argument) => {
    const value = args[argument.name];
    return value === undefined ? [] : [`${argument.name}: ${writeValue(value, argument)}`];
  });
  const selection = getSelection(field);
  return [`${field.name}${values.length === 0 ? '' : `(${values.join(', ')})`}`, selection]
    .filter(Boolean)
    .join(' ');
}

function writeValue(value: Json, { type }: GraphQLArgument): string {
  try {
    const node = astFromValue(value, type);
    if (node) return print(node);
  } catch {
    // A scalar for any JSON has no literal of its own.
  }
  return writeLiteral(value);
}

/** Writes JSON as a literal of GraphQL: the names of members have no quotes. */
function writeLiteral(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(writeLiteral).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${writeArguments(Object.entries(value as JsonObject)).join(', ')}}`;
}

function writeArguments(entries: readonly [string, Json][]): string[] {
  return entries.map(([name, value]) => `${name}: ${writeLiteral(value)}`);
}

/** Selects the first plain field of the answer, or of the items of a list. */
function getSelection(field: Field): string {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return isLeafType(type) ? '' : '{ __typename }';
  const { nodes, ...fields } = type.getFields();
  if (nodes) return `{ nodes ${getSelection(nodes)} }`;
  const isPlain = (each: Field) => isLeafType(getNamedType(each.type)) && !each.args.some(isRequiredArgument);
  const key = fields['name'] ?? fields['id'] ?? Object.values(fields).find(isPlain);
  return `{ ${key && isPlain(key) ? key.name : '__typename'} }`;
}
