import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../controller/problems/index.js';
import type { Run } from '../../../controller/runs/contract.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { formType } from '../../http/bodies.js';
import { parsePrefer, preferHeader, readWait, setWarning, warningHeader } from '../../http/headers.js';
import { shortForms } from '../entities/routes.js';
import { setLocation } from '../shared/location.js';
import { type Method, type Route, route } from '../shared/route.js';
import { describeFlow } from './describe.js';
import { runFlow, serveFlow } from './operations.js';
import { sendServed, servedRequest } from './served-http.js';

const flow = '/api/v1/:branch/flows/:flow';

const runHeaders: Record<string, JsonObject> = {
  location: { type: 'string', description: 'The run.' },
  'x-svc-connector': { type: 'string' },
  'x-svc-entity': { type: 'string' },
  'x-svc-duration-ms': { type: 'integer' },
  'x-svc-run-id': { type: 'string' },
  'x-svc-revision': { type: 'string', description: 'The commit whose content the run executes.' },
  ...warningHeader,
};

const idempotencyKey = {
  type: 'string',
  maxLength: 255,
  description: 'The same key with the same body returns the same run.',
};

export const flowRoutes: readonly Route[] = [
  route('POST', `${flow}/runs`, runFlow, {
    query: ['env'],
    body: 'parameters',
    statuses: [201, 202],
    requestHeaders: { ...preferHeader, 'idempotency-key': idempotencyKey },
    responseHeaders: runHeaders,
    headers(request, input) {
      readWait(request, input);
      const key = request.headers['idempotency-key'];
      if (key !== undefined) input['idempotencyKey'] = requireKey(String(key));
    },
    respond: setRunHeaders,
  }),
  ...(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map(servedBy),
  route('GET', `${flow}/context`, describeFlow),
  ...shortForms('flow', 'flows'),
];

function servedBy(method: Method): Route {
  return route(method, `${flow}/serve`, serveFlow, {
    id: `serve-flow-${method.toLowerCase()}`,
    anyRequest: true,
    bodyTypes: ['application/json', formType, 'text/plain', 'application/octet-stream'],
    statuses: [200, 202],
    answers: { '*/*': {} },
    requestHeaders: preferHeader,
    responseHeaders: runHeaders,
    headers(request, input) {
      readWait(request, input);
      input['request'] = servedRequest(request);
    },
    respond(request, reply, result) {
      setRunHeaders(request, reply, result);
      sendServed(reply, result.value as Run);
      return true;
    },
  });
}

function setRunHeaders(
  { headers, params }: FastifyRequest,
  reply: FastifyReply,
  { value }: { value?: unknown },
): undefined {
  const run = value as Run;
  const { branch } = params as { branch: string };
  setLocation(reply, `/api/v1/${encodeURIComponent(branch)}/runs/${run.id}`);
  reply.header('x-svc-connector', 'platform');
  reply.header('x-svc-entity', `flow/${run.flow}`);
  reply.header('x-svc-duration-ms', run.durationMs ?? Math.round(reply.elapsedTime));
  reply.header('x-svc-run-id', run.id);
  reply.header('x-svc-revision', run.revision);
  setWarning(reply, run.warning);
  const preferences = parsePrefer(headers['prefer']);
  if (preferences) reply.header('preference-applied', preferences.applied);
}

function requireKey(key: string): string {
  if (key.length > 0 && key.length <= 255) return key;
  throw new Problem('request_invalid', '`Idempotency-Key` must have 1 to 255 characters', {
    hints: ['Use a UUID.'],
  });
}
