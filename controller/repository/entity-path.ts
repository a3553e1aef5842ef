const SETTINGS_FILE = 'svc.yaml';

/** Endings of the text files that an entity may name in place of text of its own. */
export const textEndings: readonly string[] = [
  ...['md', 'markdown', 'txt', 'liquid', 'html', 'css', 'csv', 'sql', 'jq'],
  ...['js', 'mjs', 'cjs', 'py', 'sh', 'bash'],
];
const textEnding = new RegExp(`\\.(${textEndings.join('|')})$`, 'i');

/** Folders that hold no entities: hidden ones (`.git`, `.github`, `.svc`) and installed packages. */
export function isEntityFolder(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules' && isPlainName(name);
}

/** Whether a file may hold an entity: `.yaml`, `.yml`, `.json`, not hidden, not the settings file in the root. */
export function isEntityFile(name: string, atRoot: boolean): boolean {
  if (name.startsWith('.') || !isPlainName(name)) return false;
  return /\.(ya?ml|json)$/i.test(name) && !(atRoot && name === SETTINGS_FILE);
}

/** Whether a file is one that entities may name: a text with a known ending, not hidden. */
export function isTextFile(name: string): boolean {
  return textEnding.test(name) && !name.startsWith('.') && isPlainName(name);
}

/** Whether a file is one that a branch may need: an entity, or a text that entities may name. */
export function isBranchFile(name: string, atRoot: boolean): boolean {
  return isEntityFile(name, atRoot) || isTextFile(name);
}

/** A single path segment. Whether its characters will do is for `pathFault` to say. */
function isPlainName(name: string): boolean {
  return name !== '' && !name.includes('/') && !name.includes('\0');
}
