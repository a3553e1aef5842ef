import { STATUS_CODES } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { shortened } from '../../../schemas/shortened.js';
import { parseRetryAfter } from '../../concurrency/retry-after.js';
import { type ActionContext, ConnectorError } from '../contract/connector.js';
import { BodyError, decodeBody } from '../http/body.js';
import { repeatedSecrets, withoutSecrets } from '../http/credentials/without-secrets.js';
import { TimeBudget } from '../http/limits/time-budget.js';
import { valueAt } from '../http/paging/body-path.js';
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
import type { ErrorShape } from './presets/preset.js';
import { getExtension } from './presets/to-document.js';
import { type ApiRequest, buildApiRequest } from './request/build.js';
import type { Call } from './request/call.js';
import { ValueError } from './request/serialise.js';

export type ApiContext = ActionContext<OpenApiConfig, ApiClient>;

/** The operation that is called, with its description. */
export interface Target {
  readonly document: ApiDocument;
  readonly call: Call;
}

/** An answer that was read to its end. */
export interface ApiAnswer {
  readonly content: Json;
  readonly headers: Headers;
  /** The address that was asked for, without credentials. */
  readonly url: URL;
  /** Bytes of the body. */
  readonly size: number;
}

/** The place of one request in a list of pages. */
export interface PageRequest {
  readonly idempotencyKey: string;
  /** Changes the request to that of the page. */
  change(request: ApiRequest): void;
}

/** The time, the limit and the secrets of one call. */
interface Sending {
  readonly server: string;
  readonly budget: TimeBudget;
  readonly secrets: Set<string>;
  readonly page: PageRequest | undefined;
}

/** Sends the request of an operation and reads the answer. @throws ConnectorError */
export async function exchange(
  context: ApiContext,
  target: Target,
  input: JsonObject,
  page?: PageRequest,
): Promise<ApiAnswer> {
  const { client, signal, config } = context;
  const server = serverIn(config, target.document, target.call);
  const perform = () => attempt(context, target, input, { server, page });
  const { statuses = [], attempts = defaultAttempts } = config.retry ?? {};
  for (let count = 1; ; count++) {
    try {
      return await (client.limit ? client.limit.run(signal, perform) : perform());
    } catch (error) {
      const isLast = count >= attempts || !(error instanceof ConnectorError);
      if (isLast || !statuses.includes(error.status) || !mayRepeat(context, target, error)) throw error;
      const seconds = error.retryAfter ?? 2 ** (count - 1);
      if (seconds > maxRetryPause) throw error;
      context.log('info', `${error.title}: the request is sent again in ${seconds} s`, {
        attempt: count + 1,
      });
      await setTimeout(seconds * 1_000, undefined, { signal });
    }
  }
}

const defaultAttempts = 3;
/** A server that asks for a longer pause, in seconds, is left to the retries of the flow. */
const maxRetryPause = 60;

/** A server that answers 429 did nothing; after other answers, only what has no further effect is sent once more. */
function mayRepeat({ config }: ApiContext, { call }: Target, { status }: ConnectorError): boolean {
  const { method } = call.operation;
  if (status === 429 || !/^(?:post|patch)$/.test(method)) return true;
  return getExtension(call.operation).reads === true || (config.idempotencyHeader ?? '') !== '';
}

async function attempt(
  context: ApiContext,
  target: Target,
  input: JsonObject,
  { server, page }: Pick<Sending, 'server' | 'page'>,
): Promise<ApiAnswer> {
  const seconds = context.config.timeout ?? 30;
  const budget = new TimeBudget(Math.ceil(seconds * 1_000), context.signal);
  const sending: Sending = {
    server,
    budget,
    secrets: new Set(target.document.secrets?.(context.config)),
    page,
  };
  try {
    const { answer, request } = await send(context, target, input, sending);
    return await read(answer, request, context, { call: target.call, secrets: sending.secrets });
  } catch (error) {
    if (context.signal.aborted) throw context.signal.reason;
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      const detail = `${new URL(server).host} did not answer within ${seconds} s`;
      throw new ConnectorError('timeout', 408, 'Request Timeout', detail, { cause: error });
    }
    throw error;
  } finally {
    budget.stop();
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
  { call }: Target,
  input: JsonObject,
  sending: Sending,
): Promise<{ answer: Response; request: ApiRequest }> {
  const { config, client, signal } = context;
  const { access, tokens } = client;
  const { budget, secrets } = sending;
  const attempt = async () => {
    const request = prepare(context, call, input, sending);
    for (const secret of secretsIn(config, request)) secrets.add(secret);
    const limited = budget.start();
    const usesAuth = await signIn(call.security, request, {
      config,
      tokens,
      fetch: access.authorityFetch,
      signal: limited,
    });
    const inTurn = turningFetch(context, budget);
    const fetch = usesAuth ? signingFetch({ ...access, fetch: inTurn }, secrets) : inTurn;
    return { answer: await sendFollowing(fetch, request, { signal, staysOnOrigin: true }), request };
  };
  const first = await attempt();
  const refused = first.request.headers.get('authorization');
  if (first.answer.status !== 401 || !tokens.forget(refused)) return first;
  await first.answer.body?.cancel();
  return attempt();
}

