import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { member } from '../../../../schemas/json/values.js';
import { requireSendableLength } from '../../contract/address-parts.js';
import type { Parameter } from '../document/parameters.js';
import type { Call } from './call.js';
import { encodeContent } from './encode-body.js';
import { checkedHeader, inHeader, inPath, inQuery, ValueError } from './serialise.js';

/** A request of an operation, without credentials. */
export interface ApiRequest {
  method: string;
  url: URL;
  headers: Headers;
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** Builds the request of a call. @param server the address before the path @throws ValueError */
export function buildApiRequest(call: Call, server: string, input: JsonObject): ApiRequest {
  const headers = new Headers({ accept: call.accept });
  const query: string[] = [];
  const cookies: string[] = [];
  const inPlace = new Map<string, string>();
  for (const parameter of call.parameters) {
    const argument = member(input, parameter.key) ?? null;
    const isOne = argument !== null && typeof argument !== 'object';
    const value = parameter.isList && isOne ? [argument] : argument;
    if (value === null) {
      if (parameter.required) throw new ValueError(`\`${parameter.key}\` is missing`);
    } else if (parameter.in === 'path') inPlace.set(parameter.name, inPath(parameter.name, value, parameter));
    else if (parameter.in === 'query') query.push(...inQuery(parameter.name, value, parameter));
    else if (parameter.in === 'cookie') cookies.push(...getCookies(parameter, value));
    else setHeader(headers, parameter.name, inHeader(value, parameter));
  }
  if (cookies.length > 0) setHeader(headers, 'cookie', cookies.join('; '));
  const url = getServerAddress(server, call.operation.path, inPlace, query);
  const method = call.operation.method.toUpperCase();
  return { method, url, headers, body: addBody(call, input, headers) };
}

/** Cookies are written as a form without percent signs. */
function getCookies({ name, explode, isJson }: Parameter, value: Json): string[] {
  const parts = explode && Array.isArray(value) ? value : [value];
  return parts.map(
    (part) => `${name}=${inHeader(part, { style: 'form', explode: false, allowReserved: true, isJson })}`,
  );
}

function setHeader(headers: Headers, name: string, text: string): void {
  try {
    headers.set(name, checkedHeader(name, text));
  } catch (error) {
    if (error instanceof ValueError) throw error;
    throw new ValueError(`\`${name.slice(0, 100)}\` cannot be the name of a header`);
  }
}

function getServerAddress(
  server: string,
  path: string,
  inPlace: ReadonlyMap<string, string>,
  query: readonly string[],
): URL {
  // Some descriptions tell operations of one path apart by a fragment.
  const [before = '', pathPart = ''] = (path.split('#', 1)[0] ?? '').split('?', 2);
  const filled = before.replace(/\{([^{}]*)\}/g, (_, name: string) => inPlace.get(name) ?? '');
  if (filled.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))) {
    throw new ValueError('a value of the path is `.` or `..`, which would lead to another path');
  }
  const whole = `${server}${filled.startsWith('/') ? '' : '/'}${filled}`;
  const search = [...(pathPart === '' ? [] : [pathPart]), ...query].join('&');
  requireSendableLength(`${whole}?${search}`, (reason) => new ValueError(reason));
  if (!URL.canParse(whole)) throw new ValueError(`the path \`${path.slice(0, 100)}\` makes no valid address`);
  const url = new URL(whole);
  if (url.origin !== new URL(server).origin) throw new ValueError('the path leads to another server');
  if (search !== '') url.search = `?${search}`;
  return url;
}

function addBody({ body }: Call, input: JsonObject, headers: Headers): ApiRequest['body'] {
  const value = member(input, 'body');
  if (value === undefined || !body) {
    if (body?.required) throw new ValueError('`body` is missing');
    return undefined;
  }
  const [first] = body.contents;
  const wantedType = member(input, 'contentType') ?? first?.type;
  const content = body.contents.find(({ type }) => type === wantedType);
  if (!content) throw new ValueError('`contentType` is none of the operation');
  const { bytes, type } = encodeContent(content, value);
  headers.set('content-type', type);
  return bytes;
}
