import type { Json } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import type { ActionContext } from '../contract/connector.js';
import { BodyError } from './body.js';
import type { HttpConnection } from './client.js';
import type { HttpConfig } from './config-schema.js';
import { exchange } from './exchange.js';
import { itemsIn, nextPlace, type Place, startPlace } from './paging/next-place.js';
import { collectPages } from './paging/pages.js';
import { defaultPages, type Paginate } from './paging/paginate-schema.js';
import { buildRequest, type HttpInput, type HttpRequest } from './request.js';

/** Sends the requests for all pages of a list and returns the items. @throws ConnectorError */
export function paginate(
  context: ActionContext<HttpConfig, HttpConnection>,
  input: HttpInput,
  how: Paginate,
): Promise<Json[]> {
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
  return collectPages<Place>(startPlace(how), ask, { limit, pages, signal: context.signal });
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
