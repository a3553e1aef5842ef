import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ActionResult } from '../../operations/connections.js';
import type { Result } from '../../operations/operation.js';
import { operationNamed } from '../../operations/registry.js';
import type { RestBinding } from '../binding.js';

const connection = '/api/v1/:branch/connections/:connection';

/** Connections, used by themselves, and the environments they are used in. */
export const connectionRoutes: readonly RestBinding[] = [
  {
    operation: operationNamed('resolve-environment'),
    method: 'GET',
    path: '/api/v1/:branch/environments/:environment/resolved',
    statuses: [200],
  },
  {
    operation: operationNamed('test-connection'),
    method: 'POST',
    path: `${connection}/test`,
    query: ['env'],
    statuses: [200],
  },
  {
    operation: operationNamed('list-connection-actions'),
    method: 'GET',
    path: `${connection}/actions`,
    query: ['env'],
    statuses: [200],
  },
  {
    operation: operationNamed('invoke-connector-action'),
    method: 'POST',
    path: `${connection}/actions/:action`,
    query: ['env'],
    body: 'input',
    statuses: [200],
    responseHeaders: {
      'x-svc-connector': { type: 'string' },
      'x-svc-entity': { type: 'string' },
      'x-svc-duration-ms': { type: 'integer' },
      'x-svc-revision': { type: 'string', description: 'The commit that the connection is from.' },
    },
    respond: tellAction,
  },
];

function tellAction(_request: FastifyRequest, reply: FastifyReply, { value }: Result): undefined {
  const { connector, entity, durationMs, revision } = value as ActionResult;
  reply.header('x-svc-connector', connector);
  reply.header('x-svc-entity', entity);
  reply.header('x-svc-duration-ms', durationMs);
  reply.header('x-svc-revision', revision);
}
