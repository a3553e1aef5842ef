import { fileURLToPath } from 'node:url';
import { codeRoot } from '../../schemas/code-root.js';
import type { Connector } from '../connectors/index.js';
import type { Settings } from '../settings/index.js';

/** The packages of an installation that have connectors, and the folders to look for them. */
export interface Installed {
  packages: readonly string[];
  from: readonly string[];
}

/** Packages are installed around the data directory, or beside svc. */
export function installedIn({
  Connectors,
  DataDirectory,
}: Pick<Settings, 'Connectors' | 'DataDirectory'>): Installed {
  return {
    packages: Connectors.Packages,
    from: [DataDirectory, fileURLToPath(codeRoot)],
  };
}

/** Returns the built-in connectors and those of the packages. @throws Problem settings_invalid */
export async function allConnectors(
  builtIn: readonly Connector[],
  { packages, from }: Installed,
): Promise<readonly Connector[]> {
  if (packages.length === 0) return builtIn;
  const { loadConnectors } = await import('../connectors/packages/load.js');
  const names = builtIn.map(({ name }) => name);
  return [...builtIn, ...(await loadConnectors(packages, from, names))];
}
