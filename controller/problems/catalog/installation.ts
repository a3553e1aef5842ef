import type { ProblemKinds } from './kind.js';

/** Problems with the installation: settings, secrets, backups, the database. */
export const installation = {
  backup_busy: {
    status: 409,
    title: 'The backup is in use',
    hint: {
      text: 'Wait until the backup or its restore has ended, as {call} shows.',
      operation: 'read-backup',
    },
  },
  backup_failed: {
    status: 503,
    title: 'The backup could not be made',
    retry: 'backoff',
    hint: 'Fix the cause that the message names, such as the permissions of the backup folder (`Backups.Directory`), and try again.',
  },
  backup_foreign: {
    status: 422,
    title: 'The backup comes from an installation with another master key',
    hint: 'Start svc with the master key of that installation (`Secrets.MasterKey`, or `Secrets.PreviousMasterKey` after a rotation), or restore only flows, environments, connections and config.',
  },
  backup_invalid: {
    status: 422,
    title: 'The file is not a complete and valid backup',
    hint: 'Upload the file again as it was downloaded. `errors[]` names its faults.',
  },
  backup_not_found: {
    status: 404,
    title: 'There is no such backup',
    hint: { text: 'List the backups with {call}.', operation: 'list-backups' },
  },
  backup_too_large: {
    status: 413,
    title: 'The backup is larger than this installation accepts',
    hint: 'Raise `Backups.LargestUpload`.',
  },
  backup_unsupported: {
    status: 422,
    title: 'This version of svc cannot read the backup',
    hint: 'Update svc to the version that made the backup, or to a later one.',
  },
  data_directory_in_use: {
    status: 503,
    title: 'Another process uses the data directory',
    hint: 'Send the command to the running service (`--server`), or stop that service first.',
  },
  data_directory_unusable: {
    status: 503,
    title: 'The data directory cannot be read or written',
    hint: 'Let the user that runs svc read and write the data directory (`DataDirectory`), or name another folder.',
  },
  database_in_use: {
    status: 503,
    title: 'Another process uses the database',
    hint: 'Stop that process, or give this one a database of its own (`Database.Url`). The lease of a process that was killed ends after ten seconds.',
  },
  one_node_only: {
    status: 503,
    title: 'Several nodes cannot share a database with a setting of this one',
    hint: 'Switch Git on (`Git.Enabled`, `Git.Remote`) and the overlay off (`LocalOverlay.Enabled: false`) on every node, or give this one a database of its own (`Database.Url`).',
  },
  standby: {
    status: 503,
    title: 'Another node leads, or is about to',
    retry: 'backoff',
    hint: 'Send the request again in a few seconds, or to the node that leads. Another node takes over when the lease of one that died ends.',
  },
  database_unsupported: {
    status: 503,
    title: 'The database cannot be used by this version of svc',
    hint: 'Use PostgreSQL 13 or newer with the encoding UTF8, and a version of svc that is not older than its tables.',
  },
  database_not_empty: {
    status: 409,
    title: 'The database is not empty',
    hint: 'Make a database for svc alone (`createdb --encoding UTF8 --template template0 svc`), and name it.',
  },
  database_copy_differs: {
    status: 500,
    title: 'The copied database differs from its source',
    hint: 'Nothing was copied. Move again; if it differs again, report it with the name of the table.',
  },
  database_unreachable: {
    status: 503,
    title: 'The database cannot be reached',
    hint: 'Compare `Database.Url` (host, port, database, user, password, `sslmode`) with the server, and see that it runs and lets this machine in (`pg_hba.conf`).',
  },
  database_damaged: {
    status: 503,
    title: 'The database is damaged',
    hint: 'Stop svc, move the damaged file away, start svc, and restore the newest backup.',
  },
  manual_missing: {
    status: 503,
    title: 'This copy of svc has no manual',
    hint: 'Build it with `npm run build`; installed releases contain it.',
  },
  master_key_configured: {
    status: 409,
    title: 'The master key is in the settings, so svc cannot rotate it',
    hint: 'Set a new `Secrets.MasterKey` and the old one as `Secrets.PreviousMasterKey`, and restart svc. It wraps all data keys again; the old key can then be removed. For a service that was installed with `--master-key-file`, `svc service rotate-master-key` does all of this.',
  },
  notify_not_set: {
    status: 409,
    title: 'No receiver of messages is set',
    hint: 'Set `Notify.Connection`, `Notify.Webhook` or `Notify.Mail` in the settings, and restart svc.',
  },
  quarantined: {
    status: 503,
    title: 'The installation is in quarantine after a restore',
    retry: 'backoff',
    hint: {
      text: 'A backup of another installation was restored here. When this one takes over, end the quarantine with {call}.',
      operation: 'end-quarantine',
    },
  },
  restore_failed: {
    status: 503,
    title: 'The backup could not be restored',
    retry: 'backoff',
    hint: 'Nothing was changed. Fix the cause that the message names, and restore again.',
  },
  restore_not_loaded: {
    status: 500,
    title: 'The backup is restored, but svc has not loaded all of it',
    hint: 'Restart svc to load the rest. The restore is complete and on disk; do not restore again.',
  },
  secret_not_found: {
    status: 404,
    title: 'There is no such secret',
    hint: { text: 'Create it with {call}.', operation: 'write-secret', arguments: { value: { key: '…' } } },
  },
  secret_provider_refused: {
    status: 502,
    title: 'The provider of the secret refused the request',
    hint: {
      text: 'Correct the provider under `Secrets.Providers`, or the rights of svc there. Then check each provider with {call}.',
      operation: 'read-diagnostics',
    },
  },
  secret_provider_unavailable: {
    status: 503,
    title: 'The provider of the secret did not answer',
    retry: 'backoff',
    hint: {
      text: 'Try again when the provider answers. Check each provider with {call}.',
      operation: 'read-diagnostics',
    },
  },
  secret_read_only: {
    status: 409,
    title: 'The secret is in a place that svc only reads',
    hint: 'Change the secret at its provider (`Secrets.Providers`), or store it under another path.',
  },
  secret_reserved: {
    status: 403,
    title: 'The secret is reserved for the installation',
    hint: 'Flows and connections cannot use secrets under `platform/`. Store the secret under another path.',
  },
  secret_unusable: {
    status: 502,
    title: 'The secret cannot be used as its provider holds it',
    hint: 'Correct the secret at its provider.',
  },
  setting_from_environment: {
    status: 409,
    title: 'An environment variable determines the setting',
    hint: 'Change the environment variable and restart svc.',
  },
  setting_needs_restart: {
    status: 409,
    title: 'The setting cannot change at run time',
    hint: 'Change it in `svc.yaml` and restart svc. `keys[].runtime` of the section shows the settings that can change.',
  },
  settings_invalid: {
    status: 500,
    title: 'The settings are not valid',
    hint: 'Fix the keys that the detail names, in `svc.yaml` or the environment.',
  },
  storage_failed: {
    status: 503,
    title: 'The database refused a write',
    retry: 'backoff',
    hint: 'Fix the cause that the message names, such as a full disk or the permissions of the data directory.',
  },
  ticket_not_found: {
    status: 404,
    title: 'There is no such support request',
    hint: { text: 'List the requests with {call}.', operation: 'list-tickets' },
  },
} as const satisfies ProblemKinds;
