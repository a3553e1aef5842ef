import { readFileSync } from 'node:fs';
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git';
import type { Dispatcher } from 'undici';
import { TimeLimit } from '../../signals/index.js';
import { SilenceTimer } from './silence-timer.js';

/** More than any server needs; a ring of redirects ends here. */
const MAX_REDIRECTS = 5;
const CONNECT_TIMEOUT_MS = 15_000;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const ADVERTISEMENT = /\/info\/refs\?service=[\w-]+$/;

export interface HttpLimits {
  /** How long a server may say nothing, in milliseconds. */
  silenceMs: number;
  /** How long one request may take, its answer included. */
  totalMs: number;
  /** Bytes of one answer. */
  maxBytes: number;
}

/** Where the address that is asked for has moved, as the server said when its refs were read last. */
export interface Moved {
  place?: { from: string; to: string } | undefined;
}

type Request = Omit<GitHttpRequest, 'body'> & { body?: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

/**
 * The HTTP client isomorphic-git works with. It gives up on silence, on what takes or sends too much, and when `signal`
 * aborts. Redirects are followed for reading the refs only, as `git` does it; what is sent afterwards goes where they
 * led, without the credentials if that is another server. isomorphic-git takes a body that breaks off for its end, so
 * whoever uses the client must ask `brokenBy` before believing what was read.
 */
export class PatientHttpClient implements HttpClient {
  #broken: { cause: unknown } | undefined;

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly limits: HttpLimits,
    private readonly signal: AbortSignal | undefined,
    /** Kept for the exchanges to come. */
    private readonly moved: Moved = {},
  ) {}

  async request({ url, method = 'GET', headers = {}, body }: Request): Promise<GitHttpResponse> {
    const silence = new SilenceTimer(this.limits.silenceMs);
    const limit = new TimeLimit(this.limits.totalMs, silence.signal, this.signal);
    const { signal } = limit;
    try {
      const sent = body ? await collect(body) : undefined;
      const { response, at } = await this.#send(this.#whereNow(url), url, { method, headers, signal, sent });
      // isomorphic-git asks again without reading what it was told, which would hold the connection.
      const isUnread = response.statusCode === 401 || response.statusCode === 203;
      if (isUnread) {
        await response.body.dump();
        limit.release();
      }
      return {
        url: at,
        statusCode: response.statusCode,
        statusMessage: '',
        headers: plainHeaders(response.headers),
        ...(isUnread ? {} : { body: this.#receive(response.body, silence, limit) }),
      };
    } catch (cause) {
      limit.release();
      throw reasonOf(cause, signal);
    } finally {
      silence.pause();
    }
  }

  /** What broke off a body. */
  get brokenBy(): { cause: unknown } | undefined {
    return this.#broken;
  }

  async #send(
    start: string,
    asked: string,
    options: {
      method: string;
      headers: Record<string, string>;
      signal: AbortSignal;
      sent: Uint8Array | undefined;
    },
  ): Promise<{ response: Dispatcher.ResponseData; at: string }> {
    const { method, signal, sent } = options;
    for (let at = start, hops = 0; ; hops++) {
      const response = await this.dispatcher.request({
        ...target(at),
        method: method as Dispatcher.HttpMethod,
        headers: headersFor(at, asked, options.headers),
        signal,
        ...(sent ? { body: sent } : {}),
      });
      const location = response.headers['location'];
      if (!REDIRECTS.has(response.statusCode) || method !== 'GET' || typeof location !== 'string') {
        this.#remember(asked, at);
        return { response, at };
      }
      await response.body.dump();
      if (hops === MAX_REDIRECTS) throw new Error('the server redirects again and again.');
      at = redirected(at, location);
    }
  }

  #remember(asked: string, at: string): void {
    if (!ADVERTISEMENT.test(asked) || !ADVERTISEMENT.test(at)) return;
    const place = { from: asked.replace(ADVERTISEMENT, ''), to: at.replace(ADVERTISEMENT, '') };
    this.moved.place = asked === at ? undefined : place;
  }

  #whereNow(url: string): string {
    const { place } = this.moved;
    const isSent = place !== undefined && url.startsWith(`${place.from}/`) && !ADVERTISEMENT.test(url);
    return isSent ? place.to + url.slice(place.from.length) : url;
  }

  async *#receive(
    body: AsyncIterable<Uint8Array>,
    silence: SilenceTimer,
    limit: TimeLimit,
  ): AsyncIterableIterator<Uint8Array> {
    let left = this.limits.maxBytes;
    silence.restart();
    try {
      for await (const chunk of body) {
        silence.pause();
        left -= chunk.byteLength;
        if (left < 0)
          throw new Error(
            `the server sent more than the ${this.limits.maxBytes} bytes of \`Limits.GitTransfer\`.`,
          );
        yield chunk;
        silence.restart();
      }
    } catch (cause) {
      this.#broken = { cause: reasonOf(cause, silence.signal) };
      throw this.#broken.cause;
    } finally {
      silence.pause();
      limit.release();
    }
  }
}

/**
 * The connections of one remote: with the certificates of `caFile` besides those every program trusts, and through the
 * proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name.
 */
export async function openDispatcher(caFile: string | undefined): Promise<Dispatcher> {
  // Loaded with the first request: a service without a remote starts without it.
  const { EnvHttpProxyAgent } = await import('undici');
  const { rootCertificates } = await import('node:tls');
  const tls = caFile === undefined ? {} : { ca: [...rootCertificates, readFileSync(caFile, 'utf8')] };
  return new EnvHttpProxyAgent({
    connect: { ...tls, timeout: CONNECT_TIMEOUT_MS },
    requestTls: tls,
    connections: 8,
    // Silence is measured here, over the whole exchange.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

function target(url: string): { origin: string; path: string } {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}

function headersFor(at: string, asked: string, headers: Record<string, string>): Record<string, string> {
  const kept = new URL(at).origin === new URL(asked).origin ? headers : withoutAuthorization(headers);
  return { 'user-agent': 'git/svc', ...kept };
}

function withoutAuthorization(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'),
  );
}

function redirected(from: string, location: string): string {
  const to = new URL(location, from);
  const isWeaker = from.startsWith('https:') && to.protocol !== 'https:';
  if (isWeaker || !/^https?:$/.test(to.protocol)) {
    throw new Error(`the server redirects to ${to.protocol}, which is refused.`);
  }
  to.username = '';
  to.password = '';
  return to.href;
}

function plainHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) plain[name] = String(value);
  return plain;
}

async function collect(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A signal says more than the error of the connection it ended. */
function reasonOf(cause: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  return cause instanceof AggregateError ? (cause.errors[0] ?? cause) : cause;
}
