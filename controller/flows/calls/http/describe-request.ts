import { parseJsonText } from '../../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import type { EffectSubject } from '../../plan/host.js';
import type { ExchangeOptions } from './exchange.js';
import type { HttpRequest } from './request.js';

/** Describes a request, so that requests that mean the same are described the same. */
export function describeRequest(
  { method, url, headers, body }: HttpRequest,
  {
    credentials,
    format,
    redirect,
    bodyFile,
  }: Pick<ExchangeOptions, 'credentials' | 'format' | 'redirect' | 'bodyFile'>,
): EffectSubject {
  const query: JsonObject = {};
  for (const name of [...new Set(url.searchParams.keys())]) query[name] = url.searchParams.getAll(name);
  return {
    kind: 'http',
    target: `${method} ${url.origin}`,
    arguments: {
      path: decode(url.pathname),
      query,
      headers: Object.fromEntries(headers),
      body: describeBody(body),
      bodyFile: bodyFile ?? null,
      output: format,
      redirect,
      authentication: credentials?.identity ?? null,
    },
  };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** JSON as a value, as the order of its members says nothing. */
function describeBody(body: HttpRequest['body']): Json {
  if (body === undefined) return null;
  if (typeof body !== 'string') return { base64: Buffer.from(body).toString('base64') };
  if (!/^\s*[[{]/.test(body)) return body;
  try {
    return parseJsonText(body);
  } catch {
    return body;
  }
}
