import { constants, createWriteStream, type Stats } from 'node:fs';
import { chmod, lstat, mkdir, open, opendir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Json } from '../../../../schemas/json/types.js';
import { type ActionFiles, ConnectorError, type FileDescription } from '../../../connectors/index.js';
import { type EffectContext, type FolderFiles, matchesPath, mayMatchInside } from '../../../flows/index.js';
import type { FileContents } from './file-contents.js';
import { fromBytes, removeWorkFolder, toBytes, toPath } from './work-folder-paths.js';

/** Entries of the folder of one task that are looked at, with those of the folders in it. */
const maxEntries = 10_000;
/** Entries that one line of the log names. */
const maxNamed = 10;

/** The folders of one task. */
export interface TaskFolders {
  /** Holds the files that the task gets, and those that it leaves. */
  readonly work: string;
  /** Is empty; what is put there is never a file of the run. */
  readonly program: string;
}

interface Task {
  files: ActionFiles;
  log: EffectContext['log'];
  signal: AbortSignal;
}

/** The state of a file, to see later whether the task changed it. */
type SeenFile = Pick<Stats, 'size' | 'mtimeMs' | 'ino'>;

/** Gives a process or a container a folder with files of its run, and takes the files that it leaves there. */
export class WorkFolders {
  constructor(private readonly folder: Pick<FileContents, 'workFolder'>) {}

  /**
   * Runs a process or a container in a folder with its files.
   * @param isFailed true for a result of which no file is kept
   * @returns the result, and the files that are new or changed, as far as the request keeps them
   * @throws ConnectorError file_not_found, file_too_large, file_count_limit; the error of `start`
   */
  async run<Result>(
    { inputFiles, keeps }: FolderFiles,
    task: Task,
    start: (folders: TaskFolders) => Promise<Result>,
    isFailed: (result: Result) => boolean = () => false,
  ): Promise<{ result: Result; files: FileDescription[] }> {
    const folder = await this.folder.workFolder();
    const [work, program] = [join(folder, 'work'), join(folder, 'program')];
    try {
      for (const each of [work, program]) await mkdir(each, { mode: 0o700 });
      const seen = new Map<string, SeenFile>();
      for (const description of inputFiles) seen.set(...(await bring(work, description, task, seen)));
      // The user of an image need not be the one of this process.
      await chmod(work, 0o777);
      const result = await start({ work, program });
      if (keeps.length === 0 || isFailed(result)) return { result, files: [] };
      const paths = await findChangedFiles(work, seen, keeps, task);
      const kept: FileDescription[] = [];
      for (const path of paths) kept.push(await take(work, path, task.files));
      return { result, files: kept };
    } finally {
      // Files that a container made as another user may stay, until the next start.
      await removeWorkFolder(folder).catch(() => undefined);
    }
  }
}

/** Puts a file into the folder. @returns its name, as bytes, and its state */
async function bring(
  folder: string,
  description: Json,
  { files, signal }: Task,
  taken: ReadonlyMap<string, SeenFile>,
): Promise<[name: string, seen: SeenFile]> {
  const { about, read } = await files.open(description);
  const { name } = about;
  if (name === '.' || name === '..' || /[/\\\0]/.test(name))
    throw unusableName('This is no name of a file', name);
  const bytes = toBytes(name);
  if (taken.has(bytes)) throw unusableName('Two files of the input have this name', name);
  const path = join(folder, name);
  try {
    await pipeline(read(), createWriteStream(path, { flags: 'wx', mode: 0o666 }), { signal });
  } catch (error) {
    // The file system may hold two names for one, such as those in small and in capital letters.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw unusableName('Two files of the input have this name', name, error);
  }
  await chmod(path, 0o666);
  return [bytes, await lstat(path)];
}

function unusableName(reason: string, name: string, cause?: unknown): ConnectorError {
  const detail = `${reason}: \`${name}\``;
  return new ConnectorError('configuration', 400, 'File name not usable', detail, { cause });
}

/**
 * Returns the paths of regular files that are new or changed and that the patterns match, in the order of their names, each as
 * the bytes of its parts. Links are never followed; the log names what is passed over, and patterns that match nothing.
 */
