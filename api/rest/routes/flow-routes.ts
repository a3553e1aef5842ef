import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../controller/problems/index.js';
import type { Run } from '../../../controller/runs/contract.js';
import type { JsonObject } from '../../../schemas/json.js';
import { defaultWait, longestWait } from '../../operations/flows.js';
import { operationNamed } from '../../operations/registry.js';
import type { Input, Method, RestBinding } from '../binding.js';
import { formType } from '../forms.js';
import { parsePrefer } from '../prefer.js';
import { sendServed, servedRequest } from '../served-flow.js';
import { readsOf } from './entity-routes.js';

/** What a caller can trace a run by. */
const runHeaders: Record<string, JsonObject> = {
  location: { type: 'string', description: 'The run.' },
  'x-svc-connector': { type: 'string' },
  'x-svc-entity': { type: 'string' },
  'x-svc-duration-ms': { type: 'integer' },
  'x-svc-run-id': { type: 'string' },
  'x-svc-revision': { type: 'string', description: 'The commit the run is pinned to.' },
};

const runRequestHeaders = {
  prefer: {
    type: 'string',
    description: '`wait=N` (seconds, at most 300) or `respond-async` (RFC 7240).',
  },
  'idempotency-key': {
    type: 'string',
    maxLength: 255,
    description: 'The same key with the same body gives the same run.',
  },
};

export const flowRoutes: readonly RestBinding[] = [
  {
    operation: operationNamed('run-flow'),
    method: 'POST',
    path: '/api/v1/:branch/flows/:flow/runs',
    query: ['env'],
    body: 'parameters',
    statuses: [201, 202],
    requestHeaders: runRequestHeaders,
    responseHeaders: runHeaders,
    headers: readRunHeaders,
    respond: tellRun,
  },
  ...(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map(servedBy),
  {
    operation: operationNamed('describe-flow'),
    method: 'GET',
    path: '/api/v1/:branch/flows/:flow/context',
    statuses: [200],
  },
  ...readsOf('flow', 'flows', '/api/v1/:branch/flows'),
];

/** The flow behind one method. */
function servedBy(method: Method): RestBinding {
  const { prefer } = runRequestHeaders;
  return {
    operation: operationNamed('serve-flow'),
    id: `serve-flow-${method.toLowerCase()}`,
    method,
    path: '/api/v1/:branch/flows/:flow/serve',
    anyRequest: true,
    bodyTypes: ['application/json', formType, 'text/plain', 'application/octet-stream'],
    statuses: [200, 202],
    answers: { '*/*': {} },
    requestHeaders: { prefer },
    responseHeaders: runHeaders,
    headers(request, input) {
      readWait(request, input);
      input['request'] = servedRequest(request);
    },
    respond(request, reply, result) {
      tellRun(request, reply, result);
      sendServed(reply, result.value as Run);
      return true;
    },
  };
}

function readWait({ headers: { prefer } }: FastifyRequest, input: Input): void {
  const wanted = typeof prefer === 'string' ? parsePrefer(prefer, longestWait) : undefined;
  input['wait'] = wanted?.wait ?? defaultWait;
}

function readRunHeaders(request: FastifyRequest, input: Input): void {
  readWait(request, input);
  const key = request.headers['idempotency-key'];
  if (key !== undefined) input['idempotencyKey'] = requireKey(String(key));
}

function tellRun(
  { headers, params }: FastifyRequest,
  reply: FastifyReply,
  { value }: { value?: unknown },
): undefined {
  const run = value as Run;
  const { branch } = params as { branch: string };
  reply.header('location', `/api/v1/${encodeURIComponent(branch)}/runs/${run.id}`);
  reply.header('x-svc-connector', 'platform');
  reply.header('x-svc-entity', `flow/${run.flow}`);
  reply.header('x-svc-duration-ms', run.durationMs ?? Math.round(reply.elapsedTime));
  reply.header('x-svc-run-id', run.id);
  reply.header('x-svc-revision', run.revision);
  if (typeof headers['prefer'] === 'string') {
    const wanted = parsePrefer(headers['prefer'], longestWait);
    if (wanted) reply.header('preference-applied', wanted.applied);
  }
}

function requireKey(key: string): string {
  if (key.length > 0 && key.length <= 255) return key;
  throw new Problem('request_invalid', '`Idempotency-Key` must have 1 to 255 characters', {
    hints: ['Use a UUID.'],
  });
}
