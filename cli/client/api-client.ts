import type { ProblemBody } from '../../controller/problems/index.js';
import { exitCodes, Failure, ProblemFailure } from '../failure.js';
import { type ServerEvent, serverEvents } from './server-events.js';
import type { Transport, TransportRequest } from './transport.js';

export interface CallOptions {
  method?: TransportRequest['method'];
  query?: Readonly<Record<string, string | number | undefined>>;
  headers?: Record<string, string>;
  body?: unknown;
}

/** REST calls with a credential; whatever is not a success is thrown. */
export class ApiClient {
  constructor(
    private readonly transport: Transport,
    private readonly apiKey: string | undefined,
  ) {}

  /** Whether the service goes on when this process ends. */
  get outlivesUs(): boolean {
    return this.transport.outlivesUs;
  }

  /** The answer's JSON. @throws ProblemFailure, Failure */
  async call<T>(path: string, options: CallOptions = {}): Promise<T> {
    const response = await this.#send(path, options);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }

  /** The answer's events as they arrive. @throws ProblemFailure, Failure */
  async *events(path: string, options: CallOptions = {}): AsyncGenerator<ServerEvent> {
    const headers = { ...options.headers, accept: 'text/event-stream' };
    const response = await this.#send(path, { ...options, headers });
    if (response.body) yield* serverEvents(response.body);
  }

  /** The answer, whatever it is, to a request that only gets the credential added. @throws Failure */
  exchange(path: string, request: TransportRequest): Promise<Response> {
    const key: Record<string, string> = this.apiKey ? { 'x-api-key': this.apiKey } : {};
    return this.transport.send(path, { ...request, headers: { ...request.headers, ...key } });
  }

  close(): Promise<void> {
    return this.transport.close();
  }

  async #send(path: string, { method = 'GET', query = {}, headers, body }: CallOptions): Promise<Response> {
    const request: TransportRequest = { method, headers: { accept: 'application/json', ...headers } };
    if (this.apiKey) request.headers['x-api-key'] = this.apiKey;
    if (body !== undefined) {
      request.headers['content-type'] = 'application/json';
      request.body = JSON.stringify(body);
    }
    const response = await this.transport.send(`${path}${queryText(query)}`, request);
    if (response.ok) return response;
    throw await failureOf(response, this.transport.name);
  }
}

/** A path with its parts percent-encoded: `` apiPath`/api/v1/${branch}/flows` ``. */
export function apiPath(strings: TemplateStringsArray, ...parts: string[]): string {
  return String.raw({ raw: strings }, ...parts.map(encodeURIComponent));
}

function queryText(query: NonNullable<CallOptions['query']>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
  return search.size === 0 ? '' : `?${search}`;
}

async function failureOf(response: Response, server: string): Promise<Failure> {
  const text = await response.text();
  try {
    const body = JSON.parse(text) as Partial<ProblemBody>;
    if (typeof body.code === 'string' && Array.isArray(body.hints)) {
      return new ProblemFailure(body as ProblemBody);
    }
  } catch {
    // Not JSON: not from svc, whatever it is.
  }
  return new Failure(exitCodes.unreachable, `${server} answered ${response.status}, but not as svc does`, [
    'Is it the address of an svc server, without a proxy in between that answers for it?',
  ]);
}
