import { createWriteStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '../../problems/index.js';
import { syncFile } from '../../storage/index.js';
import type { BackupProgress } from '../records/backup.js';
import { inspect } from './take.js';

/** The largest ratio of the unpacked size to the size of the file. */
const maxInflated = 10;

/**
 * Writes an upload to `path`, on disk, and checks that it is a complete and valid backup.
 * @param maxSize bytes of the file
 * @throws Problem backup_invalid, backup_unsupported, backup_too_large
 */
export async function receive(
  content: Readable,
  path: string,
  maxSize: number,
  progress: BackupProgress | undefined,
): ReturnType<typeof inspect> {
  await pipeline(content, counting(maxSize, progress), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  await syncFile(path);
  return inspect(path, maxSize * maxInflated);
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
