import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Result } from '../../operations/operation.js';
import { operationNamed } from '../../operations/registry.js';
import { prefersYaml } from '../accept.js';
import type { RestBinding } from '../binding.js';
import { ifMatch, readIfMatch, tellVersion, versionHeaders } from './entity-write-routes.js';

const versions = '/api/v1/:branch/versions/:type/:name';

export const versionRoutes: readonly RestBinding[] = [
  {
    operation: operationNamed('list-versions'),
    method: 'GET',
    path: `${versions}/history`,
    query: ['limit', 'cursor'],
    statuses: [200],
  },
  {
    operation: operationNamed('diff-versions'),
    method: 'GET',
    path: `${versions}/diff`,
    query: ['from', 'to'],
    statuses: [200],
  },
  {
    operation: operationNamed('read-version'),
    method: 'GET',
    path: `${versions}/at/:commitHash`,
    statuses: [200],
    alsoYaml: true,
    respond: asWanted,
  },
  {
    operation: operationNamed('revert-entity'),
    method: 'POST',
    path: `${versions}/revert`,
    query: ['message', 'dryRun', 'propose'],
    body: ['commitHash', 'hold'],
    statuses: [200, 201, 202, 204],
    requestHeaders: ifMatch,
    responseHeaders: versionHeaders,
    headers: readIfMatch,
    respond: tellVersion,
  },
];

/** The file where YAML is wanted. */
function asWanted({ headers }: FastifyRequest, reply: FastifyReply, { file }: Result): boolean {
  reply.header('vary', 'accept');
  if (file === undefined || !prefersYaml(headers.accept)) return false;
  reply.type('application/yaml; charset=utf-8').send(file);
  return true;
}
