/** Whether a path may hold an entity: YAML or JSON, in no hidden folder, and not the installation's own settings. */
export function isEntityFile(path: string): boolean {
  if (!/\.(ya?ml|json)$/i.test(path) || path === 'svc.yaml') return false;
  return !path
    .split('/')
    .some((part) => (part.startsWith('.') && part !== '.' && part !== '..') || part === 'node_modules');
}

export function isJsonFile(path: string): boolean {
  return path.toLowerCase().endsWith('.json');
}
