import { randomUUID } from 'node:crypto';
import type { Json } from '../../schemas/json.js';

/** What clients of 2025-11-25 send their session in. */
export const sessionHeader = 'mcp-session-id';

/**
 * Lets clients of 2025-11-25 take a request back: they do so by another request. Nothing is kept but the requests that are
 * being answered, so that a session goes on over a restart, and there is none to run out.
 */
export class Sessions {
  readonly #answering = new Map<string, AbortController>();

  /** What a client is to call its session. */
  open(): string {
    return randomUUID();
  }

  /** Until `end` is called, `signal` aborts when the client takes the request back. */
  begin(client: string, session: string, request: Json): { signal: AbortSignal; end(): void } {
    const key = keyOf(client, session, request);
    const taking = new AbortController();
    this.#answering.set(key, taking);
    return {
      signal: taking.signal,
      end: () => {
        if (this.#answering.get(key) === taking) this.#answering.delete(key);
      },
    };
  }

  takeBack(client: string, session: string, request: Json): void {
    this.#answering.get(keyOf(client, session, request))?.abort();
  }
}

/** Nobody but the caller itself takes back what it has asked. */
function keyOf(client: string, session: string, request: Json): string {
  return JSON.stringify([client, session, request]);
}
