import { randomUUID } from 'node:crypto';
import type { Json } from '../../schemas/json/types.js';

/** The header of the session of clients of 2025-11-25. */
export const sessionHeader = 'mcp-session-id';

/**
 * Lets clients of 2025-11-25 cancel a request by another request. Only the requests being answered are stored, so that
 * sessions survive a restart and never expire.
 */
export class Sessions {
  readonly #answering = new Map<string, AbortController>();

  /** Returns the id of a new session. */
  open(): string {
    return randomUUID();
  }

  /** Until `end` is called, `signal` aborts when the client cancels the request. */
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

  cancel(client: string, session: string, request: Json): void {
    this.#answering.get(keyOf(client, session, request))?.abort();
  }
}

/** The client is part of the key: a caller can cancel only its own requests. */
function keyOf(client: string, session: string, request: Json): string {
  return JSON.stringify([client, session, request]);
}
