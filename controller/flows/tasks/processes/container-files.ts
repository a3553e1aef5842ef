import type { Json } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import type { ContainerRequest } from '../../plan/host.js';

/** The name that stands for a folder with files of the run, in place of a folder or volume of this machine. */
export const runFilesVolume = 'run-files';

/**
 * Returns which files a container gets: those that the input of its task describes, each once. Undefined for a container
 * whose volumes do not ask for them.
 * @param keeps true to store what the container leaves in the folder
 */
export function findFiles(
  volumes: ContainerRequest['volumes'],
  input: Json,
  keeps: boolean,
): ContainerRequest['files'] {
  if (!Object.hasOwn(volumes, runFilesVolume)) return undefined;
  return { inputFiles: [...descriptionsIn(input).values()], keeps };
}

/** The descriptions of files in a value, by id. */
function descriptionsIn(value: Json): Map<string, Json> {
  const results = new Map<string, Json>();
  const left: Json[] = [value];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (isObject(next) && typeof next['file'] === 'string' && typeof next['sha256'] === 'string')
      results.set(next['file'], next);
    else if (typeof next === 'object' && next !== null)
      for (const each of Object.values(next)) left.push(each);
  }
  return results;
}
