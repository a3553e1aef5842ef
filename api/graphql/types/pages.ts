import {
  type GraphQLFieldConfig,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from 'graphql';
import { Problem } from '../../../controller/problems/index.js';
import { PageInfo } from './page-info.js';

/** A page as operations give it. */
export interface OperationPage {
  items: Record<string, unknown>[];
  nextCursor: string | null;
}

export interface Paging {
  first?: number | null;
  after?: string | null;
}

/** The arguments of a list, after the GraphQL Cursor Connections Specification. */
export const pagingArguments = {
  first: { type: GraphQLInt, defaultValue: 50, description: 'Items in one answer, at most.' },
  after: { type: GraphQLString, description: 'An `endCursor` or `cursor` of the answer before.' },
};

/** The connection type over the item type of that name (GraphQL Cursor Connections Specification). */
export function connectionType(name: string, item: GraphQLOutputType): GraphQLObjectType {
  const edge = new GraphQLObjectType({
    name: `${name}Edge`,
    fields: { cursor: { type: new GraphQLNonNull(GraphQLString) }, node: { type: new GraphQLNonNull(item) } },
  });
  const listOf = (type: GraphQLOutputType): GraphQLFieldConfig<unknown, unknown> => ({
    type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type))),
  });
  return new GraphQLObjectType({
    name: `${name}Connection`,
    fields: {
      edges: listOf(edge),
      nodes: listOf(item),
      pageInfo: { type: new GraphQLNonNull(PageInfo) },
    },
  });
}

/**
 * Reads a page through `list` and gives it as a connection. An edge's cursor says on which page it is and where on it,
 * so that reading can go on after any edge.
 * @throws Problem request_invalid for a cursor that is none, and for `first` below 1
 */
export async function readConnection(
  { first, after }: Paging,
  list: (page: { limit: number; cursor?: string }) => Promise<OperationPage>,
) {
  const wanted = first ?? 50;
  if (wanted < 1) throw new Problem('request_invalid', '`first` must be at least 1');
  const from = after === undefined || after === null ? { cursor: undefined, skip: 0 } : decode(after);
  const page = await list({
    limit: wanted + from.skip,
    ...(from.cursor === undefined ? {} : { cursor: from.cursor }),
  });
  const edges = page.items
    .map((node, index) => ({ cursor: encode(from.cursor, index + 1), node }))
    .slice(from.skip);
  const endCursor = edges.at(-1)?.cursor ?? null;
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      hasNextPage: page.nextCursor !== null,
      hasPreviousPage: from.skip > 0 || from.cursor !== undefined,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: page.nextCursor === null ? endCursor : encode(page.nextCursor, 0),
    },
  };
}

function encode(cursor: string | undefined, skip: number): string {
  return Buffer.from(JSON.stringify([cursor ?? null, skip])).toString('base64url');
}

function decode(text: string): { cursor: string | undefined; skip: number } {
  try {
    const [cursor, skip] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const isCursor = cursor === null || typeof cursor === 'string';
    if (isCursor && typeof skip === 'number' && Number.isInteger(skip) && skip >= 0 && skip <= 1000) {
      return { cursor: cursor ?? undefined, skip };
    }
  } catch {
    // Answered below, as any other text that is no cursor.
  }
  throw new Problem('request_invalid', '`after` is not a cursor that this list has given', {
    hints: ['Leave `after` out to start from the first page.'],
  });
}
