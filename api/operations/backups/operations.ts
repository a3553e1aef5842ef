import type { Readable } from 'node:stream';
import {
  categories,
  isFileCategory,
  type RestoreResult,
  requireCategories,
} from '../../../controller/backups/index.js';
import { untilAborted, within } from '../../../controller/concurrency/signals.js';
import { type CallWriter, Problem, toHintBody } from '../../../controller/problems/index.js';
import type { Target } from '../../../controller/security/identity/access/access.js';
import { needsReviews } from '../shared/authorization.js';
import { requireConsent } from '../shared/consent.js';
import { defaultWait, dryRunFirst, maxWait, textField } from '../shared/fields.js';
import { type Operation, reads } from '../shared/operation.js';
import type { PlatformEntity } from '../shared/platform-entities.js';
import { described, getAnswer, toList } from '../shared/schemas.js';
import { backupShape, quarantineShape, restoreResultShape } from './schemas.js';

const idField = textField('The id of the backup.', 64);
const one = { properties: { id: idField }, required: ['id'] };
const waitField = {
  type: 'integer',
  minimum: 0,
  maximum: maxWait,
  default: defaultWait,
  description: 'Seconds to wait for the backup to end; after that it is answered as running.',
};
const names = categories.map((category) => `\`${category}\``).join(', ');
const categoriesField = (description: string) => ({
  type: 'array',
  minItems: 1,
  maxItems: 20,
  items: { type: 'string', minLength: 1, maxLength: 50 },
  description: `${description} The categories are ${names}.`,
  examples: [['flows', 'environments', 'secrets']],
});

function backupTarget({ id }: { id: string }): Target {
  return { type: 'backup', name: id };
}

const anyBackup = (): Target => ({ type: 'backup' });

export const createBackup: Operation<{ categories: string[]; wait?: number }> = {
  name: 'create-backup',
  title: 'Make a backup',
  description:
    'Writes one `.tar.gz` of the production branch and the database at one moment, then reads it back and compares. ' +
    'Secrets stay encrypted under the master key, which is not in the file. While `status` is `running`, `progress` shows the current step.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'admin',
  target: anyBackup,
  input: {
    properties: { categories: categoriesField('What the backup contains.'), wait: waitField },
    required: ['categories'],
  },
  output: backupShape,
  async run(context, { categories: selected, wait = defaultWait }) {
    const { backup, done } = await context.controller.backups.create({
      categories: requireCategories(selected),
      principal: context.principal.id,
    });
    const ended = await within(wait * 1000, context.signal, (limit) =>
      // The backup continues when the wait is over or the caller is gone.
      untilAborted(done, limit).catch((error) => {
        if (!limit.aborted) throw error;
      }),
    );
    return { value: ended ?? backup, outcome: ended ? 'created' : 'accepted' };
  },
};

/** Tells the caller which credentials the restore leaves. */
function usersNotice({ categories: { users }, endedKeys }: RestoreResult): string | null {
  if (!users || users.created + users.changed + users.deleted === 0) return null;
  const ended =
    endedKeys.length === 0
      ? ''
      : ` ${endedKeys.length === 1 ? 'One API key has' : `${endedKeys.length} API keys have`} ended: \`endedKeys\` names them.`;
  return `Users, passwords, API keys and share links are now those of the backup. The credential that asked goes on working.${ended}`;
}

/** Tells the caller that the installation rests. */
function quarantineNotice(
  { isElsewhere, dryRun, quarantine }: RestoreResult,
  writeCall: CallWriter | undefined,
): string | null {
  if (quarantine === null && !(isElsewhere && dryRun)) return null;
  const when = dryRun ? 'will be' : 'are';
  const text = `The backup is of another installation: schedules, subscriptions and deliveries ${when} off, and its unfinished runs suspended, until the quarantine ends with {call}. Stop the other installation first.`;
  return toHintBody({ text, operation: 'end-quarantine' }, writeCall).text;
}

function getNotice(result: RestoreResult, writeCall: CallWriter | undefined): string | null {
  const notices = [usersNotice(result), quarantineNotice(result, writeCall)].filter((each) => each !== null);
  return notices.length === 0 ? null : notices.join(' ');
}

export const listBackups: Operation = {
  name: 'list-backups',
  title: 'List backups',
  description: 'All backups, newest first, with their content and the outcome of the last restore of each.',
  hints: reads,
  permission: 'admin',
  target: () => ({ type: 'backup', some: true }),
  input: { properties: {} },
  output: toList(backupShape),
  async run({ controller }) {
    return { value: { items: await controller.backups.list() } };
  },
};

export const readBackup: Operation<{ id: string }> = {
  name: 'read-backup',
  title: 'Read a backup',
  description: 'The content of one backup, its progress, and the outcome of its last restore.',
  hints: reads,
  permission: 'admin',
  target: backupTarget,
  input: one,
  output: backupShape,
  async run({ controller }, { id }) {
    return { value: await controller.backups.read(id) };
  },
};

