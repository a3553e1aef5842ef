import { createRequire } from 'node:module';
import type { GraphQLSchema } from 'graphql';
import { BoundedMap } from '../../concurrency/bounded-map.js';

export type GraphqlLibrary = typeof import('graphql');

let loaded: GraphqlLibrary | undefined;

/** The library, which only installations with such a connection need. */
export function graphql(): GraphqlLibrary {
  loaded ??= createRequire(import.meta.url)('graphql') as GraphqlLibrary;
  return loaded;
}

/** A fault of the text of a schema. */
export interface SchemaFault {
  /** UTF-16 units from the start of the text. */
  offset: number;
  message: string;
  hint?: string;
}

/** The most words and signs of a schema; that of GitHub, one of the largest, has 190,000. */
const maxTokens = 1_000_000;

const cache = new BoundedMap<string, GraphQLSchema | SchemaFault>(16);

export function isFault(result: GraphQLSchema | SchemaFault): result is SchemaFault {
  return 'offset' in result;
}

/** Reads a schema in the schema definition language (GraphQL specification, section 3); results are kept by text. */
export function readSchema(text: string): GraphQLSchema | SchemaFault {
  const schema = cache.get(text) ?? build(text);
  cache.set(text, schema);
  return schema;
}

function build(text: string): GraphQLSchema | SchemaFault {
  const { buildASTSchema, GraphQLError, parse, validateSchema } = graphql();
  try {
    const schema = buildASTSchema(parse(text, { maxTokens: maxTokens }));
    const [error] = validateSchema(schema);
    return error ? toFault(error) : schema;
  } catch (error) {
    if (error instanceof GraphQLError) return toFault(error);
    // The library gives the faults of a document together.
    return { offset: 0, message: error instanceof Error ? firstLine(error.message) : String(error) };
  }
}

function toFault({ message, positions, nodes }: InstanceType<GraphqlLibrary['GraphQLError']>): SchemaFault {
  const offset = positions?.[0] ?? nodes?.[0]?.loc?.start ?? 0;
  return {
    offset,
    message: firstLine(message),
    hint: 'The action `introspect` returns the schema of the server.',
  };
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.replace(/\.$/, '') ?? text;
}
