import type { JsonObject } from '../../../../schemas/json/types.js';
import type { HttpRequest } from './request.js';

/** `$authorization`. */
interface Authorization {
  scheme: string;
  parameter: string | null;
}

/** Sends a request with the credentials of one policy. */
export interface Credentials {
  /** Stands for what proves the caller, in a rehearsal: equal for equal proofs. */
  readonly identity?: JsonObject;
  /** Returns `$authorization`; may fetch a token. */
  authorization(fetch: typeof globalThis.fetch, signal: AbortSignal): Promise<Authorization>;
  /** @param send sends the request with these headers in place of its own. */
  send(
    request: HttpRequest,
    send: (headers: Headers) => Promise<Response>,
    fetch: typeof globalThis.fetch,
    signal: AbortSignal,
  ): Promise<Response>;
}
