import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { ConnectorError } from '../contract/connector.js';
import { nextLink } from '../http/paging/next-link.js';
import { collectPages } from '../http/paging/pages.js';
import type { ApiSession } from './session.js';

const maxPageSize = 100;
const maxPages = 100;

/**
 * Returns the entries of a list that a server gives in pages, which `Link` headers lead through (RFC 8288); at most
 * `limit`. A link to another origin, or one outside of the path, is not followed: only its query is used.
 * @throws ConnectorError
 */
export async function listPages(
  session: ApiSession,
  path: string,
  query: JsonObject,
  limit: number,
): Promise<Json[]> {
  const first: JsonObject = { ...query, per_page: Math.min(limit, maxPageSize) };
  const ask = async (query: JsonObject) => {
    const { content, headers, size } = await session.send({ method: 'GET', path, query: query });
    if (!Array.isArray(content)) throw unlisted(path);
    const next = content.length === 0 ? undefined : findQuery(nextLink(headers.get('link')));
    return { items: content, next, size };
  };
  return collectPages(first, ask, { limit, pages: maxPages, signal: session.signal });
}

function findQuery(link: string | undefined): JsonObject | undefined {
  if (link === undefined || !URL.canParse(link, 'http://server')) return undefined;
  const query: JsonObject = {};
  // A name can be there several times, such as `labels[]`.
  const { searchParams } = new URL(link, 'http://server');
  for (const name of new Set(searchParams.keys())) query[name] = searchParams.getAll(name);
  return query;
}

function unlisted(path: string): ConnectorError {
  const detail = `${path} answered with something else than a list`;
  return new ConnectorError('communication', 502, 'Response not readable', detail);
}
