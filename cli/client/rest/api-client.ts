import type { ProblemBody } from '../../../controller/problems/index.js';
import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import { exitCodes, Failure, ProblemFailure } from '../../contract/failure.js';
import { type ServerEvent, serverEvents } from './server-events.js';
import type { Transport, TransportRequest } from './transport.js';

/** A service to call, and the branch to call it for. */
export interface Connection {
  api: ApiClient;
  /** Resolves with the branch that the caller named, or else with the production branch. */
  branch(): Promise<string>;
  /** The service belongs to an installation on this machine, found by its folder. */
  isLocal: boolean;
}

interface CallOptions {
  method?: TransportRequest['method'];
  query?: Readonly<Record<string, string | number | undefined>>;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Sends REST calls with a credential, and throws every answer that is not a success. */
export class ApiClient {
  constructor(
    private readonly transport: Transport,
    /** A key, or a function that resolves with an access token. */
    private readonly credential: string | (() => Promise<string>) | undefined,
  ) {}

  /** The address of the service, or its data directory. */
  get server(): string {
    return this.transport.name;
  }

  get outlivesProcess(): boolean {
    return this.transport.outlivesProcess;
  }

  /** Returns a client of the same service with the credential of another caller. */
  withKey(apiKey: string): ApiClient {
    return new ApiClient(this.transport, apiKey);
  }

  /** Resolves with the JSON of the answer. @throws ProblemFailure, Failure */
  async call<T>(path: string, options: CallOptions = {}): Promise<T> {
    const response = await this.#send(path, options);
    if (response.status === 204) return undefined as T;
    const value = parseJsonText(await response.text());
    const { code } = value as Partial<ProblemBody>;
    // The call of an agent waits for a person.
    if (response.status === 202 && code === 'approval_pending')
      throw new ProblemFailure(value as unknown as ProblemBody);
    return value as T;
  }

  /** Yields the events of the answer as they arrive. @throws ProblemFailure, Failure */
  async *events(path: string, options: CallOptions = {}): AsyncGenerator<ServerEvent> {
    const headers = { ...options.headers, accept: 'text/event-stream' };
    const response = await this.#send(path, { ...options, headers });
    if (response.body) yield* serverEvents(response.body);
  }

  /** Resolves with an answer whose body is a file. @throws ProblemFailure, Failure */
  download(path: string): Promise<Response> {
    return this.#send(path, { headers: { accept: '*/*' } });
  }

  /** Adds the credential to a request and resolves with the answer, whatever its status. @throws Failure */
  async exchange(path: string, request: TransportRequest): Promise<Response> {
    const { credential } = this;
    const text = typeof credential === 'function' ? await credential() : credential;
    const key: Record<string, string> = text ? { 'x-api-key': text } : {};
    return this.transport.send(path, { ...request, headers: { ...request.headers, ...key } });
  }

  close(): Promise<void> {
    return this.transport.close();
  }

  async #send(path: string, { method = 'GET', query = {}, headers, body }: CallOptions): Promise<Response> {
    const request: TransportRequest = { method, headers: { accept: 'application/json', ...headers } };
    if (body !== undefined) {
      request.headers['content-type'] = 'application/json';
      request.body = toJsonText(body);
    }
    const response = await this.exchange(`${path}${queryText(query)}`, request);
    if (response.ok) return response;
    throw await toFailure(response, this.transport.name);
  }
}

/** Builds a path and percent-encodes its parts: `` apiPath`/api/v1/${branch}/flows` ``. */
export function apiPath(strings: TemplateStringsArray, ...parts: string[]): string {
  return String.raw({ raw: strings }, ...parts.map(encodeURIComponent));
}

function queryText(query: NonNullable<CallOptions['query']>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
  return search.size === 0 ? '' : `?${search}`;
}

async function toFailure(response: Response, server: string): Promise<Failure> {
  const text = await response.text();
  try {
    const body = parseJsonText(text) as Partial<ProblemBody>;
    if (typeof body.code === 'string' && Array.isArray(body.hints)) {
      return new ProblemFailure(body as ProblemBody);
    }
  } catch {
    // An answer that is not JSON does not come from svc.
  }
  return new Failure(exitCodes.unreachable, `${server} answered ${response.status}, but not as svc does`, [
    'Check that this is the address of an svc server, and that no proxy in between answers in its place.',
  ]);
}
