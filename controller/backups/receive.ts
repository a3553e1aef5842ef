import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '../problems/index.js';
import type { BackupProgress } from './contract.js';
import { inspect } from './take.js';

/** How much larger than its file a backup may be. */
const mostInflated = 10;

/**
 * Writes what is uploaded to `path`, on the disk, and looks whether it is a whole and sound backup.
 * @param largest bytes of the file
 * @throws Problem backup_invalid, backup_unsupported, backup_too_large
 */
export async function receive(
  content: Readable,
  path: string,
  largest: number,
  progress: BackupProgress | undefined,
): ReturnType<typeof inspect> {
  await pipeline(content, counting(largest, progress), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  const handle = await open(path, 'r+');
  await handle.sync().finally(() => handle.close());
  return inspect(path, largest * mostInflated);
}

function counting(limit: number, progress: BackupProgress | undefined): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (progress) progress.bytes = bytes;
      if (bytes > limit) done(new Problem('backup_too_large', `The file has more than ${limit} bytes`));
      else done(null, chunk);
    },
  });
}
