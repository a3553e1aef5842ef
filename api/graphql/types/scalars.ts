import { GraphQLError, GraphQLScalarType, valueFromASTUntyped } from 'graphql';

/** Any JSON value (RFC 8259): what has no regular shape. */
export const JsonScalar = new GraphQLScalarType({
  name: 'JSON',
  description: 'Any JSON value (RFC 8259).',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
});

/** An integer of up to 53 bits; GraphQL's own end at 31. */
export const LongScalar = new GraphQLScalarType<number, number>({
  name: 'Long',
  description: 'An integer between -(2^53 - 1) and 2^53 - 1.',
  serialize: integer,
  parseValue: integer,
  parseLiteral: (node) => integer(Number(valueFromASTUntyped(node))),
});

function integer(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new GraphQLError('Long takes an integer of at most 53 bits');
}
