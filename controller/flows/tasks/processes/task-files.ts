import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../schemas/json/values.js';
import { findPatternFault } from '../../data/path-pattern.js';
import { getKind } from '../../data/values.js';
import type { ContainerRequest, FolderFiles } from '../../plan/host.js';
import type { TaskContext } from '../../plan/task-type.js';

/** The name that stands for a folder with files of the run, in place of a folder or volume of this machine. */
export const runFilesVolume = 'run-files';

/** The largest number of patterns. */
const maxPatterns = 100;

/**
 * Returns which files a container gets: those that the input of its task describes, each once. Undefined for a container
 * whose volumes do not ask for them.
 * @param keeps true to store what the container leaves in the folder
 */
export function findContainerFiles(
  volumes: ContainerRequest['volumes'],
  input: Json,
  keeps: boolean,
): FolderFiles | undefined {
  if (!Object.hasOwn(volumes, runFilesVolume)) return undefined;
  return { inputFiles: findDescriptions(input), keeps: keeps ? 'all' : [] };
}

/** True for volumes of a container, as the document has them, that ask for files of the run, or may when they are known. */
export function mayUseFiles(volumes: Json | undefined): boolean {
  return typeof volumes === 'string' || Object.hasOwn(objectOr(volumes), runFilesVolume);
}

/**
 * Returns the patterns of `files`: which files of its folder a script or command yields. Undefined for one without files.
 * @param language undefined where the document has none that is known
 */
export function readFilePatterns(
  process: JsonObject,
  language: string | undefined,
  context: TaskContext,
): readonly string[] | undefined {
  const { files } = process;
  if (files === undefined) return undefined;
  context.needsLeader('files');
  const pointer = `${context.pointer}/run/files`;
  if (language === 'js') {
    return context.report({
      rule: 'not-supported',
      pointer,
      at: 'name',
      message: 'JavaScript runs in a sandbox, which has no files',
      hint: 'Write the script in `python` or `shell`; or leave `files` out, and let it take texts as `arguments` and return a value.',
    });
  }
  if (!Array.isArray(files))
    return context.fault(pointer, `\`files\` is a list of patterns, not ${getKind(files)}`);
  if (files.length > maxPatterns)
    return context.fault(pointer, `\`files\` has more than ${maxPatterns} patterns`);
  if (files.length > 0 && process['await'] === false) {
    return context.fault(
      pointer,
      'a task that does not wait for its process yields no files',
      'Remove `await: false`; or write `files: []` for a process that only reads files.',
    );
  }
  const patterns: string[] = [];
  for (const [index, pattern] of files.entries()) {
    const fault = findPatternFault(pattern);
    if (fault) context.fault(`${pointer}/${index}`, fault.message, fault.hint);
    else patterns.push(String(pattern));
  }
  return patterns;
}

/** Returns the descriptions of files in a value, each once. */
export function findDescriptions(value: Json): Json[] {
  const descriptions = new Map<string, Json>();
  const left: Json[] = [value];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (isObject(next) && typeof next['file'] === 'string' && typeof next['sha256'] === 'string')
      descriptions.set(next['file'], next);
    else if (typeof next === 'object' && next !== null)
      for (const each of Object.values(next)) left.push(each);
  }
  return [...descriptions.values()];
}
