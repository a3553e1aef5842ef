import { STATUS_CODES } from 'node:http';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { parseRetryAfter } from '../../concurrency/retry-after.js';
import { within } from '../../concurrency/signals.js';
import { type ActionContext, ConnectorError } from '../contract/connector.js';
import { BodyError, decodeBody } from '../http/body.js';
import { repeatedSecrets } from '../http/credentials/without-secrets.js';
import { refusalText } from '../http/response.js';
import { signingFetch } from '../http/send-signed-in.js';
import { joinTrace } from '../http/trace.js';
import { sendFollowing } from '../network/redirects.js';
import { type ApiClient, isAddress, unusable } from './client.js';
import type { OpenApiConfig } from './credentials/config.js';
import { requireOwnOrigin } from './credentials/origins.js';
import { signIn } from './credentials/sign-in.js';
import type { ApiDocument } from './document/read.js';
import { UnusableError } from './document/references.js';
import { getServer } from './document/servers.js';
import { type ApiRequest, buildApiRequest } from './request/build.js';
import type { Call } from './request/call.js';
import { ValueError } from './request/serialise.js';

export type ApiContext = ActionContext<OpenApiConfig, ApiClient>;

/** Sends the request of an operation and reads the answer. @throws ConnectorError */
export async function exchange(
  context: ApiContext,
  { document, call }: { document: ApiDocument; call: Call },
  input: JsonObject,
): Promise<Json> {
  const seconds = context.config.timeout ?? 30;
  const server = serverIn(context.config, document, call);
  try {
    return await within(Math.ceil(seconds * 1_000), context.signal, async (signal) => {
      const response = await send(context, call, () => prepare(context, call, server, input), signal);
      const secrets = [...secretsIn(context.config, response.request), ...response.secrets];
      return read(response.answer, response.request, secrets);
    });
  } catch (error) {
    if (context.signal.aborted) throw context.signal.reason;
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      const detail = `${new URL(server).host} did not answer within ${seconds} s`;
      throw new ConnectorError('timeout', 408, 'Request Timeout', detail, { cause: error });
    }
    throw error;
  }
}

function serverIn(config: OpenApiConfig, document: ApiDocument, { operation }: Call): string {
  const documentUrl = isAddress(config.document) ? config.document : undefined;
  try {
    const server = getServer(document, operation, { ...config, documentUrl });
    requireOwnOrigin(config, server, 'baseUrl');
    if (config.tls && !/^https:/i.test(server))
      throw unusable(
        '`tls` needs an https address: write `baseUrl`, or choose another server of the description',
      );
    return server;
  } catch (error) {
    throw error instanceof UnusableError ? unusable(error.message) : error;
  }
}

/** Signs in and sends; once more when the server refuses a token that was kept. */
async function send(
  context: ApiContext,
  call: Call,
  prepared: () => ApiRequest,
  signal: AbortSignal,
): Promise<{ answer: Response; request: ApiRequest; secrets: ReadonlySet<string> }> {
  const { config, client } = context;
  const { access, tokens } = client;
  const secrets = new Set<string>();
  const attempt = async () => {
    const request = prepared();
    for (const secret of secretsIn(config, request)) secrets.add(secret);
    const usesAuth = await signIn(call.security, request, {
      config,
      tokens,
      fetch: access.authorityFetch,
      signal,
    });
    const fetch = usesAuth ? signingFetch(access, secrets) : access.fetch;
    return { answer: await sendFollowing(fetch, request, { signal, staysOnOrigin: true }), request, secrets };
  };
  const first = await attempt();
  const refused = first.request.headers.get('authorization');
  if (first.answer.status !== 401 || !tokens.forget(refused)) return first;
  await first.answer.body?.cancel();
  return attempt();
}

function prepare(
  { config, idempotencyKey, trace }: ApiContext,
  call: Call,
  server: string,
  input: JsonObject,
) {
  const request = built(call, server, input);
  const { headers, url, method } = request;
  for (const [name, value] of Object.entries(config.headers ?? {}))
    if (!headers.has(name) || name.toLowerCase() === 'accept') setOwn(headers, name, value);
  for (const [name, value] of Object.entries(config.query ?? {})) {
    if (!url.searchParams.has(name)) url.searchParams.append(name, String(value));
  }
  joinTrace(headers, trace);
  if (/^(?:POST|PATCH)$/.test(method) && !headers.has('idempotency-key'))
    headers.set('idempotency-key', idempotencyKey);
  return request;
}

/** The platform's message repeats the value, which may be a credential. */
function setOwn(headers: Headers, name: string, value: string | number | boolean): void {
  try {
    headers.set(name, String(value));
  } catch {
    throw unusable(`\`headers.${name.slice(0, 100)}\` of the connection is not a valid header`);
  }
}

function built(call: Call, server: string, input: JsonObject): ApiRequest {
  try {
    return buildApiRequest(call, server, input);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw new ConnectorError('validation', 400, 'Request not usable', error.message, { cause: error });
  }
}

/** Returns the credentials that the server may repeat in an error. */
function secretsIn({ auth, security = {} }: OpenApiConfig, { headers }: ApiRequest): string[] {
  return repeatedSecrets([auth, ...Object.values(security)], headers);
}

async function read(response: Response, request: ApiRequest, secrets: string[]): Promise<Json> {
  if (!response.ok) {
    const title = STATUS_CODES[response.status] ?? 'Error';
    const retryAfter = parseRetryAfter(response.headers.get('retry-after'));
    const detail = await refusalText(response, request, secrets);
    throw new ConnectorError('communication', response.status, title, detail, { retryAfter });
  }
  const bytes = Buffer.from(await response.arrayBuffer());
  if (request.method === 'HEAD') return null;
  try {
    return decodeBody(bytes, response.headers.get('content-type') ?? '');
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    throw new ConnectorError('communication', 502, 'Response not readable', error.message, { cause: error });
  }
}
