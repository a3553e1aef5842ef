import { stat, statfs } from 'node:fs/promises';
import { Problem } from '../../../controller/problems/index.js';

/** An unpacked release takes at most this many times the bytes of its archive. */
const maxRatio = 4;

/**
 * Checks that an archive and its content fit on the disk.
 * @param folder an existing folder of the installation
 * @param length bytes of the archive
 * @param partial the file with the part of the archive that is present
 * @throws Problem release_space_missing
 */
export async function requireSpace(folder: string, length: number, partial: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const present = await stat(partial).then(
    ({ size }) => size,
    () => 0,
  );
  const needed = length * (1 + maxRatio) - present;
  const free = bavail * bsize;
  if (free >= needed) return;
  const detail = `The release needs ${inMegabytes(needed)} in ${folder}, and ${inMegabytes(free)} are free`;
  throw new Problem('release_space_missing', detail);
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}
