import type { components, paths } from '../generated/api.js';
import { getServicePath } from './base.js';
import { formatJson, parseExactJson } from './exact-json.js';
import { readProblem, ServiceProblem } from './problem.js';

export type Schemas = components['schemas'];

type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';
type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];
type OperationOf<P extends keyof paths, M extends Method> = paths[P][M];

type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? Q : never;
type PathParametersOf<O> = O extends { parameters: { path: infer V } } ? { path: V } : { path?: never };
type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? { body: B }
  : O extends { requestBody?: { content: { 'application/json': infer B } } }
    ? { body?: B }
    : { body?: never };
type JsonOf<R> = R extends { content: { 'application/json': infer B } } ? B : never;
/** The body of a success. */
export type AnswerOf<P extends keyof paths, M extends Method> =
  OperationOf<P, M> extends { responses: infer R } ? JsonOf<R[keyof R & (200 | 201 | 202)]> : never;

type RequestOf<O> = PathParametersOf<O> &
  BodyOf<O> & {
    query?: QueryOf<O> | undefined;
    signal?: AbortSignal | undefined;
    headers?: Record<string, string>;
  };

/**
 * Calls an operation of the API. Paths, parameters, bodies and answers have the types of the OpenAPI document.
 * @throws ServiceProblem
 */
export async function callService<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  request: RequestOf<OperationOf<P, M>>,
): Promise<AnswerOf<P, M>> {
  const {
    query,
    signal,
    headers,
    body,
    path: values,
  } = request as {
    query?: Record<string, unknown>;
    signal?: AbortSignal;
    headers?: Record<string, string>;
    body?: unknown;
    path?: Record<string, unknown>;
  };
  const address = fillPath(path as string, values ?? {}) + toQuery(query ?? {});
  const answer = await sendRequest(address, {
    method: method.toUpperCase(),
    signal: signal ?? null,
    headers: { accept: 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return (answer.status === 204 ? undefined : parseExactJson(await answer.text())) as AnswerOf<P, M>;
}

type ServiceRequest = Omit<RequestInit, 'body' | 'headers'> & {
  body?: unknown;
  headers?: Record<string, string>;
};

/** The question who is signed in: that there is no session is its answer, and no news. */
export const sessionPath = '/api/v1/platform/auth/session';

/** Called with each other 401: the session is over. */
let onSignedOut: () => void = () => {};
export function setSignedOutListener(listener: () => void): void {
  onSignedOut = listener;
}

/**
 * Sends a request to the service with what all requests of the console carry: the cookie of the session, and the header
 * that no form of another site can send.
 * @throws ServiceProblem
 */
export async function sendRequest(
  path: string,
  { body, headers, ...init }: ServiceRequest,
): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(getServicePath(path), {
      ...init,
      credentials: 'same-origin',
      headers: {
        'x-svc-console': '1',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: formatJson(body) }),
    });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ServiceProblem('unreachable', 0, '', '', [], undefined, { cause });
  }
  if (answer.ok) return answer;
  const problem = await readProblem(answer);
  if (problem.status === 401 && !path.startsWith(sessionPath)) onSignedOut();
  throw problem;
}

function fillPath(path: string, values: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(values[name])));
}

function toQuery(query: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
