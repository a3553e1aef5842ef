import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../controller/problems/index.js';
import type { Result } from '../../operations/operation.js';
import { operationNamed } from '../../operations/registry.js';
import type { Input, RestBinding } from '../binding.js';
import { versionsOf } from '../cached-reads.js';

const entities = '/api/v1/:branch/entities';
const manner = ['message', 'dryRun', 'propose'];

export const ifMatch = {
  'if-match': { type: 'string', description: 'The `ETag` of the version the change was made on, or `*`.' },
};
export const versionHeaders = {
  etag: { type: 'string', description: 'The version as it is now.' },
  'x-svc-revision': { type: 'string', description: 'The commit that holds the change.' },
};

/** The writes of entities: under `entities` for every type, and in short for some. */
export const entityWriteRoutes: readonly RestBinding[] = [
  {
    operation: operationNamed('write-entities'),
    method: 'POST',
    path: `${entities}::batch`,
    query: ['dryRun', 'propose'],
    body: ['changes', 'message'],
    statuses: [200, 202],
    responseHeaders: { 'x-svc-revision': versionHeaders['x-svc-revision'] },
    respond: tellRevision,
  },
  ...writesOf(`${entities}/:op/:type`),
  ...writesOf('/api/v1/:branch/flows', 'flow'),
  ...writesOf('/api/v1/:branch/environments', 'environment'),
  ...writesOf('/api/v1/:branch/connections', 'connection'),
];

/** @param type of a short form */
function writesOf(path: string, type?: string): RestBinding[] {
  const common = {
    query: type ? manner : [...manner, 'connection', 'env'],
    ...(type ? { fixed: { op: 'platform', type } } : {}),
    respond: tellVersion,
  };
  const bind = (name: string, short: string) => {
    const operation = operationNamed(name);
    return { operation, ...common, ...(type ? { id: `${short}-${type}` } : {}) };
  };
  const one = {
    path: `${path}/:name`,
    requestHeaders: ifMatch,
    responseHeaders: versionHeaders,
    headers: readIfMatch,
  };
  return [
    {
      ...bind('create-entity', 'create'),
      method: 'POST',
      path,
      body: 'definition',
      statuses: [200, 201, 202],
      requestHeaders: { 'if-none-match': { type: 'string', description: '`*`, which goes without saying.' } },
      responseHeaders: { ...versionHeaders, location: { type: 'string', description: 'The entity.' } },
    },
    { ...bind('replace-entity', 'replace'), ...one, method: 'PUT', body: 'definition', statuses: [200, 202] },
    {
      ...bind('update-entity', 'update'),
      ...one,
      method: 'PATCH',
      bodies: {
        'application/merge-patch+json': 'patch',
        'application/json-patch+json': 'jsonPatch',
        'application/json': 'patch',
      },
      statuses: [200, 202],
    },
    { ...bind('delete-entity', 'delete'), ...one, method: 'DELETE', statuses: [200, 202, 204] },
  ];
}

/** RFC 9110, 13.1.1 and 13.1.2. @throws Problem request_invalid */
export function readIfMatch({ headers }: FastifyRequest, input: Input): void {
  const match = headers['if-match'];
  if (match !== undefined) input['etag'] = versionsOf(match);
  if (headers['if-none-match'] === undefined) return;
  throw new Problem('request_invalid', '`If-None-Match` is for reading and creating', {
    hints: ['Create with `POST`; change the version you have with `If-Match`.'],
  });
}

interface Written {
  op: string;
  branch: string;
  type: string;
  name: string;
  commit: string | null;
  etag: string | null;
  dryRun?: boolean;
  proposal?: unknown;
}

export function tellVersion(
  _request: FastifyRequest,
  reply: FastifyReply,
  { value, outcome }: Result,
): undefined {
  const { op, branch, type, name, commit, etag, dryRun, proposal } = value as Written;
  if (commit !== null) reply.header('x-svc-revision', commit);
  if (etag !== null && !dryRun && !proposal) reply.header('etag', `"${etag}"`);
  if (outcome === 'created') {
    const parts = [branch, 'entities', op, type, name].map(encodeURIComponent);
    reply.header('location', `/api/v1/${parts.join('/')}`);
  }
}

function tellRevision(_request: FastifyRequest, reply: FastifyReply, { value }: Result): undefined {
  const { commit } = value as Written;
  if (commit !== null) reply.header('x-svc-revision', commit);
}
