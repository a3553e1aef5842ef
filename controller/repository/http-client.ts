import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git';

/**
 * The HTTP client isomorphic-git works with. It gives up when nothing has arrived for `silenceMs`, however long the
 * whole takes, and when `signal` aborts. isomorphic-git takes a body that breaks off for its end, so whoever uses the
 * client must ask `throwIfBroken` before believing what was read.
 */
export class PatientHttpClient implements HttpClient {
  #broken: { cause: unknown } | undefined;

  constructor(
    private readonly silenceMs: number,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async request({ url, method = 'GET', headers = {}, body }: GitHttpRequest): Promise<GitHttpResponse> {
    const silence = new SilenceTimer(this.silenceMs);
    const signal = this.signal ? AbortSignal.any([silence.signal, this.signal]) : silence.signal;
    try {
      const sent = body ? { body: await collect(body) } : {};
      const response = await fetch(url, { method, headers, signal, ...sent });
      return {
        url: response.url,
        statusCode: response.status,
        statusMessage: response.statusText,
        headers: Object.fromEntries(response.headers),
        ...(response.body ? { body: this.#receive(response.body, silence) } : {}),
      };
    } catch (cause) {
      throw reasonOf(cause);
    } finally {
      silence.pause();
    }
  }

  /** @throws what broke off a body */
  throwIfBroken(): void {
    if (this.#broken) throw this.#broken.cause;
  }

  async *#receive(
    body: ReadableStream<Uint8Array>,
    silence: SilenceTimer,
  ): AsyncIterableIterator<Uint8Array> {
    silence.restart();
    try {
      for await (const chunk of body) {
        silence.pause();
        yield chunk;
        silence.restart();
      }
    } catch (cause) {
      this.#broken = { cause: reasonOf(cause) };
      throw this.#broken.cause;
    } finally {
      silence.pause();
    }
  }
}

async function collect(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** `fetch` says no more than "fetch failed"; the reason is underneath. */
function reasonOf(cause: unknown): unknown {
  return cause instanceof TypeError && cause.cause instanceof Error ? cause.cause : cause;
}

class SilenceTimer {
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly ms: number) {
    this.restart();
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(new SilenceError(this.ms)), this.ms);
  }

  pause(): void {
    clearTimeout(this.#timer);
  }
}

/** The other side has sent nothing for too long. */
export class SilenceError extends Error {
  override name = 'SilenceError';

  constructor(ms: number) {
    super(`the server said nothing for ${ms / 1000} s.`);
  }
}
