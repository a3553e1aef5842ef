import {
  GraphQLBoolean,
  GraphQLError,
  GraphQLFloat,
  GraphQLInt,
  GraphQLScalarType,
  GraphQLString,
  Kind,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { isExactNumber, toNumber } from '../../../schemas/json/exact-number.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { findSchemaType } from './schema-words.js';

export const JsonScalar = new GraphQLScalarType({
  name: 'JSON',
  description: 'Any JSON value (RFC 8259).',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: readLiteral,
});

/** Returns the value that a literal spells, all digits of numbers included. */
function readLiteral(node: ValueNode, variables?: Readonly<Record<string, unknown>> | null): unknown {
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT:
      return toNumber(node.value);
    case Kind.LIST:
      return node.values.map((item) => readLiteral(item, variables));
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields.map(({ name, value }) => [name.value, readLiteral(value, variables)]),
      );
    default:
      return valueFromASTUntyped(node, variables as never);
  }
}

/** An integer of up to 53 bits; GraphQL's `Int` has 32. */
const LongScalar = new GraphQLScalarType<number, number>({
  name: 'Long',
  description: 'An integer between -(2^53 - 1) and 2^53 - 1.',
  serialize: integer,
  parseValue: integer,
  parseLiteral: (node) => integer(readLiteral(node)),
});

/** A number of a database in the form in which the database has all its digits. */
function exactNumber(name: string, description: string): GraphQLScalarType {
  const parse = (value: unknown) => {
    if (isExactNumber(value)) return String(value);
    if (typeof value === 'number' || (typeof value === 'string' && numeral.test(value))) return value;
    throw new GraphQLError(`${name} takes a number, or its digits as a text`);
  };
  return new GraphQLScalarType({
    name,
    description,
    serialize: (value) => value,
    parseValue: parse,
    parseLiteral: (node) => parse(readLiteral(node)),
  });
}

const numeral = /^-?[0-9]{1,1000}(\.[0-9]{1,1000})?([eE][+-]?[0-9]{1,4})?$/;

export const BigIntScalar = exactNumber(
  'BigInt',
  'An integer of any size; beyond 2^53 its digits as a text.',
);
export const DecimalScalar = exactNumber(
  'Decimal',
  'A number; its digits as a text where a JSON number would lose some.',
);

function integer(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new GraphQLError('Long takes an integer of at most 53 bits');
}

/** Returns the scalar of a schema that is not a list, object or enumeration. */
export function toScalar(schema: JsonObject): GraphQLScalarType {
  switch (findSchemaType(schema)) {
    case 'string':
      return GraphQLString;
    case 'boolean':
      return GraphQLBoolean;
    case 'number':
      return GraphQLFloat;
    case 'integer':
      return isShort(schema) ? GraphQLInt : LongScalar;
    default:
      return JsonScalar;
  }
}

function isShort(schema: JsonObject): boolean {
  const maximum = schema['maximum'];
  return typeof maximum === 'number' && maximum < 2 ** 31;
}
