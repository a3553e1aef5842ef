import type { Ticket } from '../../../controller/support/index.js';
import type { SecretSummary } from '../../../controller/vault/contract.js';
import { operationNamed } from '../../operations/registry.js';
import type { RestBinding } from '../binding.js';
import { eventsOf } from '../cloud-events.js';
import { deletion, patchBodies, writeQuery } from './platform-writes.js';
import { lastEventId, streamHeaders } from './stream-headers.js';

const platform = '/api/v1/platform';

export const platformRoutes: readonly RestBinding[] = [
  get('list-branches', `${platform}/branches`),
  get('read-branch', `${platform}/branches/:name`),
  creation(`${platform}/branches`),
  {
    operation: operationNamed('delete-branch'),
    method: 'DELETE',
    path: `${platform}/branches/:name`,
    query: writeQuery,
    statuses: [200],
  },
  { ...get('compare-branches', `${platform}/branches/:name/compare`), query: ['with'] },
  {
    operation: operationNamed('merge-branch'),
    method: 'POST',
    path: `${platform}/branches/:name/merge`,
    query: ['dryRun'],
    body: ['into', 'message'],
    statuses: [200],
  },
  { ...get('list-branches', `${platform}/entities/platform/branch`), id: 'list-branch-entities' },
  { ...get('read-branch', `${platform}/entities/platform/branch/:name`), id: 'read-branch-entity' },
  { ...creation(`${platform}/entities/platform/branch`), id: 'create-branch-entity' },
  {
    id: 'delete-branch-entity',
    operation: operationNamed('delete-branch'),
    method: 'DELETE',
    path: `${platform}/entities/platform/branch/:name`,
    query: writeQuery,
    statuses: [200],
  },
  get('list-errors', `${platform}/errors`),
  get('read-error', `${platform}/errors/:code`),
  {
    operation: operationNamed('write-secret'),
    method: 'POST',
    path: `${platform}/entities/platform/secret`,
    query: writeQuery,
    body: ['path', 'value'],
    statuses: [200, 201],
    respond(_request, reply, { value }) {
      const { path, dryRun } = value as SecretSummary & { dryRun?: true };
      if (!dryRun) reply.header('location', `${platform}/secrets/${path}`);
      return false;
    },
  },
  {
    ...get('list-config-sections', `${platform}/entities/platform/config-section`),
    query: ['limit', 'cursor'],
  },
  get('read-config-section', `${platform}/entities/platform/config-section/:name`),
  {
    operation: operationNamed('update-config-section'),
    method: 'PATCH',
    path: `${platform}/entities/platform/config-section/:name`,
    query: writeQuery,
    bodies: patchBodies('values'),
    statuses: [200],
  },
  get('read-diagnostics', `${platform}/diagnostics`),
  { ...get('list-tickets', `${platform}/support`), query: ['limit'] },
  get('read-ticket', `${platform}/support/:id`),
  ...submissions(),
  {
    ...get('follow-events', `${platform}/events`),
    query: ['type', 'after'],
    requestHeaders: lastEventId,
    answers: { 'text/event-stream': { type: 'string', description: 'CloudEvents, as server-sent events.' } },
    headers(request, input) {
      streamHeaders(request, input);
      input['follow'] = true;
    },
  },
  {
    operation: operationNamed('publish-events'),
    method: 'POST',
    path: `${platform}/events`,
    anyRequest: true,
    body: 'events',
    bodyTypes: ['application/cloudevents+json', 'application/cloudevents-batch+json', 'application/json'],
    statuses: [202],
    headers(request, input) {
      input['events'] = eventsOf(request);
    },
  },
  {
    ...get('read-service-logs', `${platform}/logs`),
    query: ['level', 'since', 'text', 'after', 'limit'],
    requestHeaders: lastEventId,
    alsoAnswers: {
      'text/event-stream': { type: 'string', description: 'The log as it grows, as server-sent events.' },
    },
    headers: streamHeaders,
  },
  {
    operation: operationNamed('rotate-master-key'),
    method: 'POST',
    path: `${platform}/master-key/rotate`,
    statuses: [200],
  },
  ...secrets(`${platform}/secrets`, 'secret'),
  ...secrets(`${platform}/entities/platform/secret`, 'secret-entity'),
  // An editor that follows `# yaml-language-server: $schema=` sends no credential.
  { ...get('read-schema', '/schemas/:kind.json'), credential: 'none' },
];

/** Of a branch. */
function creation(path: string): RestBinding {
  return {
    operation: operationNamed('create-branch'),
    method: 'POST',
    path,
    query: writeQuery,
    body: ['name', 'from'],
    statuses: [200, 201],
    responseHeaders: { location: { type: 'string', description: 'How it stands to production.' } },
    respond(_request, reply, { value, outcome }) {
      if (outcome !== 'created') return false;
      const { name } = value as { name: string };
      reply.header('location', `${platform}/branches/${encodeURIComponent(name)}/compare`);
      return false;
    },
  };
}

/** One path for both kinds, and one for each. */
function submissions(): RestBinding[] {
  const fields = ['subject', 'body', 'includeDiagnostics'];
  const bind = (operation: string, path: string, body: readonly string[]): RestBinding => ({
    operation: operationNamed(operation),
    method: 'POST',
    path: `${platform}/support${path}`,
    body,
    statuses: [201],
    respond(_request, reply, { value }) {
      reply.header('location', `${platform}/support/${(value as Ticket).id}`);
      return false;
    },
  });
  return [
    bind('submit-ticket', '', ['kind', ...fields]),
    bind('submit-support-request', '/support-requests', fields),
    bind('submit-feature-request', '/feature-requests', fields),
  ];
}

/** A secret's path has slashes of its own, so it is the rest of the URL. */
function secrets(path: string, noun: string): RestBinding[] {
  return [
    { ...get('list-secrets', path), id: noun === 'secret' ? 'list-secrets' : 'list-secret-entities' },
    { ...get('read-secret', `${path}/*`), id: `read-${noun}`, rest: 'path' },
    {
      id: `replace-${noun}`,
      operation: operationNamed('write-secret'),
      method: 'PUT',
      path: `${path}/*`,
      rest: 'path',
      query: writeQuery,
      body: ['value'],
      statuses: [200, 201],
    },
    {
      id: `update-${noun}`,
      operation: operationNamed('update-secret'),
      method: 'PATCH',
      path: `${path}/*`,
      rest: 'path',
      query: writeQuery,
      bodies: patchBodies(['value']),
      statuses: [200],
    },
    {
      ...deletion,
      id: `delete-${noun}`,
      operation: operationNamed('delete-secret'),
      path: `${path}/*`,
      rest: 'path',
    },
  ];
}

function get(operation: string, path: string): RestBinding {
  return { operation: operationNamed(operation), method: 'GET', path, statuses: [200] };
}
