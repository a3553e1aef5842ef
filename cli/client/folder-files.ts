import { misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';

/** A file as the service takes it. */
export interface FolderFile {
  path: string;
  content: string;
}

/** Returns the names by which the user knows the entity files below a folder, by their paths in the branch. */
export async function readShownNames(io: Io, folder: string): Promise<ReadonlyMap<string, string>> {
  const { collectFiles } = await import('../validate/collect-files.js');
  const { files } = await collectFiles(io, [folder]);
  return new Map(
    files.flatMap(({ inBranch, shown }) => (inBranch === null ? [] : [[inBranch, shown] as const])),
  );
}

/** Returns the entity files below a folder, with their paths in the branch. @throws Failure for a folder that cannot be read, or has none */
export async function readFolderFiles(io: Io, folder: string): Promise<FolderFile[]> {
  const { collectFiles } = await import('../validate/collect-files.js');
  const { files } = await collectFiles(io, [folder]);
  const entityFiles = files.flatMap(({ inBranch, content, nonFile, unreadable }) =>
    inBranch === null || nonFile !== undefined || unreadable !== undefined
      ? []
      : [{ path: inBranch, content: Buffer.from(content).toString('utf8') }],
  );
  if (entityFiles.length > 0) return entityFiles;
  throw misuse(
    `There are no entity files in ${folder}`,
    'To see which files are passed over: svc validate . --passed-over',
  );
}
