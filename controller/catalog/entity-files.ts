import { isEntityFolder, isEntityFile as isNamedAsEntity, isTextFile } from '../repository/entity-path.js';

/** Nearly all paths: plain folders, which need no look at each. */
const ordinary = /^(?:(?!node_modules\/)[\w-][\w.-]*\/)*[^/]*$/;

/** Whether a path may hold an entity, wherever it starts: a caller's may begin with `./` or `../`. */
export function isEntityFile(path: string): boolean {
  const name = nameOf(path);
  return isNamedAsEntity(name, path === name) && isInEntityFolders(path, name);
}

/** Whether a path may hold a text that entities name. */
export function isAttachable(path: string): boolean {
  const name = nameOf(path);
  return isTextFile(name) && isInEntityFolders(path, name);
}

export function isJsonFile(path: string): boolean {
  return path.toLowerCase().endsWith('.json');
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function isInEntityFolders(path: string, name: string): boolean {
  if (path === name || ordinary.test(path)) return true;
  const folders = path.slice(0, -name.length - 1).split('/');
  return folders.every((part) => part === '' || part === '.' || part === '..' || isEntityFolder(part));
}
