import type { Readable } from 'node:stream';
import { parseRetryAfter } from '../../concurrency/retry-after.js';
import { type ActionContext, ConnectorError } from '../contract/connector.js';
import { sendFollowing } from '../network/redirects.js';
import { BodyError } from './body.js';
import type { HttpConnection } from './client.js';
import type { HttpConfig } from './config-schema.js';
import { type SentRequest, signRequest } from './credentials/signature.js';
import { repeatedSecrets } from './credentials/without-secrets.js';
import { TimeBudget } from './limits/time-budget.js';
import type { HttpRequest } from './request.js';
import { type HttpAnswer, readAnswer } from './response.js';
import { sendSignedIn } from './send-signed-in.js';

/** The use of a connection by a call or a test. */
export type HttpContext = Pick<
  ActionContext<HttpConfig, HttpConnection>,
  'config' | 'client' | 'network' | 'signal'
>;

/** The time and the secrets of an exchange, and the content that it sends as a stream. */
interface Sending {
  readonly budget: TimeBudget;
  readonly secrets: Set<string>;
  readonly body: Transfer<unknown>['body'];
  readonly bodySha256: string | undefined;
}

const streamed = new Uint8Array(0);

/** Reads the response of a request. @param secrets never shown in errors */
type ResponseReader<Result> = (
  response: Response,
  request: HttpRequest,
  means: { readonly secrets: Iterable<string>; readonly budget: TimeBudget },
) => Promise<Result>;

/** How a request is sent whose content has any size. */
export interface Transfer<Result> {
  /** Returns the content to send, which is made again for each attempt. @param moved is called with each piece of it */
  body?(limit: AbortSignal, moved: () => void): Readable;
  /** The SHA-256 of that content, in hexadecimal digits. */
  readonly bodySha256?: string | undefined;
  read: ResponseReader<Result>;
}

/**
 * Sends a request of a connection and reads the answer, when its limits allow that. Every request that is sent, also after a
 * redirect or a refused sign-in, takes a turn and is signed for its own address.
 * @param build returns the request without credentials
 * @throws ConnectorError
 */
export function exchange(context: HttpContext, build: () => HttpRequest): Promise<HttpAnswer> {
  return send(context, build, {
    read: (response, request, { secrets }) => readAnswer(response, request, secrets),
  });
}

/** As `exchange`, for content of any size: the time between two pieces is limited, in place of the whole. @throws ConnectorError */
export function transfer<Result>(
  context: HttpContext,
  build: () => HttpRequest,
  work: Transfer<Result>,
): Promise<Result> {
  return send({ ...context, client: { ...context.client, fetch: context.client.transfer } }, build, work);
}

async function send<Result>(
  context: HttpContext,
  build: () => HttpRequest,
  { body, bodySha256, read }: Transfer<Result>,
): Promise<Result> {
  const { config, client, signal } = context;
  const seconds = config.timeout ?? 30;
  const budget = new TimeBudget(Math.ceil(seconds * 1_000), signal);
  const sending = { budget, secrets: new Set<string>(), body, bodySha256 };
  const exchanged = async (): Promise<Result> => {
    const request = build();
    // A stream is made for each request that is sent, which `streamed` stands for until then.
    const sentRequest = body ? { ...request, body: streamed } : request;
    try {
      const fetch: typeof globalThis.fetch = (url, init) =>
        sendSigned(context, sending, new URL(String(url)), init);
      const response = await sendFollowing(fetch, sentRequest, { signal, staysOnOrigin: true });
      return await read(response, request, sending);
    } finally {
      budget.stop();
    }
  };
  try {
    return await (client.limit ? client.limit.run(signal, exchanged) : exchanged());
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof BodyError) {
      throw new ConnectorError('validation', 400, 'Request not usable', error.message, { cause: error });
    }
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      const detail = `${new URL(config.baseUrl).host} did not answer within ${seconds} s`;
      throw new ConnectorError('timeout', 408, 'Request Timeout', detail, { cause: error });
    }
    throw error;
  }
}

/** Sends one request, and once more when the server refused its token or gave a challenge. */
function sendSigned(
  context: HttpContext,
  sending: Sending,
  url: URL,
  init: RequestInit = {},
): Promise<Response> {
  const send = () => sendOnce(context, sending, url, init);
  return sendSignedIn(context.client.credentials, send, sending.secrets);
}

async function sendOnce(
  { client, config, signal }: HttpContext,
  { budget, secrets, body: stream, bodySha256 }: Sending,
  address: URL,
  init: RequestInit,
): Promise<{ response: Response; request: SentRequest }> {
  budget.stop();
  await client.limit?.turn(signal);
  const limited = budget.start();
  const headers = new Headers(init.headers);
  const method = init.method ?? 'GET';
  const body = typeof init.body === 'string' ? init.body : null;
  const isStreamed = stream !== undefined && (init.body as unknown) === streamed;
  const request = {
    method,
    url: new URL(address),
    headers,
    body,
    bodySha256: isStreamed ? bodySha256 : undefined,
  };
  await client.credentials?.add(request, { fetch: client.authorityFetch, signal: limited });
  for (const secret of repeatedSecrets([config.auth], headers, [config.signature?.secret]))
    secrets.add(secret);
  if (config.signature) signRequest(config.signature, request);
  const content = isStreamed ? stream(limited, () => budget.progressed()) : (init.body ?? null);
  const response = await client.fetch(request.url, {
    ...init,
    body: content as string | null,
    headers,
    signal: limited,
  });
  client.limit?.observe(response, parseRetryAfter(response.headers.get('retry-after')));
  return { response, request };
}
