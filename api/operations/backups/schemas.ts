import {
  answerOf,
  answerOrNull,
  choice,
  described,
  flag,
  integer,
  text,
  textOrNull,
  texts,
} from '../shared/schemas.js';

const status = choice('running', 'completed', 'failed');

const restoreShape = answerOrNull({
  id: text,
  status,
  categories: texts,
  createdBy: text,
  startedAt: text,
  endedAt: textOrNull,
  safetyBackup: described(textOrNull, 'The backup that was made before the restore.'),
  revision: described(textOrNull, 'The commit of the restore; null if no file differed.'),
  error: textOrNull,
});

export const backupShape = answerOf('Backup', {
  id: text,
  status,
  origin: choice('manual', 'schedule', 'restore', 'upload'),
  categories: texts,
  createdBy: text,
  createdAt: text,
  endedAt: textOrNull,
  size: { type: ['integer', 'null'], description: 'Size of the file in bytes.' },
  sha256: described(textOrNull, 'SHA-256 of the file in hexadecimal.'),
  content: answerOrNull(
    {
      svcVersion: text,
      takenAt: text,
      branch: text,
      revision: text,
      files: integer,
      rows: { type: 'object', additionalProperties: integer },
    },
    {
      keyId: described(text, 'Id of the master key that signed the backup; reveals nothing of the key.'),
    },
  ),
  masterKey: {
    type: ['string', 'null'],
    enum: ['current', 'retired', 'foreign', null],
    description:
      'The master key that the secrets are encrypted under: the current one, an earlier one, or one of another installation, in which case only flows, environments, connections and config can be restored. Null while unknown.',
  },
  error: textOrNull,
  progress: answerOrNull({
    step: choice('files', 'database', 'verify', 'upload'),
    entries: integer,
    bytes: integer,
  }),
  lastRestore: restoreShape,
});

const changesShape = answerOf(undefined, {
  created: integer,
  changed: integer,
  deleted: integer,
  examples: described(
    answerOf(undefined, { created: texts, changed: texts, deleted: texts }),
    'The first names of each kind of change.',
  ),
});

export const restoreResultShape = answerOf('RestoreResult', {
  backup: text,
  dryRun: flag,
  categories: { type: 'object', additionalProperties: changesShape },
  restore: restoreShape,
  notice: described(textOrNull, 'What to know before the next call.'),
});