export const downloadBackup: Operation<{ id: string }> = {
  name: 'download-backup',
  title: 'Download a backup',
  description: 'The file, or a range of it. It contains the password hashes of the users.',
  hints: reads,
  permission: 'admin',
  target: backupTarget,
  audited: true,
  input: one,
  output: { type: 'string', format: 'binary', description: 'The file.' },
  async run({ controller }, { id }) {
    const { name, size, sha256, createdAt, open } = await controller.backups.file(id);
    return {
      download: {
        name,
        type: 'application/gzip',
        file: { size, etag: `"${sha256}"`, modified: new Date(createdAt) },
        open,
      },
    };
  },
};

export const uploadBackup: Operation<{ content: Readable }> = {
  name: 'upload-backup',
  title: 'Upload a backup',
  description:
    'Stores a backup file of this or another installation. Names, sizes and checksums are verified first; nothing is unpacked on disk.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'admin',
  target: anyBackup,
  input: {
    properties: { content: { type: 'string', format: 'binary', description: 'The `.tar.gz`.' } },
    required: ['content'],
  },
  output: backupShape,
  async run({ controller, principal }, { content }) {
    return { value: await controller.backups.upload(content, principal.id), outcome: 'created' };
  },
};

export const deleteBackup: Operation<{ id: string }> = {
  name: 'delete-backup',
  title: 'Delete a backup',
  description: 'Deletes the file and its record.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'admin',
  target: backupTarget,
  input: one,
  output: {},
  async run({ controller }, { id }) {
    await controller.backups.delete(id);
    return { outcome: 'deleted' };
  },
};

export const restoreBackup: Operation<{ id: string; categories?: string[]; dryRun?: boolean }> = {
  name: 'restore-backup',
  title: 'Restore a backup',
  description:
    'Restores flows, environments, connections, other entities, secrets and users to their state in the backup, and missing runs: everything or nothing. ' +
    'Entities are written to the production branch as one commit. A full backup is made first. Existing runs and the audit log stay unchanged. ' +
    'The key that asked goes on working; `endedKeys` names those that end. A backup of another installation begins a quarantine: schedules, subscriptions and deliveries are off until `end-quarantine`. ' +
    'With `dryRun` nothing changes, and the answer lists what would.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'admin',
  isUnbounded: true,
  target: backupTarget,
  input: {
    properties: {
      id: idField,
      categories: categoriesField('What to restore; everything in the backup by default.'),
      dryRun: dryRunFirst('Change nothing; answer with what would change.'),
    },
    required: ['id'],
  },
  output: restoreResultShape,
  async run(context, { id, categories: selected, dryRun }) {
    const { controller, principal, origin } = context;
    const requested = selected && requireCategories(selected);
    if (!dryRun) {
      const { createdAt, sha256, ...backup } = await controller.backups.read(id);
      const contents = requested ?? backup.categories;
      // Entities are one commit on production.
      if (contents.some(isFileCategory) && needsReviews(controller, controller.branches.production))
        throw new Problem(
          'write_requires_proposal',
          'A restore of entities would change production without the reviews that `Git.Reviews` requires',
          {
            hints: [
              'Restore the other categories with `categories`, and revert entities by proposals; or take `Git.Reviews` out of the settings until the restore is done.',
            ],
          },
        );
      const what = selected?.join(', ') ?? 'everything in it';
      const text = `Restores the backup \`${id}\` of ${createdAt} (${what}) over what is there now`;
      requireConsent(context, { text, content: sha256, isOnce: true });
    }
    const restored = await controller.backups.restore({
      id,
      categories: requested,
      dryRun,
      principal: principal.id,
      requestId: origin.requestId,
    });
    return { value: { ...restored, notice: getNotice(restored, context.writeCall) } };
  },
};

export const endQuarantine: Operation = {
  name: 'end-quarantine',
  title: 'End the quarantine after a restore',
  description:
    'Lets schedules, subscriptions and deliveries begin, which rest after the restore of a backup of another installation. ' +
    "Stop the other one first: otherwise both start the same flows, and take each other's messages. Times that passed meanwhile count as missed ones. " +
    'Runs that the restore suspended stay so: resume them one by one, or several at once (`batch-runs`). Without a quarantine nothing changes.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'admin',
  target: anyBackup,
  input: { properties: {} },
  output: getAnswer(
    { title: 'EndedQuarantine', description: 'The end of a quarantine.' },
    { ended: described(quarantineShape, 'The quarantine that has ended; null if there was none.') },
  ),
  async run(context) {
    const { quarantine } = context.controller;
    requireConsent(context, {
      text: 'Begins the schedules, subscriptions and deliveries that a restore from another installation brought',
      content: quarantine.state === undefined ? null : { ...quarantine.state },
    });
    return { value: { ended: (await quarantine.end()) ?? null } };
  },
};

export const backupEntity: PlatformEntity = {
  type: 'backup',
  named: 'id',
  list: listBackups,
  read: readBackup,
  create: createBackup,
  delete: deleteBackup,
};
