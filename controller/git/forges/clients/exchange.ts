import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import { shortened } from '../../../../schemas/shortened.js';
import { parseRetryAfter } from '../../../concurrency/retry-after.js';
import { within } from '../../../concurrency/signals.js';
import { Problem } from '../../../problems/index.js';
import { openDispatcher } from '../../remotes/dispatcher.js';

const timeoutMs = 20_000;
const connectTimeoutMs = 10_000;
const maxAnswer = 4 * 1024 * 1024;
/** A longer pause is taken for a mistake of the server. */
const maxPauseSeconds = 86_400;

export interface ExchangeOptions {
  /** The address of the API, without a slash at the end. */
  baseUrl: string;
  /** Returns headers with the credentials; called for each request. @throws Problem secret_not_found */
  headers(): Promise<Record<string, string>>;
  /** PEM certificates that are trusted besides the usual ones. */
  caFile?: string | undefined;
}

export interface ForgeRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Below `baseUrl`, or a whole address. */
  path: string;
  body?: JsonObject;
  /** The statuses that are an answer, not a failure. */
  accepted: readonly number[];
  signal?: AbortSignal | undefined;
}

export interface Answer {
  status: number;
  body: Json;
  /** The pause in seconds that the forge asks for. */
  retryAfter: number | undefined;
}

/** JSON over HTTP with one forge. Follows no redirect, so that the token reaches no other server. */
export class Exchange {
  #dispatcher: Promise<Dispatcher> | undefined;

  constructor(private readonly options: ExchangeOptions) {}

  get location(): string {
    return this.options.baseUrl;
  }

  /** @throws Problem forge_failed when a retry may help, forge_refused when it cannot */
  async send(request: ForgeRequest): Promise<Answer> {
    const { method, path } = request;
    const url = path.startsWith('http') ? path : this.options.baseUrl + path;
    const answer = await this.#request(url, request);
    if (request.accepted.includes(answer.status)) return answer;
    const { origin, pathname } = new URL(url);
    const { status, retryAfter } = answer;
    const reason = getMessage(answer.body);
    // GitHub reports a rate limit as 403 too.
    const isLimit = status === 429 || (status === 403 && retryAfter !== undefined);
    throw new Problem(
      isLimit || status >= 500 || status === 408 ? 'forge_failed' : 'forge_refused',
      `${method} ${origin}${pathname} was answered with ${status}${reason === '' ? '' : `: ${reason}`}`,
      retryAfter === undefined ? {} : { retryAfter },
    );
  }

  async #request(url: string, { method, body, signal }: ForgeRequest): Promise<Answer> {
    const headers = await this.options.headers();
    const work = async (limited: AbortSignal) => {
      // Loaded with the first request: most installations use no forge.
      const { request } = await import('undici');
      this.#dispatcher ??= openDispatcher(this.options.caFile, {
        connections: 4,
        connectTimeoutMs: connectTimeoutMs,
      });
      const response = await request(url, {
        dispatcher: await this.#dispatcher,
        method,
        headers: {
          'user-agent': 'svc',
          ...headers,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        signal: limited,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return {
        status: response.statusCode,
        body: parse(withoutToken(await read(response.body), headers['authorization'])),
        retryAfter: findRetryAfter(response.headers, Date.now()),
      };
    };
    return within(timeoutMs, signal, work).catch((cause: unknown) => {
      const detail = `${new URL(url).origin} could not be asked: ${getCauseReason(cause)}`;
      throw new Problem('forge_failed', detail, { cause });
    });
  }
}

/**
 * Returns the pause that a server asks for, in seconds: `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), or, with
 * a used-up rate limit, until `X-RateLimit-Reset` (GitHub: seconds since the epoch).
 * @param now milliseconds since the epoch
 */
function findRetryAfter(headers: IncomingHttpHeaders, now: number): number | undefined {
  const retryAfterHeader = single(headers['retry-after']);
  if (retryAfterHeader !== undefined) return plausiblePause(parseRetryAfter(retryAfterHeader, now));
  if (single(headers['x-ratelimit-remaining']) !== '0') return undefined;
  return plausiblePause(Number(single(headers['x-ratelimit-reset'])) - now / 1_000);
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header.trim() : header?.[0];
}

function plausiblePause(seconds = 0): number | undefined {
  return seconds > 0 && seconds <= maxPauseSeconds ? Math.ceil(seconds) : undefined;
}

async function read(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxAnswer) throw new Error(`the answer is larger than ${maxAnswer} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Removes the token, which an answer may repeat. */
function withoutToken(text: string, authorization: string | undefined): string {
  const token = authorization?.slice(authorization.indexOf(' ') + 1);
  if (!token) return text;
  const isPair = authorization?.startsWith('Basic ');
  const pair = isPair ? Buffer.from(token, 'base64').toString() : '';
  const password = pair.slice(pair.indexOf(':') + 1);
  return [token, password].reduce((masked, each) => (each ? masked.replaceAll(each, '***') : masked), text);
}

/** Returns null for a text that is not JSON: the status counts then. */
function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/**
 * GitHub, Gitea and GitLab explain an error in `message`, GitHub further in `errors`; Bitbucket in `error.message`, GitLab sometimes in
 * `error`, and in a `message` of several texts.
 */
function getMessage(body: Json): string {
  if (!isObject(body)) return '';
  const { errors, error } = body;
  const reason = body['message'] ?? (isObject(error) ? error['message'] : error);
  const message = isObject(reason) || Array.isArray(reason) ? JSON.stringify(reason) : reason;
  const details = Array.isArray(errors)
    ? errors.flatMap((error) => (isObject(error) && 'message' in error ? [String(error['message'])] : []))
    : [];
  const texts = [...(typeof message === 'string' ? [message] : []), ...details];
  return shortened(texts.join('; ').replaceAll(/[^\P{C}]/gu, ' '), 500);
}

function getCauseReason(cause: unknown): string {
  const first = cause instanceof AggregateError ? cause.errors[0] : cause;
  return first instanceof Error ? first.message : String(first);
}
