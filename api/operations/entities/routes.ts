import type { FastifyReply, FastifyRequest } from 'fastify';
import { neverValid } from '../../../controller/catalog/index.js';
import { Problem } from '../../../controller/problems/index.js';
import { getVersions, prefersYaml } from '../../http/headers.js';
import { setLocation } from '../shared/location.js';
import type { Operation, Result } from '../shared/operation.js';
import { type Input, type Method, type Route, route } from '../shared/route.js';
import { listEntities, readEntity } from './operations.js';
import type { Representation } from './snapshots.js';
import { listEntityTypes, readConnectorSchema, readSchema } from './types.js';
import { createEntity, deleteEntity, replaceEntity, updateEntity, writeEntities } from './writes.js';

const entities = '/api/v1/:branch/entities';
const ofConnector = ['connection', 'env'];
const filters = ['q', 'label', 'limit', 'cursor'];
const writeOptions = ['message', 'dryRun', 'propose'];

export const ifMatch = {
  'if-match': {
    type: 'string',
    description: 'The `ETag` of the version that the change is based on, or `*`.',
  },
};
export const versionHeaders = {
  etag: { type: 'string', description: 'The version after the write.' },
  'x-svc-revision': { type: 'string', description: 'The commit that holds the change.' },
};

export const entityRoutes: readonly Route[] = [
  route('GET', `${entities}/:op`, listEntityTypes, { query: ofConnector }),
  ...getReads(`${entities}/:op/:type`),
  route('POST', `${entities}::batch`, writeEntities, {
    query: ['dryRun', 'propose'],
    body: ['changes', 'message'],
    statuses: [200, 202],
    responseHeaders: { 'x-svc-revision': versionHeaders['x-svc-revision'] },
    respond(_request, reply, { value }): undefined {
      const { commit } = value as WriteAnswer;
      if (commit !== null) reply.header('x-svc-revision', commit);
    },
  }),
  ...getWrites(`${entities}/:op/:type`),
  // An editor that follows `# yaml-language-server: $schema=` sends no credential.
  route('GET', '/schemas/:kind.json', readSchema, { credential: 'none' }),
  route('GET', '/schemas/connectors/:connector.json', readConnectorSchema, { credential: 'none' }),
];

/** The entity calls for one type, under a path of its own. */
export function shortForms(type: string, plural: string): Route[] {
  const path = `/api/v1/:branch/${plural}`;
  return [...getReads(path, type, plural), ...getWrites(path, type)];
}

/** @param type of a short form */
function getReads(path: string, type?: string, plural = ''): Route[] {
  const fixed = type ? { fixed: { op: 'platform', type } } : {};
  return [
    route('GET', path, listEntities, {
      ...fixed,
      ...(type ? { id: `list-${plural}` } : {}),
      query: type ? filters : [...filters, 'filter', 'order', ...ofConnector],
    }),
    route('GET', `${path}/:name`, readEntity, {
      ...fixed,
      ...(type ? { id: `read-${type}` } : {}),
      query: ['explain'],
      alsoYaml: true,
      responseHeaders: {
        etag: {
          type: 'string',
          description: 'The version of this representation; `If-Match` of a write accepts it.',
        },
        'x-svc-revision': { type: 'string', description: 'The commit that the version was applied from.' },
      },
      respond: sendEntity,
    }),
  ];
}

/** @param type of a short form */
function getWrites(path: string, type?: string): Route[] {
  const write = (method: Method, operation: Operation, verb: string, more: Partial<Route>) =>
    route(method, method === 'POST' ? path : `${path}/:name`, operation, {
      query: type ? writeOptions : [...writeOptions, ...ofConnector],
      ...(type ? { id: `${verb}-${type}`, fixed: { op: 'platform', type } } : {}),
      respond: setVersionHeaders,
      statuses: [200, 202],
      ...(method === 'POST'
        ? {}
        : { requestHeaders: ifMatch, responseHeaders: versionHeaders, headers: readIfMatch }),
      ...more,
    });
  return [
    write('POST', createEntity, 'create', {
      body: 'definition',
      statuses: [200, 201, 202],
      requestHeaders: { 'if-none-match': { type: 'string', description: '`*`, which is the default.' } },
      responseHeaders: { ...versionHeaders, location: { type: 'string', description: 'The entity.' } },
    }),
    write('PUT', replaceEntity, 'replace', { body: 'definition' }),
    write('PATCH', updateEntity, 'update', {
      bodies: {
        'application/merge-patch+json': 'patch',
        'application/json-patch+json': 'jsonPatch',
        'application/json': 'patch',
      },
    }),
    write('DELETE', deleteEntity, 'delete', { statuses: [200, 202, 204] }),
  ];
}

/** Sends the file where the caller prefers YAML; sets the headers of both forms. */
function sendEntity(request: FastifyRequest, reply: FastifyReply, result: Result): boolean {
  const { type, name, status, etag, revision } = result.value as Representation;
  if (revision !== null) reply.header('x-svc-revision', revision);
  if (etag !== null) reply.header('etag', `"${etag}"`);
  if (sendYaml(request, reply, result)) return true;
  if (result.file === undefined && prefersYaml(request.headers.accept))
    throw neverValid(type, name, status.findings);
  return false;
}

/** Sends the file behind a result where the caller prefers YAML. */
export function sendYaml({ headers }: FastifyRequest, reply: FastifyReply, { file }: Result): boolean {
  reply.header('vary', 'accept');
  if (file === undefined || !prefersYaml(headers.accept)) return false;
  reply.type('application/yaml; charset=utf-8').send(file);
  return true;
}

/** Reads the precondition of a write; weak tags never match (RFC 9110, 13.1.1). @throws Problem version_conflict */
export function readIfMatch({ headers }: FastifyRequest, input: Input): void {
  const match = headers['if-match'];
  if (match === undefined) return;
  const strong = match.split(',').filter((tag) => !tag.trim().startsWith('W/'));
  if (strong.length === 0)
    throw new Problem('version_conflict', '`If-Match` has weak tags only, which match no version', {
      hints: ['Send the `ETag` of a read as it is, without `W/`.'],
    });
  input['etag'] = getVersions(strong.join(','));
}

interface WriteAnswer {
  op: string;
  branch: string;
  type: string;
  name: string;
  commit: string | null;
  etag: string | null;
  dryRun?: boolean;
  proposal?: unknown;
}

/** Sets the headers that name the written version. */
export function setVersionHeaders(
  _request: FastifyRequest,
  reply: FastifyReply,
  { value, outcome }: Result,
): undefined {
  const { op, branch, type, name, commit, etag, dryRun, proposal } = value as WriteAnswer;
  if (commit !== null) reply.header('x-svc-revision', commit);
  if (etag !== null && !dryRun && !proposal) reply.header('etag', `"${etag}"`);
  if (outcome === 'created') {
    const parts = [branch, 'entities', op, type, name].map(encodeURIComponent);
    setLocation(reply, `/api/v1/${parts.join('/')}`);
  }
}
