import type { FastifyReply, FastifyRequest } from 'fastify';
import { defaultWait, longestWait } from '../../operations/flows.js';
import type { Result } from '../../operations/operation.js';
import { operationNamed } from '../../operations/registry.js';
import type { Input, RestBinding } from '../binding.js';
import { parsePrefer } from '../prefer.js';

const platform = '/api/v1/platform';
const backups = `${platform}/backups`;
const entities = `${platform}/entities/platform/backup`;

export const backupRoutes: readonly RestBinding[] = [
  {
    operation: operationNamed('create-backup'),
    method: 'POST',
    path: entities,
    body: ['categories'],
    statuses: [201, 202],
    requestHeaders: {
      prefer: {
        type: 'string',
        description: '`wait=N` (seconds, at most 300) or `respond-async` (RFC 7240).',
      },
    },
    responseHeaders: { location: { type: 'string', description: 'The backup.' } },
    headers({ headers }: FastifyRequest, input: Input) {
      const { prefer } = headers;
      const wanted = typeof prefer === 'string' ? parsePrefer(prefer, longestWait) : undefined;
      input['wait'] = wanted?.wait ?? defaultWait;
    },
    respond: tellPlace,
  },
  {
    operation: operationNamed('list-backups'),
    id: 'list-backup-entities',
    method: 'GET',
    path: entities,
    statuses: [200],
  },
  {
    operation: operationNamed('read-backup'),
    id: 'read-backup-entity',
    method: 'GET',
    path: `${entities}/:id`,
    statuses: [200],
  },
  {
    operation: operationNamed('delete-backup'),
    id: 'delete-backup-entity',
    method: 'DELETE',
    path: `${entities}/:id`,
    statuses: [204],
  },
  { operation: operationNamed('list-backups'), method: 'GET', path: backups, statuses: [200] },
  { operation: operationNamed('read-backup'), method: 'GET', path: `${backups}/:id`, statuses: [200] },
  { operation: operationNamed('delete-backup'), method: 'DELETE', path: `${backups}/:id`, statuses: [204] },
  {
    operation: operationNamed('restore-backup'),
    method: 'POST',
    path: `${backups}/:id/restore`,
    body: ['categories', 'dryRun'],
    statuses: [200],
  },
  {
    operation: operationNamed('download-backup'),
    method: 'GET',
    path: `${backups}/:id/download`,
    answers: { 'application/gzip': { type: 'string', format: 'binary', description: 'The file.' } },
    requestHeaders: {
      range: { type: 'string', description: 'One range of bytes (RFC 9110, 14.2).' },
      'if-range': { type: 'string', description: 'The etag the range is of.' },
      'if-none-match': { type: 'string' },
    },
    responseHeaders: { etag: { type: 'string' }, 'content-range': { type: 'string' } },
    statuses: [200, 206, 304],
  },
  {
    operation: operationNamed('upload-backup'),
    method: 'POST',
    path: `${backups}/upload`,
    bodies: {
      'application/gzip': 'content',
      'application/octet-stream': 'content',
      'application/x-gzip': 'content',
    },
    streamed: true,
    responseHeaders: { location: { type: 'string', description: 'The backup.' } },
    statuses: [201],
    respond: tellPlace,
  },
];

function tellPlace(_request: FastifyRequest, reply: FastifyReply, { value }: Result): undefined {
  reply.header('location', `${backups}/${(value as { id: string }).id}`);
}
