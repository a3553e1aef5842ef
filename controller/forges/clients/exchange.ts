import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import type { Json, JsonObject } from '../../../schemas/json.js';
import { Problem, shortened } from '../../problems/index.js';
import { TimeLimit } from '../../signals/index.js';
import { retryAfterOf } from './retry-after.js';

const TIMEOUT_MS = 20_000;
const MAX_ANSWER = 4 * 1024 * 1024;

export interface ExchangeOptions {
  /** The address of the API, without a slash at the end. */
  baseUrl: string;
  /** Headers with the credentials; asked for at each request. @throws Problem secret_not_found */
  headers(): Promise<Record<string, string>>;
  /** PEM certificates that are trusted besides the usual ones. */
  caFile?: string | undefined;
}

export interface Answer {
  status: number;
  body: Json;
  /** Seconds for which the forge wants to be left alone. */
  retryAfter: number | undefined;
}

/** JSON over HTTP with one forge. Follows no redirect, so that the token goes nowhere else. */
export class Exchange {
  #dispatcher: Promise<Dispatcher> | undefined;

  constructor(private readonly options: ExchangeOptions) {}

  get location(): string {
    return this.options.baseUrl;
  }

  /**
   * @param accepted the statuses that are an answer, not a failure
   * @throws Problem forge_failed when it may be tried again, forge_refused when that is of no use
   */
  async send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH',
    path: string,
    body: JsonObject | undefined,
    accepted: readonly number[],
    signal?: AbortSignal,
  ): Promise<Answer> {
    const url = path.startsWith('http') ? path : this.options.baseUrl + path;
    const answer = await this.#request(method, url, body, signal);
    if (accepted.includes(answer.status)) return answer;
    const { origin, pathname } = new URL(url);
    const { status, retryAfter } = answer;
    const said = messageOf(answer.body);
    // GitHub answers with 403, too, where it wants to be left alone for a time.
    const isLimit = status === 429 || (status === 403 && retryAfter !== undefined);
    throw new Problem(
      isLimit || status >= 500 || status === 408 ? 'forge_failed' : 'forge_refused',
      `${method} ${origin}${pathname} was answered with ${status}${said === '' ? '' : `: ${said}`}`,
      retryAfter === undefined ? {} : { retryAfter },
    );
  }

  async #request(
    method: string,
    url: string,
    body: JsonObject | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    const headers = await this.options.headers();
    const limit = new TimeLimit(TIMEOUT_MS, signal);
    try {
      const { request } = await import('undici');
      this.#dispatcher ??= openDispatcher(this.options.caFile);
      const response = await request(url, {
        dispatcher: await this.#dispatcher,
        method: method as Dispatcher.HttpMethod,
        headers: {
          'user-agent': 'svc',
          ...headers,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        signal: limit.signal,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return {
        status: response.statusCode,
        body: parse(withoutToken(await read(response.body), headers['authorization'])),
        retryAfter: retryAfterOf(response.headers, Date.now()),
      };
    } catch (cause) {
      throw new Problem('forge_failed', `${new URL(url).origin} could not be asked: ${reasonOf(cause)}`, {
        cause,
      });
    } finally {
      limit.release();
    }
  }
}

async function openDispatcher(caFile: string | undefined): Promise<Dispatcher> {
  // Loaded with the first request: most installations tell no forge anything.
  const { EnvHttpProxyAgent } = await import('undici');
  const tls = caFile === undefined ? {} : { ca: [...rootCertificates, readFileSync(caFile, 'utf8')] };
  return new EnvHttpProxyAgent({ connect: { ...tls, timeout: 10_000 }, requestTls: tls, connections: 4 });
}

async function read(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER) throw new Error(`the answer is larger than ${MAX_ANSWER} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** An answer may repeat what it was asked with. */
function withoutToken(text: string, authorization: string | undefined): string {
  const token = authorization?.slice(authorization.indexOf(' ') + 1);
  return token ? text.replaceAll(token, '***') : text;
}

/** What is no JSON says nothing to us; the status does. */
function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** GitHub and Gitea explain themselves in `message`, GitHub further in `errors`. */
function messageOf(body: Json): string {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return '';
  const { message, errors } = body;
  const more = Array.isArray(errors)
    ? errors.flatMap((error) =>
        error !== null && typeof error === 'object' && 'message' in error ? [String(error['message'])] : [],
      )
    : [];
  const texts = [...(typeof message === 'string' ? [message] : []), ...more];
  return shortened(texts.join('; ').replaceAll(/[^\P{C}]/gu, ' '), 500);
}

function reasonOf(cause: unknown): string {
  const first = cause instanceof AggregateError ? cause.errors[0] : cause;
  return first instanceof Error ? first.message : String(first);
}
