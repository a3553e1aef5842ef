import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Problem } from '../problems/index.js';
import type { Backup, BackupFile } from './contract.js';
import type { InUse } from './in-use.js';

/**
 * The file of a completed backup; while it is read, the backup is in use.
 * @throws Problem backup_busy, backup_invalid when it is not what was written down of it
 */
export async function fileOf(
  { id, status, size, sha256, createdAt, content }: Backup,
  path: string,
  inUse: InUse,
): Promise<BackupFile> {
  if (status !== 'completed' || size === null || sha256 === null)
    throw new Problem('backup_busy', `The backup \`${id}\` has no file: it is ${status}`);
  const found = await stat(path).catch(() => undefined);
  if (found?.size !== size)
    throw new Problem('backup_invalid', `The file of the backup \`${id}\` is gone, or not what it was`, {
      hints: [
        'Put the file back into the folder of the backups (`Backups.Directory`), or delete the backup.',
      ],
    });
  const taken = (content?.takenAt ?? createdAt).replaceAll(/[^0-9TZ]/g, '').replace(/\d{3}Z/, 'Z');
  const open: BackupFile['open'] = (range) => {
    const end = inUse.begin(id, 'downloaded');
    return createReadStream(path, range).once('close', end);
  };
  return { size, sha256, createdAt, name: `svc-backup-${taken}.tar.gz`, open };
}
