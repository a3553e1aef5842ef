import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git';

/**
 * isomorphic-git waits for a silent server for ever. This client gives up when nothing has arrived for `silenceMs`,
 * however long the whole takes, and when `signal` aborts.
 */
export function impatient(client: HttpClient, silenceMs: number, signal?: AbortSignal): HttpClient {
  return {
    async request(request: GitHttpRequest): Promise<GitHttpResponse> {
      const silence = new SilenceTimer(silenceMs);
      const both = signal ? AbortSignal.any([silence.signal, signal]) : silence.signal;
      try {
        const response = await untilAborted(client.request({ ...request, signal: both }), both);
        return response.body ? { ...response, body: listen(response.body, silence, both) } : response;
      } finally {
        silence.pause();
      }
    },
  };
}

async function* listen(
  body: AsyncIterableIterator<Uint8Array>,
  silence: SilenceTimer,
  signal: AbortSignal,
): AsyncIterableIterator<Uint8Array> {
  try {
    for (;;) {
      silence.restart();
      const { value, done } = await untilAborted(body.next(), signal);
      silence.pause();
      if (done) return;
      yield value;
    }
  } finally {
    silence.pause();
    await body.return?.();
  }
}

/** Rejects with the signal's reason as soon as it aborts: a broken-off body does not always say so itself. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
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
    this.#timer = setTimeout(() => this.#controller.abort(), this.ms);
  }

  pause(): void {
    clearTimeout(this.#timer);
  }
}
