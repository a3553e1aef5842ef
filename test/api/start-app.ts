import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import { expect, onTestFinished } from 'vitest';
import { type AppOptions, buildApp } from '../../api/server.js';
import type { Snapshot } from '../../controller/catalog/index.js';
import { adminKey, type FakeController, fakeController } from './fake-controller.js';
import { judge } from './openapi/judge.js';

export interface TestApp {
  app: FastifyInstance;
  controller: FakeController;
  /** The log of the service, as JSON lines. */
  logged: string[];
  /** A request with the administrator's key, unless `headers` carries another. */
  call(options: InjectOptions): Promise<LightMyRequestResponse>;
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  post(url: string, payload?: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
}

export async function startApp({
  snapshot,
  ...options
}: {
  heartbeatMs?: number;
  snapshot?: Snapshot;
  manual?: NonNullable<AppOptions['manual']>;
  consoleFolder?: string;
} = {}): Promise<TestApp> {
  const controller = fakeController(snapshot);
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
  const app = buildApp({ controller, log, ...options });
  onTestFinished(() => app.close());
  await app.ready();
  const call = async (request: InjectOptions) => {
    const answer = await app.inject({ ...request, headers: { 'x-api-key': adminKey, ...request.headers } });
    expectDocumented(request, answer);
    return answer;
  };
  return {
    app,
    controller,
    logged,
    call,
    get: (url, headers = {}) => call({ method: 'GET', url, headers }),
    post: (url, payload, headers = {}) =>
      call({ method: 'POST', url, headers, ...(payload ? { payload } : {}) }),
  };
}

/** Asserts the whole shape of a problem and hands out its body. */
export function expectProblem(answer: LightMyRequestResponse, status: number, code: string) {
  expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status, code });
  expect(answer.headers['content-type']).toBe('application/problem+json');
  const body = answer.json();
  expect(body).toMatchObject({
    type: expect.stringMatching(new RegExp(`/api/v1/platform/errors/${code}$`)),
    title: expect.stringMatching(/./),
    status,
    detail: expect.stringMatching(/./),
    instance: answer.headers['x-request-id'],
  });
  expect(body.hints.length).toBeGreaterThan(0);
  return body;
}

/** Compares every answer that a test receives with the OpenAPI document. */
function expectDocumented(request: InjectOptions, answer: LightMyRequestResponse): void {
  const contentType = answer.headers['content-type'];
  const fault = judge({
    method: request.method ?? 'GET',
    url: String(request.url ?? request.path ?? ''),
    status: answer.statusCode,
    contentType: contentType === undefined ? undefined : String(contentType),
    body: answer.body,
  });
  expect(fault).toBeUndefined();
}