async function findChangedFiles(
  folder: string,
  seen: ReadonlyMap<string, SeenFile>,
  keeps: 'all' | readonly string[],
  { log }: Task,
): Promise<string[][]> {
  const patterns = keeps === 'all' ? ['**'] : keeps;
  const isKept = (path: string) => keeps === 'all' || patterns.some((pattern) => matchesPath(pattern, path));
  const isEntered = (path: string) =>
    keeps === 'all' || patterns.some((pattern) => mayMatchInside(pattern, path));
  const results: string[][] = [];
  const passed: string[] = [];
  const matched = new Set<string>();
  let count = 0;
  const look = async (inside: readonly string[]): Promise<void> => {
    for (const { name, kind } of await readFolder(folder, inside, () => ++count > maxEntries)) {
      const parts = [...inside, name];
      const path = fromBytes(parts.join('/'));
      if (kind === 'folder') {
        if (isEntered(path)) await look(parts);
      } else if (isKept(path)) {
        for (const pattern of patterns) if (matchesPath(pattern, path)) matched.add(pattern);
        if (kind === 'other') passed.push(path);
        else if (!isSame(await lstat(toPath(folder, parts)), seen.get(parts.join('/')))) results.push(parts);
      }
    }
  };
  await look([]);
  if (passed.length > 0) {
    const listed = list(passed);
    log('warn', `Not kept, as only regular files become files of the run: ${listed}`);
  }
  const unmatched = keeps === 'all' ? [] : keeps.filter((pattern) => !matched.has(pattern));
  if (unmatched.length > 0)
    log('warn', `The process left no file that fits these patterns of \`files\`: ${list(unmatched)}`);
  return results;
}

interface Entry {
  name: string;
  kind: 'folder' | 'file' | 'other';
}

/** Reads a folder, sorted by name. @param isTooMuch counts an entry @throws ConnectorError file_count_limit */
async function readFolder(
  folder: string,
  inside: readonly string[],
  isTooMuch: () => boolean,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  try {
    await requireInside(folder, inside);
    for await (const entry of await opendir(toPath(folder, inside), { encoding: 'latin1' })) {
      if (isTooMuch()) throw tooManyEntries();
      const kind = entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other';
      entries.push({ name: entry.name, kind });
    }
  } catch (error) {
    throw error instanceof ConnectorError ? error : unreadable(inside, error);
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function list(names: readonly string[]): string {
  const more = names.length - maxNamed;
  const named = names.slice(0, maxNamed).map((name) => `\`${name.slice(0, 200)}\``);
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

function isSame(now: SeenFile, before: SeenFile | undefined): boolean {
  return now.size === before?.size && now.mtimeMs === before.mtimeMs && now.ino === before.ino;
}

function tooManyEntries(): ConnectorError {
  const detail = `The task left more than ${maxEntries} files and folders where its files are looked for`;
  return new ConnectorError('runtime', 500, 'Too many files', detail, { code: 'file_count_limit' });
}

function unreadable(parts: readonly string[], cause: unknown): ConnectorError {
  const { code = 'unknown' } = cause as NodeJS.ErrnoException;
  const path = fromBytes(parts.join('/')).slice(0, 500);
  const detail = `\`${path}\` cannot be read (${code}): its owner, its permissions or its name do not let svc read it`;
  return new ConnectorError('runtime', 500, 'File not readable', detail, { cause });
}

/** Refuses a folder that something that still runs put a link in place of. */
async function requireInside(folder: string, parts: readonly string[]): Promise<void> {
  const real = await realpath(toPath(await realpath(folder), parts), { encoding: 'latin1' });
  const expected = toPath(await realpath(folder), parts).toString('latin1');
  if (real !== expected) throw new Error('The folder is a link');
}

/** Stores a file of the folder. The task has ended, but what it left may be of any kind. */
async function take(folder: string, parts: string[], files: ActionFiles): Promise<FileDescription> {
  const path = toPath(folder, parts);
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(path, flags).catch((error: unknown) => {
    throw unreadable(parts, error);
  });
  try {
    await requireInside(folder, parts.slice(0, -1)).catch((error: unknown) => {
      throw unreadable(parts, error);
    });
    const name = fromBytes(parts.join('/'));
    return await files.write({ name }, handle.createReadStream({ autoClose: false }));
  } finally {
    await handle.close();
  }
}
