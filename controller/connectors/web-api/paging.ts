import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { ConnectorError } from '../contract/connector.js';
import type { ApiSession } from './session.js';

const largestPage = 100;
/** Pages of one list: no server makes an action ask without an end. */
const mostPages = 100;

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
  const found: Json[] = [];
  let asked: JsonObject = { ...query, per_page: Math.min(limit, largestPage) };
  for (let page = 0; page < mostPages; page++) {
    const { content, headers } = await session.send({ method: 'GET', path, query: asked });
    if (!Array.isArray(content)) throw unlisted(path);
    found.push(...content);
    const next = nextQuery(headers.get('link'));
    if (found.length >= limit || content.length === 0 || !next) break;
    asked = next;
  }
  return found.slice(0, limit);
}

/** Returns the query of the link with the relation `next`. */
function nextQuery(link: string | null): JsonObject | undefined {
  for (const part of (link ?? '').slice(0, 8_192).split(/,(?=\s*<)/)) {
    const [target = '', ...parameters] = part.split(';');
    const isNext = parameters.some((each) => /^\s*rel="?next"?\s*$/.test(each));
    const address = target.trim().slice(1, -1);
    if (!isNext || !URL.canParse(address, 'http://server')) continue;
    const query: JsonObject = {};
    // A name can be there several times, such as `labels[]`.
    const { searchParams } = new URL(address, 'http://server');
    for (const name of new Set(searchParams.keys())) query[name] = searchParams.getAll(name);
    return query;
  }
  return undefined;
}

function unlisted(path: string): ConnectorError {
  const detail = `${path} answered with something else than a list`;
  return new ConnectorError('communication', 502, 'Response not readable', detail);
}
