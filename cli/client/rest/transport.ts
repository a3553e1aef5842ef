/** Carries requests to a service: over HTTP, or to the same routes in this process. */
export interface Transport {
  /** The name of the service in messages: its address or its data directory. */
  readonly name: string;
  /** True when the service goes on after this process has ended. */
  readonly outlivesProcess: boolean;
  /** @throws Failure with the exit code `unreachable` */
  send(path: string, init: TransportRequest): Promise<Response>;
  close(): Promise<void>;
}

export interface TransportRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}
