import { Problem } from '../../../controller/problems/index.js';
import type { Run } from '../../../controller/runs/contract.js';
import { operationNamed } from '../../operations/registry.js';
import { acceptsEventStream } from '../accept.js';
import type { RestBinding } from '../binding.js';

const base = '/api/v1/:branch/runs';

export const runRoutes: readonly RestBinding[] = [
  {
    operation: operationNamed('list-runs'),
    method: 'GET',
    path: base,
    query: ['flow', 'status', 'environment', 'trigger', 'since', 'until', 'limit', 'cursor'],
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
    requestHeaders: {
      'last-event-id': { type: 'string', description: 'The event a lost stream goes on after.' },
    },
    alsoAnswers: {
      'text/event-stream': { type: 'string', description: 'The log as it grows, as server-sent events.' },
    },
    headers({ headers }, input) {
      input['follow'] = acceptsEventStream(headers.accept);
      const last = headers['last-event-id'];
      if (last !== undefined) input['after'] = parseEventId(String(last));
    },
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
];

function parseEventId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Problem('request_invalid', '`Last-Event-ID` is not the id of an event of this stream', {
    hints: ['Leave the header out to read the log from its start.'],
  });
}
