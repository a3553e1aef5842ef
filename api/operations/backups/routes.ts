import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferHeader, readWait } from '../../http/headers.js';
import { getFileAnswer } from '../shared/file-answer.js';
import { setLocation } from '../shared/location.js';
import type { Result } from '../shared/operation.js';
import { asEntityRoutes, entityPath, platformPath, type Route, route } from '../shared/route.js';
import {
  createBackup,
  deleteBackup,
  downloadBackup,
  endQuarantine,
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
    respond: locateBackup,
  }),
  ...routesAt(backups),
  ...asEntityRoutes(routesAt(entities), { 'list-backups': 'list-backup-entities' }),
  route('POST', `${backups}/quarantine/end`, endQuarantine),
  route('POST', `${backups}/:id/restore`, restoreBackup, { body: ['categories', 'dryRun'] }),
  route('GET', `${backups}/:id/download`, downloadBackup, getFileAnswer('application/gzip')),
  route('POST', `${backups}/upload`, uploadBackup, {
    bodies: {
      'application/gzip': 'content',
      'application/octet-stream': 'content',
      'application/x-gzip': 'content',
    },
    streamed: true,
    responseHeaders: location,
    statuses: [201],
    respond: locateBackup,
  }),
];

function routesAt(path: string): Route[] {
  return [
    route('GET', path, listBackups),
    route('GET', `${path}/:id`, readBackup),
    route('DELETE', `${path}/:id`, deleteBackup, { statuses: [204] }),
  ];
}

function locateBackup(_request: FastifyRequest, reply: FastifyReply, { value }: Result): undefined {
  setLocation(reply, `${backups}/${(value as { id: string }).id}`);
}
