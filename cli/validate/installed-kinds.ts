import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { KindDefinition } from '../../controller/catalog/index.js';
import { builtInConnectors, type Connector } from '../../controller/connectors/index.js';
import { createKinds, kinds } from '../../controller/kinds/index.js';
import type { Io } from '../contract/io.js';

/** Returns the kinds with the connectors that the settings in the working directory name. @throws Problem settings_invalid */
export async function kindsHere(io: Io): Promise<readonly KindDefinition[]> {
  const connectors = await installedHere(io);
  return connectors ? createKinds(connectors) : kinds;
}

/** Returns the connectors of svc, and those that the settings in the working directory name. @throws Problem settings_invalid */
export async function connectorsHere(io: Io): Promise<readonly Connector[]> {
  return (await installedHere(io)) ?? builtInConnectors();
}

/** Returns undefined where there are only those of svc. */
async function installedHere(io: Io): Promise<readonly Connector[] | undefined> {
  const isStated = io.env['SVC_Connectors__Packages'] !== undefined || existsSync(join(io.cwd, 'svc.yaml'));
  if (!isStated) return undefined;
  const { loadSettings } = await import('../../controller/settings/index.js');
  const { allConnectors, installedIn } = await import('../../controller/start/installed-connectors.js');
  const installed = installedIn(loadSettings({ dir: io.cwd, env: io.env }));
  if (installed.packages.length === 0) return undefined;
  return allConnectors(builtInConnectors(), installed);
}
