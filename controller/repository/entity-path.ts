const SETTINGS_FILE = 'svc.yaml';

/** Folders that hold no entities: hidden ones (`.git`, `.github`, `.svc`) and installed packages. */
export function isEntityFolder(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules' && isPlainName(name);
}

/** Whether a file may hold an entity: `.yaml`, `.yml`, `.json`, not hidden, not the settings file in the root. */
export function isEntityFile(name: string, atRoot: boolean): boolean {
  if (name.startsWith('.') || !isPlainName(name)) return false;
  return /\.(ya?ml|json)$/i.test(name) && !(atRoot && name === SETTINGS_FILE);
}

/** A crafted tree may name an entry `a/../b`: such a name is no single path segment. */
function isPlainName(name: string): boolean {
  return name !== '' && !name.includes('/') && !name.includes('\\') && !name.includes('\0');
}
