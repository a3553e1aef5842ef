import { isEntityFolder, isEntityFile as isNamedAsEntity, isTextFile } from '../repository/entity-path.js';

/** Whether a path may hold an entity, wherever it starts: a caller's may begin with `./` or `../`. */
export function isEntityFile(path: string): boolean {
  const { folders, name } = split(path);
  return folders.every(isEntityFolder) && isNamedAsEntity(name, path === name);
}

/** Whether a path may hold a text that entities name. */
export function isAttachable(path: string): boolean {
  const { folders, name } = split(path);
  return folders.every(isEntityFolder) && isTextFile(name);
}

export function isJsonFile(path: string): boolean {
  return path.toLowerCase().endsWith('.json');
}

function split(path: string): { folders: string[]; name: string } {
  const folders = path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  return { folders, name: folders.pop() ?? '' };
}
