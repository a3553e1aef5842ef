import type { Dispatcher } from 'undici';
import { Problem } from '../../../controller/problems/index.js';
import { isSafe } from './address.js';
import { FileMissing, getErrorReason, type OpenedFile, type ReleaseSource } from './source.js';

/** Milliseconds that the server may say nothing. */
const silenceMs = 30_000;
const maxRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Reads a release repository over HTTP, through the proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name. Redirects from
 * `https:` lead to `https:` only. The certificates are those of Node, with NODE_EXTRA_CA_CERTS.
 * @param ca certificates (PEM) that are trusted in place of those
 */
export async function httpSource(ca?: string): Promise<ReleaseSource> {
  const { request } = await import('undici');
  const { createProxyAgent } = await import('../../../controller/http-client/index.js');
  const tls = ca === undefined ? {} : { ca };
  const dispatcher: Dispatcher = createProxyAgent({
    connect: { ...tls, timeout: silenceMs },
    requestTls: tls,
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
  });
  async function open(url: URL, offset = 0): Promise<OpenedFile> {
    let at = url;
    for (let count = 0; count <= maxRedirects; count++) {
      const headers = {
        'accept-encoding': 'identity',
        'user-agent': 'svc',
        ...(offset > 0 ? { range: `bytes=${offset}-` } : {}),
      };
      const {
        statusCode,
        headers: answer,
        body,
      } = await request(at, { dispatcher, headers }).catch((cause) => unreachable(at, cause));
      if (statusCode === 200) return { offset: 0, content: body };
      if (statusCode === 206 && offset > 0) return { offset, content: body };
      await body.dump().catch(() => undefined);
      if (redirects.has(statusCode)) at = safeRedirect(at, String(answer['location'] ?? ''));
      else if (statusCode === 416 && offset > 0) return open(url);
      else if ([403, 404, 410].includes(statusCode)) throw new FileMissing(url);
      else throw new Problem('release_unreachable', `${at} answered ${statusCode}`);
    }
    throw new Problem('release_redirect_refused', `${url} redirects more than ${maxRedirects} times`);
  }
  return { open, close: () => dispatcher.destroy() };
}

function safeRedirect(from: URL, location: string): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  const isAllowed =
    to !== undefined &&
    isSafe(to) &&
    (to.protocol === 'https:' || (to.protocol === 'http:' && from.protocol === 'http:'));
  if (isAllowed) return to;
  throw new Problem('release_redirect_refused', `${from} redirects to ${location || 'no address'}`);
}

function unreachable(at: URL, cause: unknown): never {
  throw new Problem('release_unreachable', `${at} cannot be read: ${getErrorReason(cause)}`, { cause });
}
