import type { JsonObject } from '../../schemas/json.js';

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const texts = { type: 'array', items: text };
const status = { type: 'string', enum: ['running', 'completed', 'failed'] };

export const restoreShape: JsonObject = {
  type: ['object', 'null'],
  required: [
    'id',
    'status',
    'categories',
    'createdBy',
    'startedAt',
    'endedAt',
    'safetyBackup',
    'revision',
    'error',
  ],
  properties: {
    id: text,
    status,
    categories: texts,
    createdBy: text,
    startedAt: text,
    endedAt: textOrNull,
    safetyBackup: { ...textOrNull, description: 'The backup that was made before it.' },
    revision: { ...textOrNull, description: 'The commit it made; null when no file differed.' },
    error: textOrNull,
  },
};

export const backupShape: JsonObject = {
  title: 'Backup',
  type: 'object',
  required: [
    ...['id', 'status', 'origin', 'categories', 'createdBy', 'createdAt', 'endedAt'],
    ...['size', 'sha256', 'content', 'masterKey', 'error', 'progress', 'lastRestore'],
  ],
  properties: {
    id: text,
    status,
    origin: { type: 'string', enum: ['manual', 'schedule', 'restore', 'upload'] },
    categories: texts,
    createdBy: text,
    createdAt: text,
    endedAt: textOrNull,
    size: { type: ['integer', 'null'], description: 'Bytes of the file.' },
    sha256: { ...textOrNull, description: 'Of the file, hex.' },
    content: {
      type: ['object', 'null'],
      required: ['svcVersion', 'takenAt', 'branch', 'revision', 'files', 'rows'],
      properties: {
        svcVersion: text,
        takenAt: text,
        branch: text,
        revision: text,
        files: { type: 'integer' },
        rows: { type: 'object', additionalProperties: { type: 'integer' } },
        keyId: { ...text, description: 'Which master key signed it; tells nothing else of the key.' },
      },
    },
    masterKey: {
      type: ['string', 'null'],
      enum: ['current', 'retired', 'foreign', null],
      description:
        'Whether it is under the master key in use, under one before it, or under none of this installation: then flows, environments, connections and config can be restored only. Null while that is not known.',
    },
    error: textOrNull,
    progress: {
      type: ['object', 'null'],
      required: ['step', 'entries', 'bytes'],
      properties: {
        step: { type: 'string', enum: ['files', 'database', 'verify', 'upload'] },
        entries: { type: 'integer' },
        bytes: { type: 'integer' },
      },
    },
    lastRestore: restoreShape,
  },
};

export const categoryChangesShape: JsonObject = {
  type: 'object',
  required: ['created', 'changed', 'deleted', 'examples'],
  properties: {
    created: { type: 'integer' },
    changed: { type: 'integer' },
    deleted: { type: 'integer' },
    examples: {
      type: 'object',
      description: 'The first of each.',
      required: ['created', 'changed', 'deleted'],
      properties: { created: texts, changed: texts, deleted: texts },
    },
  },
};
