import { STATUS_CODES } from 'node:http';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { shortened } from '../../../schemas/shortened.js';
import { parseRetryAfter } from '../../concurrency/retry-after.js';
import { within } from '../../concurrency/signals.js';
import { type ActionContext, ConnectorError, type InputFault } from '../contract/connector.js';
import { sendFollowing } from '../network/redirects.js';
import { appendAll, BodyError, decodeBody, encodeBody, scalar } from './body.js';
import type { DirectAuth, HttpConfig } from './config-schema.js';
import { basic, tokensOf } from './tokens.js';
import { joinTrace } from './trace.js';

/** The input of every action. */
export interface HttpInput {
  method: string;
  path?: string;
  pathParams?: JsonObject;
  query?: JsonObject;
  headers?: JsonObject;
  body?: Json;
  output?: 'content' | 'response';
}

interface Request {
  method: string;
  url: URL;
  headers: Headers;
  body: string | undefined;
}

/** Methods that are not idempotent. */
const unsafe = new Set(['POST', 'PATCH']);

/** Sends one request of a connection and reads the response. @throws ConnectorError */
export async function exchange(context: ActionContext<HttpConfig>, input: HttpInput): Promise<Json> {
  const { config } = context;
  const { fetch } = context.network;
  try {
    const request = build(config, input, context);
    const ms = Math.ceil((config.timeout ?? 30) * 1_000);
    return await within(ms, context.signal, async (signal) => {
      const send = () => sendFollowing(fetch, request, { signal, staysOnOrigin: true });
      await addToken(context, request.headers, signal);
      let response = await send();
      // The authority may have taken a token back before its time: the request was refused, not done.
      if (response.status === 401 && config.auth?.type === 'oauth2' && tokensOf(config.auth).forget()) {
        await response.body?.cancel();
        await addToken(context, request.headers, signal);
        response = await send();
      }
      return read(response, request, input.output === 'response');
    });
  } catch (error) {
    if (context.signal.aborted) throw context.signal.reason;
    if (error instanceof BodyError) {
      throw new ConnectorError('validation', 400, 'Request not usable', error.message, { cause: error });
    }
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      const detail = `${new URL(config.baseUrl).host} did not answer within ${config.timeout ?? 30} s`;
      throw new ConnectorError('timeout', 408, 'Request Timeout', detail, { cause: error });
    }
    throw error;
  }
}

function build(
  config: HttpConfig,
  input: HttpInput,
  { idempotencyKey, trace }: Pick<ActionContext<HttpConfig>, 'idempotencyKey' | 'trace'>,
): Request {
  const method = input.method.toUpperCase();
  const url = address(config, input);
  const headers = new Headers();
  for (const [name, value] of Object.entries({ ...config.headers, ...input.headers })) {
    if (value !== null) setHeader(headers, name, scalar(value, `headers.${name}`));
  }
  appendAll(url.searchParams, { ...config.query, ...input.query }, 'query');
  joinTrace(headers, trace);
  if (unsafe.has(method) && !headers.has('idempotency-key')) headers.set('idempotency-key', idempotencyKey);
  if (config.auth !== undefined && config.auth.type !== 'oauth2') signIn(config.auth, url, headers);
  return { method, url, headers, body: encodeBody(method, input.body, headers) };
}

/** Finds a `{name}` of a path that `pathParams` has no value for. */
export function pathFault(
  { path, pathParams = {} }: JsonObject,
  isKnown: (value: Json | undefined) => boolean,
): InputFault | undefined {
  if (typeof path !== 'string' || !isKnown(path) || !isKnown(pathParams)) return undefined;
  const names = [...path.matchAll(place)].map(([, name = '']) => name);
  const name = names.find((each) => ((pathParams as JsonObject)[each] ?? null) === null);
  if (name === undefined) return undefined;
  const key = /^\w+$/.test(name) ? name : 'name';
  const message = `\`{${name.slice(0, 100)}}\` of the path has no value in \`pathParams\``;
  return {
    pointer: '/path',
    message,
    hint: `Write \`pathParams: { ${key}: '\${ .${key} }' }\` beside \`path\`.`,
  };
}

