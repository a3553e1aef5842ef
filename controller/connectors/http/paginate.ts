import { isExactNumber } from '../../../schemas/json/exact-number.js';
import type { Json } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import type { ActionContext } from '../contract/connector.js';
import { BodyError } from './body.js';
import type { HttpConnection } from './client.js';
import type { HttpConfig } from './config-schema.js';
import { exchange } from './exchange.js';
import { valueAt } from './paging/body-path.js';
import { nextLink } from './paging/next-link.js';
import { collectPages, unreadable } from './paging/pages.js';
import type { Paginate } from './paging/paginate-schema.js';
import { buildRequest, type HttpInput, type HttpRequest } from './request.js';
import type { HttpAnswer } from './response.js';

/** The place of a page, in the words of its preset; null for the first page of a list with links or cursors. */
type Place = string | number | null;

interface PageAnswer {
  readonly answer: HttpAnswer;
  readonly items: readonly Json[];
  /** The address that was asked for. */
  readonly url: URL;
  /** Items of all pages before this one. */
  readonly before: number;
}

const maxMarkLength = 8_192;
const defaultPages = 100;

/** Sends the requests for all pages of a list and returns the items. @throws ConnectorError */
export function paginate(
  context: ActionContext<HttpConfig, HttpConnection>,
  input: HttpInput,
  how: Paginate,
): Promise<Json[]> {
  const first = isCounted(how) ? (how.start ?? (how.by === 'page' ? 1 : 0)) : null;
  let before = 0;
  async function ask(place: Place, index: number) {
    let url = new URL(context.config.baseUrl);
    const answer = await exchange(context, () => {
      const request = pageRequest(context, input, how, { place, index });
      ({ url } = request);
      return request;
    });
    const items = itemsIn(answer.content, how.items ?? '.');
    const next = nextPlace(how, place, { answer, items, url, before });
    before += items.length;
    return { items, next, size: answer.size };
  }
  const { limit, pages = defaultPages } = how;
  return collectPages<Place>(first, ask, { limit, pages, signal: context.signal });
}

function isCounted(how: Paginate): how is Paginate & { by: 'offset' | 'page' } {
  return how.by === 'offset' || how.by === 'page';
}

function pageRequest(
  context: ActionContext<HttpConfig, HttpConnection>,
  input: HttpInput,
  how: Paginate,
  { place, index }: { place: Place; index: number },
): HttpRequest {
  // A server that knows the key would answer a second request with it by the first page.
  const idempotencyKey = index === 0 ? context.idempotencyKey : `${context.idempotencyKey}/${index}`;
  const own = { ...context, idempotencyKey };
  if (place === null) return buildRequest(own, input);
  if (how.by === 'link') return { ...buildRequest(own, input), url: new URL(String(place)) };
  const parameter = how.parameter ?? how.by;
  if (how.by !== 'cursor' || how.in !== 'body') {
    return buildRequest(own, { ...input, query: { ...input.query, [parameter]: place } });
  }
  const body = input.body ?? {};
  if (!isObject(body)) throw new BodyError('`paginate` with `in: body` needs an object as `body`');
  return buildRequest(own, { ...input, body: { ...body, [parameter]: place } });
}

function itemsIn(content: Json, path: string): readonly Json[] {
  const items = valueAt(content, path);
  if (Array.isArray(items)) return items;
  throw unreadable(
    path === '.'
      ? 'the body is no list: name the list in it by `paginate.items`'
      : `\`paginate.items\` (\`${path}\`) is no list in the body`,
  );
}

function nextPlace(how: Paginate, place: Place, page: PageAnswer): Place | undefined {
  const { content, headers } = page.answer;
  if (how.by === 'link') {
    const link = how.next === undefined ? nextLink(headers.get('link')) : markIn(content, how.next);
    return link === undefined ? undefined : linkedAddress(String(link), page.url);
  }
  if (how.more !== undefined && !valueAt(content, how.more)) return undefined;
  if (how.by === 'cursor') return markIn(content, how.cursor);
  if (page.items.length === 0 || isComplete(content, how.total, page)) return undefined;
  return Number(place) + (how.by === 'page' ? 1 : page.items.length);
}

function isComplete(content: Json, path: string | undefined, { before, items }: PageAnswer): boolean {
  if (path === undefined) return false;
  const total = valueAt(content, path);
  if (typeof total !== 'number')
    throw unreadable(`\`paginate.total\` (\`${path}\`) is no number in the body`);
  return before + items.length >= total;
}

/** Returns a link or cursor; undefined at the end of the list. */
function markIn(content: Json, path: string): string | number | undefined {
  const mark = valueAt(content, path);
  if (mark === undefined || mark === null || mark === '' || mark === false) return undefined;
  if ((typeof mark === 'string' && mark.length <= maxMarkLength) || typeof mark === 'number') return mark;
  if (isExactNumber(mark)) return String(mark);
  throw unreadable(`\`${path}\` in the body is no text of at most ${maxMarkLength} characters`);
}

/** The request has the credentials of the connection, so it goes to no other server. */
function linkedAddress(link: string, from: URL): string {
  const url = URL.canParse(link, from.href) ? new URL(link, from) : undefined;
  if (!url) throw unreadable('the link to the next page is no address');
  if (url.origin !== from.origin || url.username !== '' || url.password !== '') {
    throw unreadable(`the next page is at ${url.origin}, and the connection stays at ${from.origin}`);
  }
  url.hash = '';
  return url.href;
}
