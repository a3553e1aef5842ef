import { isExactNumber } from '../../../../schemas/json/exact-number.js';
import type { Json } from '../../../../schemas/json/types.js';
import { valueAt } from './body-path.js';
import { nextLink } from './next-link.js';
import { unreadable } from './pages.js';
import type { Paginate } from './paginate-schema.js';

/** The place of a page, in the words of its paging; null for the first page of a list with links or cursors. */
export type Place = string | number | null;

interface PageAnswer {
  readonly answer: { readonly headers: Headers; readonly content: Json };
  readonly items: readonly Json[];
  /** The address that was asked for. */
  readonly url: URL;
  /** Items of all pages before this one. */
  readonly before: number;
}

const maxMarkLength = 8_192;

/** Returns the place of the first page. */
export function startPlace(how: Paginate): Place {
  return isCounted(how) ? (how.start ?? (how.by === 'page' ? 1 : 0)) : null;
}

function isCounted(how: Paginate): how is Paginate & { by: 'offset' | 'page' } {
  return how.by === 'offset' || how.by === 'page';
}

/** Returns the list of a page. @param path as of `paginate.items` @throws ConnectorError for a body without it */
export function itemsIn(content: Json, path: string): readonly Json[] {
  const items = valueAt(content, path);
  if (Array.isArray(items)) return items;
  throw unreadable(
    path === '.'
      ? 'the body is no list: name the list in it by `paginate.items`'
      : `\`paginate.items\` (\`${path}\`) is no list in the body`,
  );
}

/** Returns the place of the page after this one; undefined after the last page. @throws ConnectorError */
export function nextPlace(how: Paginate, place: Place, page: PageAnswer): Place | undefined {
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