/** Returns a `fetch` under the limit of the connection. The time for an answer stands still while a request waits for its turn. */
function turningFetch({ client, signal }: ApiContext, budget: TimeBudget): typeof globalThis.fetch {
  const { access, limit } = client;
  return async (address, init) => {
    budget.stop();
    await limit?.turn(signal);
    const response = await access.fetch(address, { ...init, signal: budget.start() });
    limit?.observe(response, parseRetryAfter(response.headers.get('retry-after')));
    return response;
  };
}

function prepare(
  { config, idempotencyKey, trace }: ApiContext,
  call: Call,
  input: JsonObject,
  { server, page }: Sending,
): ApiRequest {
  const request = built(call, server, input);
  page?.change(request);
  const { headers, url, method } = request;
  const { sends = {} } = getExtension(call.operation);
  for (const [name, value] of Object.entries(sends)) headers.set(name, value);
  for (const [name, value] of Object.entries(config.headers ?? {}))
    if (!headers.has(name) || name.toLowerCase() === 'accept') setOwn(headers, name, value);
  for (const [name, value] of Object.entries(config.query ?? {})) {
    if (!url.searchParams.has(name)) url.searchParams.append(name, String(value));
  }
  joinTrace(headers, trace);
  const { idempotencyHeader = 'Idempotency-Key' } = config;
  if (/^(?:POST|PATCH)$/.test(method) && idempotencyHeader !== '' && !headers.has(idempotencyHeader))
    headers.set(idempotencyHeader, page?.idempotencyKey ?? idempotencyKey);
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
    return buildApiRequest(call, server, toSentInput(call, input));
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw new ConnectorError('validation', 400, 'Request not usable', error.message, { cause: error });
  }
}

/** Returns the credentials that the server may repeat in an error. */
function secretsIn({ auth, security = {} }: OpenApiConfig, { headers }: ApiRequest): string[] {
  return repeatedSecrets([auth, ...Object.values(security)], headers);
}

/** A query of GraphQL is sent with its variables, which are the body of the call; other bodies get what the operation adds. */
function toSentInput({ operation }: Call, { paginate: _, ...input }: JsonObject): JsonObject {
  const { graphql, adds } = getExtension(operation);
  const { body = {} } = input;
  if (graphql !== undefined) return { ...input, body: { query: graphql, variables: body } };
  return adds === undefined ? input : { ...input, body: { ...objectOr(body), ...adds } };
}

async function read(
  response: Response,
  request: ApiRequest,
  { config }: ApiContext,
  { call, secrets }: { call: Call; secrets: ReadonlySet<string> },
): Promise<ApiAnswer> {
  const { status, headers } = response;
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw toError(bytes, response, request, { config, secrets });
  const size = bytes.length;
  if (request.method === 'HEAD') return { content: null, headers, url: request.url, size };
  const content = decode(bytes, headers);
  const failure = config.errors?.failure === undefined ? undefined : valueAt(content, config.errors.failure);
  const isFailure = failure !== undefined && failure !== null && failure !== false && failure !== '';
  if (isFailure && !(Array.isArray(failure) && failure.length === 0)) {
    const said = findMessage(content, config.errors) ?? toJsonText(failure);
    throw refusal(request, { status: 400, answered: status, said, headers }, secrets);
  }
  return { content: findData(call, content), headers, url: request.url, size };
}

/** The answer to a query of GraphQL is its data. */
function findData({ operation }: Call, content: Json): Json {
  if (getExtension(operation).graphql === undefined || !isObject(content)) return content;
  return content['data'] ?? null;
}

function decode(bytes: Buffer, headers: Headers): Json {
  try {
    return decodeBody(bytes, headers.get('content-type') ?? '');
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    throw new ConnectorError('communication', 502, 'Response not readable', error.message, { cause: error });
  }
}

/** The error for an answer that refuses the request: with the message where the API has it, or the beginning of the body. */
function toError(
  bytes: Buffer,
  { status, headers }: Response,
  request: ApiRequest,
  { config, secrets }: { config: OpenApiConfig; secrets: ReadonlySet<string> },
): ConnectorError {
  const text = bytes.toString();
  const said = config.errors === undefined ? undefined : findMessage(findJson(text), config.errors);
  return refusal(request, { status, answered: status, said: said ?? text, headers }, secrets);
}

/** Servers state other types for JSON in errors. */
function findJson(text: string): Json {
  try {
    return decodeBody(Buffer.from(text), 'application/json');
  } catch {
    return null;
  }
}

function findMessage(content: Json, shape: ErrorShape | undefined): string | undefined {
  for (const path of shape?.message ?? []) {
    const value = valueAt(content, path);
    const texts = [value].flat().filter((each) => typeof each === 'string' && each !== '');
    if (texts.length > 0) return texts.join('; ');
    if (isObject(value ?? null) && Object.keys(value as JsonObject).length > 0)
      return toJsonText(value as Json);
  }
  return undefined;
}

function refusal(
  { method, url }: ApiRequest,
  { status, answered, said, headers }: { status: number; answered: number; said: string; headers: Headers },
  secrets: ReadonlySet<string>,
): ConnectorError {
  const reason = shortened(withoutSecrets(said, secrets).trim().replace(/\s+/g, ' '), 300);
  const line = `${method} ${url.origin}${url.pathname} answered ${answered}`;
  const retryAfter = parseRetryAfter(headers.get('retry-after'));
  const detail = reason === '' ? line : `${line}: ${reason}`;
  return new ConnectorError('communication', status, STATUS_CODES[status] ?? 'Error', detail, { retryAfter });
}
