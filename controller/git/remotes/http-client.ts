import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git';
import type { Dispatcher } from 'undici';
import { TimeLimit } from '../../concurrency/signals.js';
import { SilenceTimer } from './silence-timer.js';

/** The most redirects; a cycle ends here. */
const maxRedirects = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const ADVERTISEMENT = /\/info\/refs\?service=[\w-]+$/;

export interface HttpLimits {
  /** The longest silence of a server in milliseconds. */
  silenceMs: number;
  /** The longest duration of one request with its answer, in milliseconds. */
  totalMs: number;
  /** The most bytes of one answer. */
  maxBytes: number;
}

/** The redirect of the requested address, from the last reading of the refs. */
export interface Moved {
  place?: { from: string; to: string } | undefined;
}

type Request = Omit<GitHttpRequest, 'body'> & { body?: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

/**
 * The HTTP client for isomorphic-git. It gives up on silence, on answers that are too long or too large, and when `signal`
 * aborts. Redirects are followed for reading the refs only, as `git` does; later requests go to the new address, without
 * the credentials if that is another server. isomorphic-git takes a truncated body for a complete one, so that the caller
 * must check `brokenBy` after reading.
 */
export class GitHttpClient implements HttpClient {
  #broken: { cause: unknown } | undefined;

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly limits: HttpLimits,
    private readonly signal: AbortSignal | undefined,
    /** Shared with later clients of the same remote. */
    private readonly moved: Moved = {},
  ) {}

  async request({ url, method = 'GET', headers = {}, body }: Request): Promise<GitHttpResponse> {
    const silence = new SilenceTimer(this.limits.silenceMs);
    const limit = new TimeLimit(this.limits.totalMs, silence.signal, this.signal);
    const { signal } = limit;
    try {
      const sent = body ? await collect(body) : undefined;
      const { response, at } = await this.#send(this.#currentAddress(url), url, {
        method,
        headers,
        signal,
        sent,
      });
      // isomorphic-git repeats such a request without reading the answer, which would block the connection.
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
      throw getCauseReason(cause, signal);
    } finally {
      silence.pause();
    }
  }

  /** The error that truncated a body. */
  get brokenBy(): { cause: unknown } | undefined {
    return this.#broken;
  }

  async #send(
    start: string,
    address: string,
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
        headers: headersFor(at, address, options.headers),
        signal,
        ...(sent ? { body: sent } : {}),
      });
      const location = response.headers['location'];
      if (!REDIRECTS.has(response.statusCode) || method !== 'GET' || typeof location !== 'string') {
        this.#remember(address, at);
        return { response, at };
      }
      await response.body.dump();
      if (hops === maxRedirects) throw new Error('the server redirects again and again.');
      at = redirected(at, location);
    }
  }

  #remember(address: string, at: string): void {
    if (!ADVERTISEMENT.test(address) || !ADVERTISEMENT.test(at)) return;
    const place = { from: address.replace(ADVERTISEMENT, ''), to: at.replace(ADVERTISEMENT, '') };
    this.moved.place = address === at ? undefined : place;
  }

  #currentAddress(url: string): string {
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
      this.#broken = { cause: getCauseReason(cause, silence.signal) };
      throw this.#broken.cause;
    } finally {
      silence.pause();
      limit.release();
    }
  }
}

function target(url: string): { origin: string; path: string } {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}

function headersFor(at: string, address: string, headers: Record<string, string>): Record<string, string> {
  const kept = new URL(at).origin === new URL(address).origin ? headers : withoutAuthorization(headers);
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

/** Returns the bytes of a body that arrives in parts. */
export async function collect(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Prefers the reason of the signal over the error of the connection that it ended. */
function getCauseReason(cause: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  return cause instanceof AggregateError ? (cause.errors[0] ?? cause) : cause;
}
