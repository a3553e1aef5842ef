/** The folder below which systemd makes and owns data directories. */
const stateRoot = '/var/lib/';

/** Returns the path below `/var/lib` as a value of a unit; undefined for a data directory elsewhere. */
export function stateDirectory(path: string): string | undefined {
  return path.startsWith(stateRoot) ? path.slice(stateRoot.length).replaceAll('%', '%%') : undefined;
}
