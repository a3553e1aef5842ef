import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Problem } from '../../problems/index.js';
import type { Backup } from './backup.js';

export interface BackupFile {
  name: string;
  size: number;
  sha256: string;
  createdAt: string;
  /** Reads the file, or a range of it. The backup cannot be deleted until the stream is closed. */
  open(range?: { start: number; end: number }): Readable;
}

type Use = 'restored' | 'downloaded';

/** Backups that are being read, and so cannot be deleted. */
export class BackupUses {
  readonly #uses = new Map<string, Use[]>();

  of(id: string): Use | undefined {
    return this.#uses.get(id)?.[0];
  }

  /** Begins a use, which lasts until the returned function is called. */
  begin(id: string, use: Use): () => void {
    const uses = this.#uses.get(id) ?? [];
    this.#uses.set(id, uses);
    uses.push(use);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      uses.splice(uses.indexOf(use), 1);
      if (uses.length === 0) this.#uses.delete(id);
    };
  }
}

/** Returns the file of a backup. @throws Problem backup_busy, backup_invalid when the file differs from its record */
export async function getFile(
  { id, status, size, sha256, createdAt, content }: Backup,
  path: string,
  uses: BackupUses,
): Promise<BackupFile> {
  if (status !== 'completed' || size === null || sha256 === null)
    throw new Problem('backup_busy', `The backup \`${id}\` has no file: it is ${status}`);
  const stats = await stat(path).catch(() => undefined);
  if (stats?.size !== size)
    throw new Problem('backup_invalid', `The file of the backup \`${id}\` is missing or was changed`, {
      hints: ['Copy the file back into the backup folder (`Backups.Directory`), or delete the backup.'],
    });
  const takenAt = (content?.takenAt ?? createdAt).replaceAll(/[^0-9TZ]/g, '').replace(/\d{3}Z/, 'Z');
  const open: BackupFile['open'] = (range) => {
    const end = uses.begin(id, 'downloaded');
    return createReadStream(path, range).once('close', end);
  };
  return { size, sha256, createdAt, name: `svc-backup-${takenAt}.tar.gz`, open };
}
