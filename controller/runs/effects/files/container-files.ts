import { constants, createWriteStream } from 'node:fs';
import { chmod, lstat, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Json } from '../../../../schemas/json/types.js';
import { type ActionFiles, ConnectorError, type FileDescription } from '../../../connectors/index.js';
import { type ContainerRequest, runFilesVolume } from '../../../flows/index.js';
import type { FileContents } from './file-contents.js';

/** Entries of the folder of one container that are looked at, with those of the folders in it. */
const maxEntries = 10_000;

/** The state of a file, to see later whether the container changed it. */
interface SeenFile {
  size: number;
  mtimeMs: number;
  ino: number;
}

/** Gives a container a folder with files of its run, and takes the files that it leaves there. */
export class ContainerFiles {
  constructor(private readonly folder: Pick<FileContents, 'workFolder'>) {}

  /**
   * Runs a container whose `volumes` name the files of the run.
   * @returns the result, and the files that are new or changed, where the request keeps them
   * @throws ConnectorError file_not_found, file_too_large, file_count_limit; the error of `start`
   */
  async run<Result>(
    request: ContainerRequest,
    files: ActionFiles,
    signal: AbortSignal,
    start: (volumes: Readonly<Record<string, string>>) => Promise<Result>,
  ): Promise<{ result: Result; files: FileDescription[] }> {
    const { inputFiles = [], keeps = false } = request.files ?? {};
    const folder = await this.folder.workFolder();
    try {
      const seen = new Map<string, SeenFile>();
      for (const description of inputFiles)
        seen.set(...(await bring(folder, description, { files, signal, taken: seen })));
      // The user of the image need not be the one of this process.
      await chmod(folder, 0o777);
      const result = await start(placed(request.volumes, folder));
      const changedPaths = keeps ? await changedFiles(folder, seen) : [];
      const kept: FileDescription[] = [];
      for (const path of changedPaths) kept.push(await take(join(folder, path), path, files));
      return { result, files: kept };
    } finally {
      // Files that a container made as another user may stay, until the next start.
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

/** The volumes with the folder in place of the name that stands for it. */
function placed(volumes: ContainerRequest['volumes'], folder: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(volumes).map(([from, to]) => [from === runFilesVolume ? folder : from, to]),
  );
}

async function bring(
  folder: string,
  description: Json,
  { files, signal, taken }: { files: ActionFiles; signal: AbortSignal; taken: ReadonlyMap<string, SeenFile> },
): Promise<[name: string, seen: SeenFile]> {
  const { about, read } = await files.open(description);
  const { name } = about;
  if (name === '.' || name === '..' || /[/\\\0]/.test(name) || taken.has(name)) {
    const reason = taken.has(name)
      ? 'Two files for the container have this name'
      : 'This is no name of a file';
    throw new ConnectorError('configuration', 400, 'File name not usable', `${reason}: \`${name}\``);
  }
  const path = join(folder, name);
  await pipeline(read(), createWriteStream(path, { flags: 'wx', mode: 0o666 }), { signal });
  await chmod(path, 0o666);
  return [name, await lstat(path)];
}

/** The paths of regular files that are new or changed, in the order of their names. Links are passed over. */
async function changedFiles(folder: string, seen: ReadonlyMap<string, SeenFile>): Promise<string[]> {
  const paths: string[] = [];
  let count = 0;
  const look = async (inside: string): Promise<void> => {
    const entries = await readdir(join(folder, inside), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (++count > maxEntries) throw tooManyEntries();
      const path = join(inside, entry.name);
      if (entry.isDirectory()) await look(path);
      else if (entry.isFile() && !isSame(await lstat(join(folder, path)), seen.get(path))) paths.push(path);
    }
  };
  await look('');
  return paths;
}

function isSame(now: SeenFile, before: SeenFile | undefined): boolean {
  return now.size === before?.size && now.mtimeMs === before.mtimeMs && now.ino === before.ino;
}

function tooManyEntries(): ConnectorError {
  const detail = `The container left more than ${maxEntries} files and folders`;
  return new ConnectorError('runtime', 500, 'Too many files', detail, { code: 'file_count_limit' });
}

/** Stores a file of the folder. The container has ended, but what it left may be of any kind. */
async function take(path: string, name: string, files: ActionFiles): Promise<FileDescription> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      const detail = `\`${name}\` cannot be read (${error.code}): the container made it for another user`;
      throw new ConnectorError('runtime', 500, 'File not readable', detail, { cause: error });
    },
  );
  try {
    return await files.write({ name }, handle.createReadStream({ autoClose: false }));
  } finally {
    await handle.close();
  }
}
