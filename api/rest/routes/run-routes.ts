import type { Run } from '../../../controller/runs/contract.js';
import { operationNamed } from '../../operations/registry.js';
import type { RestBinding } from '../binding.js';
import { lastEventId, streamHeaders } from './stream-headers.js';

const base = '/api/v1/:branch/runs';
const ofPlatform = '/api/v1/platform/entities/platform/run';
const filters = ['flow', 'status', 'environment', 'trigger', 'since', 'until', 'limit', 'cursor'];

export const runRoutes: readonly RestBinding[] = [
  {
    operation: operationNamed('list-runs'),
    method: 'GET',
    path: base,
    query: filters,
    statuses: [200],
  },
  { operation: operationNamed('read-run'), method: 'GET', path: `${base}/:run`, statuses: [200] },
  { operation: operationNamed('list-run-tasks'), method: 'GET', path: `${base}/:run/tasks`, statuses: [200] },
  {
    operation: operationNamed('read-run-logs'),
    method: 'GET',
    path: `${base}/:run/logs`,
    query: ['after', 'limit'],
    statuses: [200],
    requestHeaders: lastEventId,
    alsoAnswers: {
      'text/event-stream': { type: 'string', description: 'The log as it grows, as server-sent events.' },
    },
    headers: streamHeaders,
  },
  ...(['cancel', 'suspend', 'resume'] as const).map(
    (verb): RestBinding => ({
      operation: operationNamed(`${verb}-run`),
      method: 'POST',
      path: `${base}/:run/${verb}`,
      statuses: [200],
    }),
  ),
  {
    operation: operationNamed('retry-run'),
    method: 'POST',
    path: `${base}/:run/retry`,
    statuses: [201],
    respond({ params }, reply, { value }) {
      const { branch } = params as { branch: string };
      reply.header('location', `/api/v1/${encodeURIComponent(branch)}/runs/${(value as Run).id}`);
      return false;
    },
  },
  {
    operation: operationNamed('list-runs'),
    id: 'list-run-entities',
    method: 'GET',
    path: ofPlatform,
    query: ['branch', ...filters],
    statuses: [200],
  },
  {
    operation: operationNamed('read-run'),
    id: 'read-run-entity',
    method: 'GET',
    path: `${ofPlatform}/:run`,
    statuses: [200],
  },
];
