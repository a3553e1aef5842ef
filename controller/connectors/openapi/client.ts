import { untilAborted } from '../../concurrency/signals.js';
import { type ClientContext, ConnectorError } from '../contract/connector.js';
import { getLimit, openAccess, type ServerAccess } from '../http/client.js';
import { Tokens } from '../http/credentials/tokens.js';
import type { RateLimit } from '../http/limits/rate-limit.js';
import { refusalText } from '../http/response.js';
import { sendFollowing } from '../network/redirects.js';
import type { OpenApiConfig } from './credentials/config.js';
import { type ApiDocument, isFault, readDocument } from './document/read.js';

type DocumentContext = Pick<ClientContext<OpenApiConfig>, 'config' | 'network' | 'signal'>;

/** The things that the calls of one connection share: the description at an address, and access tokens. */
export class ApiClient {
  readonly tokens = new Tokens();
  #document: Promise<ApiDocument> | undefined;

  private constructor(
    readonly access: ServerAccess,
    readonly limit: RateLimit | undefined,
  ) {}

  /** @throws ConnectorError for a certificate or key that cannot be used */
  static async open({
    config,
    network,
    consent,
    turns,
  }: Pick<ClientContext<OpenApiConfig>, 'config' | 'network' | 'consent' | 'turns'>): Promise<ApiClient> {
    const { document, baseUrl } = config;
    const address = baseUrl ?? (isAddress(document) ? document : undefined);
    return new ApiClient(openAccess(config, address, { network, consent }), getLimit(config, turns));
  }

  /** Returns the description at the address of the configuration, read once. @throws ConnectorError */
  document(context: DocumentContext): Promise<ApiDocument> {
    if (this.#document === undefined) {
      // Callers that wait for the same answer must not fail when the first one leaves.
      const signal = AbortSignal.timeout(Math.ceil((context.config.timeout ?? 30) * 1_000));
      this.#document = readFrom(context.config.document ?? '', this.access.authorityFetch, signal);
      this.#document.catch(() => {
        this.#document = undefined;
      });
    }
    return untilAborted(this.#document, context.signal);
  }
}

export function isAddress(document: string | undefined): document is string {
  return document !== undefined && /^https?:\/\//i.test(document);
}

async function readFrom(
  address: string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<ApiDocument> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url) throw unusable(`\`${address.slice(0, 200)}\` is no address`);
  const headers = new Headers({ accept: 'application/json, application/yaml;q=0.9, */*;q=0.8' });
  const request = { method: 'GET', url, headers, body: undefined };
  const response = await sendFollowing(fetch, request, { signal, staysOnOrigin: false }).catch((error) => {
    if (!signal.aborted) throw error;
    throw new ConnectorError('timeout', 408, 'Request Timeout', `${url.host} did not answer in time`);
  });
  if (!response.ok) {
    const detail = await refusalText(response, request);
    throw new ConnectorError('communication', response.status, 'Description not available', detail);
  }
  const document = readDocument(await response.text());
  if (isFault(document)) throw unusable(`${url.origin}${url.pathname}: ${document.message}`);
  return document;
}

export function unusable(detail: string): ConnectorError {
  return new ConnectorError('configuration', 400, 'Description not usable', detail);
}
