import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferHeader, readWait } from '../../http/headers.js';
import type { Result } from '../shared/operation.js';
import { asEntityRoutes, entityPath, platformPath, type Route, route } from '../shared/route.js';
import {
  createBackup,
  deleteBackup,
  downloadBackup,
  listBackups,
  readBackup,
  restoreBackup,
  uploadBackup,
} from './operations.js';

const backups = `${platformPath}/backups`;
const entities = entityPath('backup');
const location = { location: { type: 'string', description: 'The backup.' } };

export const backupRoutes: readonly Route[] = [
  route('POST', entities, createBackup, {
    body: ['categories'],
    statuses: [201, 202],
    requestHeaders: preferHeader,
    responseHeaders: location,
    headers: readWait,
    respond: setLocation,
  }),
  ...routesAt(backups),
  ...asEntityRoutes(routesAt(entities), { 'list-backups': 'list-backup-entities' }),
  route('POST', `${backups}/:id/restore`, restoreBackup, { body: ['categories', 'dryRun'] }),
  route('GET', `${backups}/:id/download`, downloadBackup, {
    answers: { 'application/gzip': { type: 'string', format: 'binary', description: 'The file.' } },
    requestHeaders: {
      range: { type: 'string', description: 'One range of bytes (RFC 9110, 14.2).' },
      'if-range': { type: 'string', description: 'The `ETag` of the file that the range belongs to.' },
      'if-none-match': { type: 'string' },
    },
    responseHeaders: { etag: { type: 'string' }, 'content-range': { type: 'string' } },
    statuses: [200, 206, 304],
  }),
  route('POST', `${backups}/upload`, uploadBackup, {
    bodies: {
      'application/gzip': 'content',
      'application/octet-stream': 'content',
      'application/x-gzip': 'content',
    },
    streamed: true,
    responseHeaders: location,
    statuses: [201],
    respond: setLocation,
  }),
];

function routesAt(path: string): Route[] {
  return [
    route('GET', path, listBackups),
    route('GET', `${path}/:id`, readBackup),
    route('DELETE', `${path}/:id`, deleteBackup, { statuses: [204] }),
  ];
}

function setLocation(_request: FastifyRequest, reply: FastifyReply, { value }: Result): undefined {
  reply.header('location', `${backups}/${(value as { id: string }).id}`);
}
