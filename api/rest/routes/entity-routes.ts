import type { FastifyReply, FastifyRequest } from 'fastify';
import { neverValid } from '../../operations/entities.js';
import type { Representation } from '../../operations/entity-shape.js';
import type { Result } from '../../operations/operation.js';
import { operationNamed } from '../../operations/registry.js';
import { prefersYaml } from '../accept.js';
import type { RestBinding } from '../binding.js';

const list = operationNamed('list-entities');
const read = operationNamed('read-entity');
const ofConnector = ['connection', 'env'];
const filters = ['q', 'label', 'limit', 'cursor'];

/** Which version was read. */
const versioned = {
  responseHeaders: {
    etag: { type: 'string', description: 'The version, as it was answered; `If-Match` of a write takes it.' },
    'x-svc-revision': { type: 'string', description: 'The commit it was applied from.' },
  },
};

export const entityRoutes: readonly RestBinding[] = [
  {
    operation: operationNamed('list-entity-types'),
    method: 'GET',
    path: '/api/v1/:branch/entities/:op',
    query: ofConnector,
    statuses: [200],
  },
  {
    operation: list,
    method: 'GET',
    path: '/api/v1/:branch/entities/:op/:type',
    query: [...filters, 'filter', 'order', ...ofConnector],
    statuses: [200],
  },
  {
    operation: read,
    method: 'GET',
    path: '/api/v1/:branch/entities/:op/:type/:name',
    query: ['explain'],
    statuses: [200],
    alsoYaml: true,
    ...versioned,
    respond: asWanted,
  },
  ...readsOf('environment', 'environments', '/api/v1/:branch/environments'),
  ...readsOf('connection', 'connections', '/api/v1/:branch/connections'),
];

/** The short forms of the entity calls for one type. */
export function readsOf(type: string, plural: string, path: string): RestBinding[] {
  const fixed = { op: 'platform', type };
  return [
    { operation: list, id: `list-${plural}`, method: 'GET', path, fixed, query: filters, statuses: [200] },
    {
      operation: read,
      id: `read-${type}`,
      method: 'GET',
      path: `${path}/:name`,
      fixed,
      query: ['explain'],
      statuses: [200],
      alsoYaml: true,
      ...versioned,
      respond: asWanted,
    },
  ];
}

/** The file where YAML is wanted; headers for both. */
function asWanted(request: FastifyRequest, reply: FastifyReply, result: Result): boolean {
  reply.header('vary', 'accept');
  const { type, name, status, etag, revision } = result.value as Representation;
  if (revision !== null) reply.header('x-svc-revision', revision);
  if (etag !== null) reply.header('etag', `"${etag}"`);
  if (!prefersYaml(request.headers.accept)) return false;
  if (result.file === undefined) throw neverValid(type, name, status.findings);
  reply.type('application/yaml; charset=utf-8').send(result.file);
  return true;
}
