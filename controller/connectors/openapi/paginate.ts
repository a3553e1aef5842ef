import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { ConnectorError } from '../contract/connector.js';
import { itemsIn, nextPlace, type Place, startPlace } from '../http/paging/next-place.js';
import { collectPages } from '../http/paging/pages.js';
import { defaultPages, type Paginate } from '../http/paging/paginate-schema.js';
import { type ApiContext, exchange, type PageRequest, type Target } from './exchange.js';
import { getExtension } from './presets/to-document.js';
import type { ApiRequest } from './request/build.js';

/** Sends the requests for all pages of a list and returns the items. @throws ConnectorError */
export function paginate(context: ApiContext, target: Target, input: JsonObject): Promise<Json[]> {
  const how = getPaging(target, input['paginate']);
  let before = 0;
  const ask = async (place: Place, index: number) => {
    // A server that knows the key would answer a second request with it by the first page.
    const idempotencyKey = index === 0 ? context.idempotencyKey : `${context.idempotencyKey}/${index}`;
    const page: PageRequest = { idempotencyKey, change: (request) => changeRequest(request, how, place) };
    const own = place === null ? input : withMark(input, how, place);
    const { content, headers, url, size } = await exchange(context, target, own, page);
    const items = itemsIn(content, how.items ?? '.');
    const next = nextPlace(how, place, { answer: { headers, content }, items, url, before });
    before += items.length;
    return { items, next, size };
  };
  const { limit, pages = defaultPages } = how;
  return collectPages<Place>(startPlace(how), ask, { limit, pages, signal: context.signal });
}

/** Returns the way from page to page: what the call states goes before what the operation says. */
function getPaging({ call }: Target, value: Json | undefined): Paginate {
  const { pages } = getExtension(call.operation);
  const own = isObject(value ?? null) ? (value as JsonObject) : {};
  if (own['by'] !== undefined) return own as unknown as Paginate;
  if (pages !== undefined) return { ...pages, ...own };
  const detail = `\`${call.operation.name}\` is not known to have pages: state \`paginate.by\``;
  throw new ConnectorError('validation', 400, 'Request not usable', detail);
}

function withMark(input: JsonObject, how: Paginate, place: Place): JsonObject {
  if (how.by !== 'cursor' || how.in !== 'body') return input;
  const body = input['body'] ?? {};
  return isObject(body) ? { ...input, body: { ...body, [how.parameter]: place } } : input;
}

function changeRequest(request: ApiRequest, how: Paginate, place: Place): void {
  if (place === null || (how.by === 'cursor' && how.in === 'body')) return;
  if (how.by === 'link') request.url = new URL(String(place));
  else request.url.searchParams.set(how.parameter ?? how.by, String(place));
}
