import {
  answerOrNull,
  choice,
  described,
  flag,
  getAnswer,
  integer,
  named,
  text,
  textOrNull,
  texts,
} from '../shared/schemas.js';

const status = described(
  choice({ running: 'It is under way.', completed: 'It ended well.', failed: 'It ended by an error.' }),
  'The state.',
);
const categories = described(texts, 'The categories that it contains.');
const error = described(textOrNull, 'The reason of a failure.');

const restoreShape = answerOrNull(
  { description: 'A restore of a backup.' },
  {
    id: described(text, 'The id of the restore.'),
    status,
    categories,
    createdBy: named.createdBy,
    startedAt: described(text, 'The time of the start (RFC 3339).'),
    endedAt: named.endedAt,
    safetyBackup: described(textOrNull, 'The backup that was made before the restore.'),
    revision: described(textOrNull, 'The commit of the restore; null if no file differed.'),
    error,
  },
);

export const backupShape = getAnswer(
  { title: 'Backup', description: 'A backup of the installation.' },
  {
    id: described(text, 'The id of the backup.'),
    status,
    origin: described(
      choice({
        manual: 'A call.',
        schedule: 'The schedule of the settings.',
        restore: 'A restore, which makes one first.',
        upload: 'The upload of a file.',
      }),
      'The origin of the backup.',
    ),
    categories,
    createdBy: named.createdBy,
    createdAt: named.createdAt,
    endedAt: named.endedAt,
    size: { type: ['integer', 'null'], description: 'Size of the file in bytes.' },
    sha256: described(textOrNull, 'SHA-256 of the file in hexadecimal.'),
    content: answerOrNull(
      { description: 'What the file contains; null before the end.' },
      {
        svcVersion: described(text, 'The version of svc that made it.'),
        takenAt: described(text, 'The moment that it shows (RFC 3339).'),
        branch: named.branch,
        revision: described(text, 'The commit of the branch.'),
        files: described(integer, 'Number of files of the branch.'),
        rows: { type: 'object', additionalProperties: integer, description: 'Number of rows by table.' },
      },
      {
        keyId: described(text, 'Id of the master key that signed the backup; reveals nothing of the key.'),
      },
    ),
    masterKey: {
      type: ['string', 'null'],
      enum: ['current', 'retired', 'foreign', null],
      enumDescriptions: [
        'The key of this installation.',
        'An earlier key of this installation.',
        'The key of another installation.',
        'Not known.',
      ],
      description:
        'The master key that the secrets are encrypted under: the current one, an earlier one, or one of another installation, in which case only flows, environments, connections and config can be restored. Null while unknown.',
    },
    error,
    progress: answerOrNull(
      { description: 'The progress; null unless it is under way.' },
      {
        step: described(
          choice({
            files: 'The files of the branch are written.',
            database: 'The tables are written.',
            verify: 'The file is read back and compared.',
            upload: 'The file is uploaded.',
          }),
          'The current step.',
        ),
        entries: described(integer, 'Number of entries so far.'),
        bytes: described(integer, 'Number of bytes so far.'),
      },
    ),
    lastRestore: described(restoreShape, 'The last restore of this backup; null if there was none.'),
  },
);

export const quarantineShape = answerOrNull(
  {
    description:
      'Schedules, subscriptions and deliveries rest after a restore of a backup of another installation, until they are confirmed.',
  },
  {
    since: described(text, 'The time of its begin (RFC 3339).'),
    backup: described(text, 'The id of the backup.'),
    restore: described(text, 'The id of the restore.'),
  },
);

const changesShape = getAnswer(undefined, {
  created: described(integer, 'Number of new ones.'),
  changed: described(integer, 'Number of changed ones.'),
  deleted: described(integer, 'Number of removed ones.'),
  examples: described(
    getAnswer(undefined, {
      created: described(texts, 'Names of new ones.'),
      changed: described(texts, 'Names of changed ones.'),
      deleted: described(texts, 'Names of removed ones.'),
    }),
    'The first names of each kind of change.',
  ),
});

const tableField = { ...text, description: 'The table.', examples: ['triggers'] };

export const restoreResultShape = getAnswer(
  { title: 'RestoreResult', description: 'The outcome of a restore.' },
  {
    backup: described(text, 'The id of the backup.'),
    dryRun: described(flag, 'True if nothing was changed.'),
    categories: {
      type: 'object',
      additionalProperties: changesShape,
      description: 'The changes of each category.',
    },
    tables: {
      type: 'array',
      items: getAnswer(
        { description: 'The rows that change in one table of the database.' },
        {
          table: tableField,
          category: { ...text, description: 'The category that it belongs to.', examples: ['runs'] },
          created: described(integer, 'Number of rows that are added.'),
          changed: described(integer, 'Number of rows that get other values.'),
          deleted: described(integer, 'Number of rows that are removed.'),
        },
      ),
      description: 'The tables of the restored categories.',
    },
    leftOut: {
      type: 'array',
      items: getAnswer(
        { description: 'A table that no category holds.' },
        { table: tableField, reason: described(text, 'Why no backup brings it.') },
      ),
      description: 'The tables that no category holds: they stay as they are.',
    },
    restore: described(restoreShape, 'The restore; null in a dry run.'),
    isElsewhere: described(
      flag,
      'True for a backup of another installation: its unfinished runs are suspended here, and the quarantine begins.',
    ),
    quarantine: described(quarantineShape, 'The quarantine that the installation is in; null for none.'),
    endedKeys: {
      type: 'array',
      items: getAnswer(
        { description: 'An API key that ends with the restore.' },
        {
          id: described(text, 'The id of the API key.'),
          name: described(text, 'The name of the API key.'),
        },
      ),
      description:
        'API keys that end with the restore, as the backup does not have them; at most 200. The key that asked goes on working.',
    },
    notice: described(textOrNull, 'What to know before the next call.'),
  },
);
