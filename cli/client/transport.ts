/** The way to a service: over HTTP, or the same routes in this process. */
export interface Transport {
  /** How messages name it. */
  readonly name: string;
  /** Whether the service goes on when this process ends. */
  readonly outlivesUs: boolean;
  /** @throws Failure with the exit code of a service that cannot be reached */
  send(path: string, init: TransportRequest): Promise<Response>;
  close(): Promise<void>;
}

export interface TransportRequest {
  method: 'GET' | 'POST' | 'DELETE';
  headers: Record<string, string>;
  body?: string;
  /** Takes the request back. */
  signal?: AbortSignal;
}