const place = /\{([^{}]*)\}/g;

/** Joins the base address and the path. @throws BodyError for a path that leads out of the base address */
function address(config: HttpConfig, input: HttpInput): URL {
  const base = config.baseUrl.replace(/\/+$/, '');
  const path = (input.path ?? '').replace(place, (_, name: string) => {
    const value = input.pathParams?.[name];
    if (value === undefined || value === null) throw new BodyError(`\`pathParams\` has no \`${name}\``);
    return encodeURIComponent(scalar(value, `pathParams.${name}`));
  });
  const separator = path === '' || /^[/?]/.test(path) ? '' : '/';
  if (!URL.canParse(base + separator + path)) throw new BodyError('`path` makes no valid address');
  const url = new URL(base + separator + path);
  const root = new URL(base);
  const inside =
    url.pathname === root.pathname || url.pathname.startsWith(root.pathname.replace(/\/?$/, '/'));
  if (url.origin !== root.origin || !inside) {
    throw new BodyError('`path` leads out of the base address of the connection');
  }
  return url;
}

function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    // The platform's message repeats the value, which may be a credential.
    throw new BodyError(`\`headers.${name}\` is not a valid header`);
  }
}

/** Adds a token of the authority of the connection. @throws ConnectorError */
async function addToken(
  { config, network }: Pick<ActionContext<HttpConfig>, 'config' | 'network'>,
  headers: Headers,
  signal: AbortSignal,
): Promise<void> {
  const { auth } = config;
  if (auth?.type !== 'oauth2') return;
  const authority = { address: () => new URL(auth.tokenUrl), fetch: network.fetch, signal };
  const grant = { ...auth, scopes: auth.scopes ?? [] };
  setHeader(headers, 'authorization', `Bearer ${await tokensOf(auth).of('', grant, authority)}`);
}

function signIn(auth: DirectAuth, url: URL, headers: Headers): void {
  if (auth.type === 'basic') setHeader(headers, 'authorization', basic(auth.username, auth.password));
  else if (auth.type === 'bearer') setHeader(headers, 'authorization', `Bearer ${auth.token}`);
  else if (auth.in === 'query') url.searchParams.set(auth.name, auth.value);
  else if (auth.in === 'header') setHeader(headers, auth.name, auth.value);
  else {
    const others = headers.get('cookie');
    setHeader(headers, 'cookie', `${others === null ? '' : `${others}; `}${auth.name}=${auth.value}`);
  }
}

async function read(response: Response, request: Request, whole: boolean): Promise<Json> {
  if (!response.ok) {
    const title = STATUS_CODES[response.status] ?? 'Error';
    const detail = await refusalText(response, request);
    const retryAfter = parseRetryAfter(response.headers.get('retry-after'));
    throw new ConnectorError('communication', response.status, title, detail, { retryAfter });
  }
  const bytes = Buffer.from(await response.arrayBuffer());
  const content = request.method === 'HEAD' ? null : decode(bytes, response);
  if (!whole) return content;
  return { statusCode: response.status, headers: Object.fromEntries(response.headers), content };
}

function decode(bytes: Buffer, response: Response): Json {
  try {
    return decodeBody(bytes, response.headers.get('content-type') ?? '');
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    throw new ConnectorError('communication', 502, 'Response not readable', error.message, { cause: error });
  }
}

/** Returns the message about a refused request, with the beginning of the body on one line. */
export async function refusalText(
  response: Response,
  { method, url }: { method: string; url: URL },
): Promise<string> {
  const body = await response.text().catch(() => '');
  const said = shortened(body.trim().replace(/\s+/g, ' '), 300);
  const answered = `${method} ${url.origin}${url.pathname} answered ${response.status}`;
  return said === '' ? answered : `${answered}: ${said}`;
}
