import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import type { Json, JsonObject } from '../../../schemas/json.js';
import { Problem } from '../../problems/index.js';

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
    const said = messageOf(answer.body);
    const mayHelp = answer.status >= 500 || answer.status === 408 || answer.status === 429;
    throw new Problem(
      mayHelp ? 'forge_failed' : 'forge_refused',
      `${method} ${origin}${pathname} was answered with ${answer.status}${said === '' ? '' : `: ${said}`}`,
    );
  }

  async #request(
    method: string,
    url: string,
    body: JsonObject | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    const headers = await this.options.headers();
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
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
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: response.statusCode, body: parse(await read(response.body)) };
    } catch (cause) {
      const reason = timeout.aborted ? `no answer within ${TIMEOUT_MS / 1_000} s` : reasonOf(cause);
      throw new Problem('forge_failed', `${new URL(url).origin} could not be asked: ${reason}`, { cause });
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
  return texts
    .join('; ')
    .replaceAll(/[^\P{C}]/gu, ' ')
    .slice(0, 500);
}

function reasonOf(cause: unknown): string {
  const first = cause instanceof AggregateError ? cause.errors[0] : cause;
  return first instanceof Error ? first.message : String(first);
}
