import {
  GraphQLBoolean,
  type GraphQLFieldConfigMap,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from 'graphql';
import { Problem } from '../../../controller/problems/index.js';
import { readPointers } from '../../operations/shared/prepare-input.js';
import type { CallScope } from './call-scope.js';

/** A page as operations return it. */
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

/** GraphQL Cursor Connections Specification, section 5. */
const PageInfo = new GraphQLObjectType({
  name: 'PageInfo',
  description: 'The place of a page in its list.',
  fields: {
    hasNextPage: { type: new GraphQLNonNull(GraphQLBoolean), description: 'There are items after the page.' },
    hasPreviousPage: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description: 'There are items before the page.',
    },
    startCursor: {
      type: GraphQLString,
      description: 'The cursor of the first item; null for an empty page.',
    },
    endCursor: {
      type: GraphQLString,
      description:
        'The cursor of the last item, or the place where a search goes on; null for an empty list.',
    },
  },
});

/** Returns the type of a list that is never null and has no nulls. */
export function toList<Item extends GraphQLOutputType>(item: Item) {
  return new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(item)));
}

/**
 * Returns the connection type for an item type (GraphQL Cursor Connections Specification).
 * @param more members of the page besides its items
 */
export function connectionType(
  name: string,
  item: GraphQLOutputType,
  more: GraphQLFieldConfigMap<Record<string, unknown>, CallScope> = {},
): GraphQLObjectType {
  const edge = new GraphQLObjectType({
    name: `${name}Edge`,
    description: `An item of a list of ${name}, with its place.`,
    fields: {
      cursor: {
        type: new GraphQLNonNull(GraphQLString),
        description: 'The place of the item: `after` continues behind it.',
      },
      node: { type: new GraphQLNonNull(item), description: 'The item.' },
    },
  });
  return new GraphQLObjectType<Record<string, unknown>, CallScope>({
    name: `${name}Connection`,
    description: `One page of a list of ${name}.`,
    fields: {
      edges: { type: toList(edge), description: 'The items of the page, each with its place.' },
      nodes: { type: toList(item), description: 'The items of the page.' },
      pageInfo: { type: new GraphQLNonNull(PageInfo), description: 'The place of the page in the list.' },
      ...more,
    },
  });
}

/**
 * Reads a page through `list` and returns it as a connection. The cursor of an edge names its page, its position there and
 * its key, so that reading continues after it even when items were inserted before it.
 * @throws Problem request_invalid for an invalid cursor and for `first` below 1
 */
export async function readConnection(
  { first, after }: Paging,
  list: (page: { limit: number; cursor?: string }) => Promise<OperationPage>,
) {
  const count = first ?? 50;
  if (count < 1)
    throw new Problem('request_invalid', '`first` must be at least 1', { hints: [readPointers] });
  const from = after === undefined || after === null ? start : decode(after);
  // No page is larger than requested: that may be the limit of a page.
  const page = await list({ limit: Math.max(count, from.skip + 1), ...getCursor(from.cursor) });
  const { items: _items, nextCursor: _nextCursor, ...others } = page;
  const edges = getEdges(page.items, from.cursor).slice(skipped(page.items, from));
  // A page that the list itself shortens is complete.
  const isShort = from.skip > 0 && edges.length < count && page.nextCursor !== null;
  const max = Math.max(page.items.length, 1);
  const missing = isShort
    ? await list({ limit: Math.min(count - edges.length, max), ...getCursor(page.nextCursor) })
    : { items: [], nextCursor: page.nextCursor };
  edges.push(...getEdges(missing.items, page.nextCursor));
  const shown = edges.slice(0, count);
  const hasNextPage = missing.nextCursor !== null || shown.length < edges.length;
  const last = shown.at(-1);
  if (last && missing.nextCursor !== null && shown.length === edges.length) {
    last.cursor = encode({ cursor: missing.nextCursor, skip: 0 });
  }
  // A search may end before its first item: the next page goes on from there.
  const isSearched = last === undefined && missing.nextCursor !== null;
  const end = isSearched ? encode({ cursor: missing.nextCursor, skip: 0 }) : null;
  return {
    ...others,
    edges: shown,
    nodes: shown.map(({ node }) => node),
    pageInfo: {
      hasNextPage,
      hasPreviousPage: from.skip > 0 || from.cursor !== null,
      startCursor: shown[0]?.cursor ?? null,
      endCursor: last?.cursor ?? end,
    },
  };
}

/** The decoded cursor of an edge. */
interface Place {
  /** The operation's cursor of the page. */
  cursor: string | null;
  /** The number of items of the page up to this edge. */
  skip: number;
  /** The key of the edge's item. */
  key?: string | number;
}

/** The items of a list that comes whole, or of one page. */
const maxSkipped = 100_000;

const start: Place = { cursor: null, skip: 0 };
const getCursor = (cursor: string | null) => (cursor === null ? {} : { cursor });

function getEdges(items: readonly unknown[], cursor: string | null) {
  return items.map((node, index) => ({ cursor: encode({ cursor, skip: index + 1, ...getKey(node) }), node }));
}

function skipped(items: readonly unknown[], { skip, key }: Place): number {
  const at = key === undefined ? -1 : items.findIndex((node) => getKey(node).key === key);
  return at < 0 ? skip : at + 1;
}

function getKey(node: unknown): Pick<Place, 'key'> {
  const { id, name, commitHash, seq } = node as Record<string, unknown>;
  const key = id ?? name ?? commitHash ?? seq;
  return typeof key === 'string' || typeof key === 'number' ? { key } : {};
}

function encode({ cursor, skip, key }: Place): string {
  return Buffer.from(JSON.stringify([cursor, skip, key])).toString('base64url');
}

function decode(text: string): Place {
  try {
    const [cursor, skip, key] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const isCursor = cursor === null || typeof cursor === 'string';
    const isKey = key === null || key === undefined || typeof key === 'string' || typeof key === 'number';
    if (
      isCursor &&
      isKey &&
      typeof skip === 'number' &&
      Number.isInteger(skip) &&
      skip >= 0 &&
      skip < maxSkipped
    ) {
      return { cursor, skip, ...(key === null || key === undefined ? {} : { key }) };
    }
  } catch {
    // Refused below, as any other text that is not a cursor.
  }
  throw new Problem('request_invalid', '`after` is not a cursor that this list has given', {
    hints: ['Leave `after` out to start from the first page.'],
  });
}
