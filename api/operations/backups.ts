import type { Readable } from 'node:stream';
import type { RestoreResult } from '../../controller/backups/contract.js';
import { categories, requireCategories } from '../../controller/backups/index.js';
import type { Target } from '../../controller/identity/access.js';
import { backupShape, categoryChangesShape, restoreShape } from './backup-shape.js';
import { listOf } from './fields.js';
import { defaultWait } from './flows.js';
import { type Operation, type OperationContext, reads } from './operation.js';

const idField = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  description: 'The id of the backup.',
};
const waitField = {
  type: 'integer',
  minimum: 0,
  maximum: 300,
  default: defaultWait,
  description: 'Seconds to wait for its end; after that the answer says that it is running.',
};
const known = categories.map((category) => `\`${category}\``).join(', ');
const categoriesField = (description: string) => ({
  type: 'array',
  minItems: 1,
  maxItems: 20,
  items: { type: 'string', minLength: 1, maxLength: 50 },
  description: `${description} The categories are ${known}.`,
  examples: [['flows', 'environments', 'secrets']],
});

function backupTarget({ id }: { id: string }): Target {
  return { type: 'backup', name: id };
}

const anyBackup = (): Target => ({ type: 'backup' });

const createBackup: Operation<{ categories: string[]; wait?: number }> = {
  name: 'create-backup',
  title: 'Make a backup',
  description:
    'One `.tar.gz` of the production branch and the database as they are at one moment, read back and compared after it is written. ' +
    'Secrets in it stay encrypted under the master key, which is not in it. While `status` is `running`, `progress` tells how far it is.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'admin',
  target: anyBackup,
  input: {
    properties: { categories: categoriesField('What to put in it.'), wait: waitField },
    required: ['categories'],
  },
  output: backupShape,
  async run(context, { categories: asked, wait = defaultWait }) {
    const { backup, done } = await context.controller.backups.create({
      categories: requireCategories(asked),
      principal: context.principal.id,
    });
    const ended = await within(done, wait, context);
    return { value: ended ?? backup, outcome: ended ? 'created' : 'accepted' };
  },
};

/** Whoever restores another installation's users may have come with a credential that these do not have. */
function noticeOf({ categories: { users } }: RestoreResult): string | null {
  if (!users || users.created + users.changed + users.deleted === 0) return null;
  return 'Users, passwords, API keys and share links are those of the backup with this: what you came with may be good no more, and what is in `initial-admin.json` too.';
}

/** Undefined when it takes longer, or nobody listens any more; it goes on all the same. */
async function within<Value>(
  done: Promise<Value>,
  seconds: number,
  { signal }: OperationContext,
): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), seconds * 1000);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return Promise.race([done, enough]).finally(() => clearTimeout(timer));
}

const listBackups: Operation = {
  name: 'list-backups',
  title: 'List backups',
  description: 'All backups, the newest first, with what is in them and how the last restore of each ended.',
  hints: reads,
  permission: 'admin',
  target: () => ({ type: 'backup', some: true }),
  input: { properties: {} },
  output: listOf(backupShape),
  async run({ controller }) {
    return { value: { items: await controller.backups.list() } };
  },
};

const readBackup: Operation<{ id: string }> = {
  name: 'read-backup',
  title: 'Look at a backup',
  description: 'What is in one backup, how its making goes on, and how the last restore of it ended.',
  hints: reads,
  permission: 'admin',
  target: backupTarget,
  input: { properties: { id: idField }, required: ['id'] },
  output: backupShape,
  async run({ controller }, { id }) {
    return { value: await controller.backups.read(id) };
  },
};

const downloadBackup: Operation<{ id: string }> = {
  name: 'download-backup',
  title: 'Download a backup',
  description: 'The file, whole or a range of it. Whoever has it has the password hashes of the users in it.',
  hints: reads,
  permission: 'admin',
  target: backupTarget,
  audited: true,
  input: { properties: { id: idField }, required: ['id'] },
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

const uploadBackup: Operation<{ content: Readable }> = {
  name: 'upload-backup',
  title: 'Upload a backup',
  description:
    'Takes a file that was downloaded here or elsewhere, when it is whole and sound: names, sizes and checksums are compared, and nothing is unpacked on the disk.',
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

const deleteBackup: Operation<{ id: string }> = {
  name: 'delete-backup',
  title: 'Delete a backup',
  description: 'Deletes the file and its record.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'admin',
  target: backupTarget,
  input: { properties: { id: idField }, required: ['id'] },
  output: {},
  async run({ controller }, { id }) {
    await controller.backups.delete(id);
    return { outcome: 'deleted' };
  },
};

const restoreBackup: Operation<{ id: string; categories?: string[]; dryRun?: boolean }> = {
  name: 'restore-backup',
  title: 'Restore a backup',
  description:
    'Brings flows, environments, connections, other entities, secrets and users to what they were, and runs that are missing back; all of it or nothing. ' +
    'Entities of the production branch are written as one commit. A backup of everything is made first. Runs that are there, and the audit log, stay as they are. ' +
    'With `dryRun` nothing is changed, and the answer says what would be.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'admin',
  target: backupTarget,
  input: {
    properties: {
      id: idField,
      categories: categoriesField('What to restore; all that is in the backup when left out.'),
      dryRun: { type: 'boolean', default: false, description: 'Only say what would change.' },
    },
    required: ['id'],
  },
  output: {
    title: 'RestoreResult',
    type: 'object',
    required: ['backup', 'dryRun', 'categories', 'restore', 'notice'],
    properties: {
      backup: { type: 'string' },
      dryRun: { type: 'boolean' },
      categories: { type: 'object', additionalProperties: categoryChangesShape },
      restore: restoreShape,
      notice: { type: ['string', 'null'], description: 'What to know before the next call.' },
    },
  },
  async run({ controller, principal, origin }, { id, categories: asked, dryRun }) {
    const restored = await controller.backups.restore({
      id,
      categories: asked && requireCategories(asked),
      dryRun,
      principal: principal.id,
      requestId: origin.requestId,
    });
    return { value: { ...restored, notice: noticeOf(restored) } };
  },
};

export const backupOperations: readonly Operation[] = [
  createBackup,
  listBackups,
  readBackup,
  downloadBackup,
  uploadBackup,
  deleteBackup,
  restoreBackup,
];
