import type { Dispatcher } from 'undici';

type GivenHeaders = ConstructorParameters<typeof Headers>[0];

/** The options of `fetch` that a plain request has. */
export interface PlainInit {
  method?: string;
  headers?: GivenHeaders;
  body?: unknown;
  redirect?: string;
  signal?: AbortSignal | null;
}

/** The names of those options: a request with others is none. */
const plainOptions: ReadonlySet<string> = new Set(['method', 'headers', 'body', 'redirect', 'signal']);
/** Methods that `fetch` takes in any case. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Headers of requests that no cache may answer (Fetch standard, "HTTP-network-or-cache fetch"). */
const conditional = ['if-modified-since', 'if-none-match', 'if-unmodified-since', 'if-match', 'if-range'];
/** Ports above 1023 of other protocols, which the Fetch standard blocks ("bad port"). */
const blocked: ReadonlySet<string> = new Set(
  [1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6679, 6697, 10080]
    .concat([6665, 6666, 6667, 6668, 6669])
    .map(String),
);

/**
 * Returns the request that `fetch` would send, for the dispatcher; undefined for one with a body or an option that only `fetch`
 * knows, one that follows redirects, and one to a port that `fetch` may block.
 */
export function plainRequest(url: URL, init: PlainInit): Dispatcher.DispatchOptions | undefined {
  const { method = 'GET', body = null } = init;
  const isSmall = body === null || typeof body === 'string' || body instanceof Uint8Array;
  if (!isSmall || init.redirect !== 'manual' || !methods.has(method) || !isOpenPort(url)) return undefined;
  if (body !== null && (method === 'GET' || method === 'HEAD')) return undefined;
  for (const name in init) if (!plainOptions.has(name)) return undefined;
  const headers = getHeaders(url, init.headers, body);
  const question = url.search === '' && url.href.split('#', 1)[0]?.endsWith('?') ? '?' : '';
  return { origin: url.origin, path: url.pathname + url.search + question, method, headers, body };
}

function isOpenPort({ port }: URL): boolean {
  return port === '' || (Number(port) > 1_023 && !blocked.has(port));
}

/** The headers of the request, and those that `fetch` adds. */
function getHeaders(url: URL, init: GivenHeaders, body: string | Uint8Array | null): string[] {
  const headers = init instanceof Headers ? init : new Headers(init);
  const sent: string[] = [];
  for (const [name, value] of headers) if (name !== 'host') sent.push(name, value);
  if (!headers.has('accept')) sent.push('accept', '*/*');
  if (!headers.has('accept-language')) sent.push('accept-language', '*');
  if (typeof body === 'string' && !headers.has('content-type'))
    sent.push('content-type', 'text/plain;charset=UTF-8');
  sent.push('sec-fetch-mode', 'cors');
  if (!headers.has('user-agent')) sent.push('user-agent', 'undici');
  if (conditional.some((name) => headers.has(name))) {
    if (!headers.has('pragma')) sent.push('pragma', 'no-cache');
    if (!headers.has('cache-control')) sent.push('cache-control', 'no-cache');
  }
  if (headers.has('range')) sent.push('accept-encoding', 'identity');
  else if (!headers.has('accept-encoding'))
    sent.push('accept-encoding', url.protocol === 'https:' ? 'br, gzip, deflate' : 'gzip, deflate');
  return sent;
}
