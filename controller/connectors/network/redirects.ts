import type { Readable } from 'node:stream';
import { ConnectorError } from '../contract/connector.js';

/** A request that can be sent again to another address. */
export interface Redirectable {
  method: string;
  url: URL;
  headers: Headers;
  /** A stream is made again for each address. */
  body: string | Uint8Array<ArrayBuffer> | (() => Readable) | undefined;
}

export interface RedirectRules {
  signal: AbortSignal;
  /** Refuses redirects to other origins. Follows them otherwise, unless a header carries a credential. */
  staysOnOrigin: boolean;
}

const maxRedirects = 10;
const redirects = new Set([301, 302, 303, 307, 308]);
/** Names of headers that carry credentials. */
const credential = /auth|cookie|key|token|secret|passw|signature|session/i;

/**
 * Sends a request and follows redirects as the Fetch standard does, but sends no credential to another origin: `fetch`
 * drops `Authorization` there, and keeps a key in a header of any other name.
 * @throws ConnectorError communication, with the code `redirect_refused`, and the errors of `fetch`
 */
export async function sendFollowing(
  fetch: typeof globalThis.fetch,
  request: Redirectable,
  { signal, staysOnOrigin }: RedirectRules,
): Promise<Response> {
  let { method, url, body } = request;
  const headers = new Headers(request.headers);
  for (let hops = 0; ; hops++) {
    const sent = (typeof body === 'function' ? body() : (body ?? null)) as string | null;
    const response = await fetch(url, { method, headers, body: sent, signal, redirect: 'manual' });
    const location = redirects.has(response.status) ? response.headers.get('location') : null;
    if (location === null || !URL.canParse(location, url.href)) return response;
    await response.body?.cancel();
    if (hops === maxRedirects) throw refusal(`${url.origin} redirects more than ${maxRedirects} times`);
    const next = new URL(location, url);
    if (
      next.origin !== url.origin &&
      (staysOnOrigin || [...headers.keys()].some((name) => credential.test(name)))
    ) {
      throw refusal(
        `${url.origin} redirects to ${next.origin}; a request with credentials, or of a run that uses secrets, stays on its origin`,
      );
    }
    url = next;
    if (response.status === 303 ? method !== 'HEAD' : response.status < 303 && method === 'POST') {
      method = 'GET';
      body = undefined;
      for (const name of ['content-type', 'content-length', 'content-encoding']) headers.delete(name);
    }
  }
}

function refusal(detail: string): ConnectorError {
  return new ConnectorError('communication', 502, 'Redirect refused', detail, { code: 'redirect_refused' });
}
