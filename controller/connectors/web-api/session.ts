import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json } from '../../../schemas/json/types.js';
import { within } from '../../concurrency/signals.js';
import { requireSendableLength } from '../contract/address-parts.js';
import type { ConnectionContext } from '../contract/connector.js';
import { ConnectorError } from '../contract/connector.js';
import { appendAll, BodyError, decodeBody } from '../http/body.js';
import { withoutSecrets } from '../http/credentials/without-secrets.js';
import { joinTrace } from '../http/trace.js';
import { sendFollowing } from '../network/redirects.js';
import { type Refusal, toRefusal } from './refusal.js';
import type { ApiAnswer, ApiRequest, ApiServer } from './request.js';

/** The means that calls and tests have in common. */
export type ApiContext = Pick<ConnectionContext<unknown>, 'network' | 'signal'> & {
  idempotencyKey?: string;
  readonly trace?: Readonly<Record<string, string>> | undefined;
  /** Credentials of requests that were sent, which grow: never shown in errors. */
  readonly sentSecrets?: ReadonlySet<string> | undefined;
};

/** The words of an API for its refusals; undefined for an answer that is none. */
export type FindRefusal = (answer: ApiAnswer) => Refusal | undefined;

/** The requests of one action, or of one test. */
export class ApiSession {
  constructor(
    private readonly context: ApiContext,
    private readonly server: ApiServer,
    private readonly findRefusal: FindRefusal,
  ) {}

  /** The same for every attempt of a step; for APIs that know such keys. */
  get idempotencyKey(): string {
    return this.context.idempotencyKey ?? 'test';
  }

  /** Texts that no error shows. */
  get secrets(): readonly (string | undefined)[] {
    return [...this.server.secrets, ...(this.context.sentSecrets ?? [])];
  }

  /** Aborts on cancellation of the action. */
  get signal(): AbortSignal {
    return this.context.signal;
  }

  /** Returns the content of an answer. @throws ConnectorError */
  async json(method: string, path: string, more: Omit<ApiRequest, 'method' | 'path'> = {}): Promise<Json> {
    return (await this.send({ method, path, ...more })).content;
  }

  /** Sends a request and reads the whole answer, within the time of the connection. @throws ConnectorError */
  async send(request: ApiRequest): Promise<ApiAnswer> {
    const { context, server } = this;
    const url = getBaseAddress(request.address ?? server.baseUrl, request);
    const shown = request.address === undefined ? url.origin + url.pathname : url.origin;
    try {
      const ms = Math.ceil(server.timeout * 1_000);
      const answer = await within(ms, context.signal, (signal) => this.#exchange(url, request, signal));
      const refusal = this.findRefusal(answer);
      if (!refusal) return answer;
      // Servers may repeat the path of a webhook, which is a credential.
      const hidden = request.address === undefined ? [] : [url.pathname + url.search, url.pathname];
      const secrets = [...this.secrets, ...hidden.filter((part) => part.length > 8)];
      throw toRefusal(answer, refusal, `${request.method} ${shown}`, secrets);
    } catch (error) {
      if (context.signal.aborted) throw context.signal.reason;
      if (error instanceof DOMException && error.name === 'TimeoutError') {
        const detail = `${url.host} did not answer within ${server.timeout} s`;
        throw new ConnectorError('timeout', 408, 'Request Timeout', detail, { cause: error });
      }
      if (error instanceof BodyError) throw unusable(withoutSecrets(error.message, this.secrets));
      throw error;
    }
  }

  async #exchange(url: URL, request: ApiRequest, signal: AbortSignal): Promise<ApiAnswer> {
    const { server, context } = this;
    const headers = getHeaders({ accept: 'application/json', ...server.headers, ...request.headers });
    joinTrace(headers, context.trace);
    const body = request.body === undefined ? undefined : toJsonText(request.body);
    if (body !== undefined) headers.set('content-type', 'application/json; charset=utf-8');
    const sent = { method: request.method, url, headers, body };
    const response = await sendFollowing(context.network.fetch, sent, { signal, staysOnOrigin: true });
    const bytes = Buffer.from(await response.arrayBuffer());
    const { status, headers: answered } = response;
    return { status, headers: answered, content: decoded(bytes, response), size: bytes.length };
  }
}

/** Returns a header set. @throws ConnectorError without the value that is no header, which may be a credential */
function getHeaders(values: Readonly<Record<string, string>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(values)) {
    try {
      headers.set(name, value);
    } catch {
      const detail = `The header \`${name}\` cannot carry its value: check the credential for line breaks and other invisible characters`;
      throw new ConnectorError('configuration', 400, 'Header not valid', detail);
    }
  }
  return headers;
}

function getBaseAddress(base: string, { path, query = {}, address }: ApiRequest): URL {
  const text = address ?? base.replace(/\/+$/, '') + path;
  requireSendableLength(text, unusable);
  const root = URL.canParse(base) ? new URL(base) : undefined;
  if (!root || !URL.canParse(text)) throw unusable('The address of the server is not valid');
  const url = new URL(text);
  // The address of a webhook may have a query.
  if (address !== undefined) url.pathname = url.pathname.replace(/\/+$/, '') + path;
  else if (url.origin !== root.origin || !url.pathname.startsWith(root.pathname.replace(/\/*$/, '/'))) {
    throw unusable('`path` leads out of the base address of the connection');
  }
  appendAll(url.searchParams, query, 'query');
  requireSendableLength(url.href, unusable);
  return url;
}

/** A body of an error may be anything; one of a success must be what its type says. */
function decoded(bytes: Buffer, response: Response): Json {
  try {
    return decodeBody(bytes, response.headers.get('content-type') ?? '');
  } catch (error) {
    if (!response.ok) return bytes.toString();
    const detail = error instanceof Error ? error.message : String(error);
    throw new ConnectorError('communication', 502, 'Response not readable', detail, { cause: error });
  }
}

function unusable(detail: string): ConnectorError {
  return new ConnectorError('validation', 400, 'Request not usable', detail);
}
