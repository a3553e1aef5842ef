import { ConnectorError } from '../contract/connector.js';
import type { Credentials } from './credentials/credentials.js';
import type { SentRequest } from './credentials/signature.js';
import { repeatedSecrets } from './credentials/without-secrets.js';
import { refusalText } from './response.js';

interface Sent {
  readonly response: Response;
  readonly request: SentRequest;
}

const refusals: ReadonlySet<number> = new Set([400, 401, 403]);

/**
 * Sends a request that its credentials sign in; once more when the server refused them and others may be accepted.
 * @param send signs in and sends
 * @param secrets never shown in errors; `send` may add to them
 * @throws ConnectorError authentication, with what to check, for a signature that the server goes on refusing
 */
export async function sendSignedIn(
  credentials: Credentials | undefined,
  send: () => Promise<Sent>,
  secrets: Iterable<string>,
): Promise<Response> {
  const first = await send();
  if (!credentials) return first.response;
  if (!isRefused(credentials, first.response)) {
    credentials.accepted?.(first.response);
    return first.response;
  }
  let isRetried = true;
  try {
    isRetried = credentials.isRetried?.(first.response, first.request) ?? false;
  } finally {
    if (isRetried) await first.response.body?.cancel();
  }
  const { response, request } = isRetried ? await send() : first;
  if (!isRefused(credentials, response)) credentials.accepted?.(response);
  else if (response.status === 401 && credentials.getAdvice) {
    const detail = `${await refusalText(response, request, secrets)}. ${credentials.getAdvice()}`;
    throw new ConnectorError('authentication', 401, 'Sign-in refused', detail);
  }
  return response;
}

function isRefused({ refusedBy = 'unauthorized' }: Credentials, { status }: Response): boolean {
  return refusedBy === 'unauthorized' ? status === 401 : refusals.has(status);
}

/** The way of a connection to its server and to authorities. */
export interface SigningMeans {
  readonly fetch: typeof globalThis.fetch;
  readonly authorityFetch: typeof globalThis.fetch;
  readonly credentials: Credentials | undefined;
}

/** Returns a `fetch` that signs each request in. @param secrets gets those that a server may repeat */
export function signingFetch(
  { fetch, authorityFetch, credentials }: SigningMeans,
  secrets: Set<string>,
): typeof globalThis.fetch {
  if (!credentials) return fetch;
  return (address, init = {}) => {
    const signal = init.signal ?? new AbortController().signal;
    const send = async (): Promise<Sent> => {
      const headers = new Headers(init.headers);
      const method = init.method ?? 'GET';
      const body = (init.body ?? null) as SentRequest['body'];
      const request = { method, url: new URL(String(address)), headers, body };
      await credentials.add(request, { fetch: authorityFetch, signal });
      for (const secret of repeatedSecrets([], headers)) secrets.add(secret);
      return { response: await fetch(request.url, { ...init, headers }), request };
    };
    return sendSignedIn(credentials, send, secrets);
  };
}
