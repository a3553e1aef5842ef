import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { KindDefinition } from '../../controller/catalog/index.js';
import { builtInConnectors } from '../../controller/connectors/index.js';
import { createKinds, kinds } from '../../controller/kinds/index.js';
import type { Io } from '../contract/io.js';

/** Returns the kinds with the connectors that the settings in the working directory name. @throws Problem settings_invalid */
export async function kindsHere(io: Io): Promise<readonly KindDefinition[]> {
  const isStated = io.env['SVC_Connectors__Packages'] !== undefined || existsSync(join(io.cwd, 'svc.yaml'));
  if (!isStated) return kinds;
  const { loadSettings } = await import('../../controller/settings/index.js');
  const { allConnectors, installedIn } = await import('../../controller/start/installed-connectors.js');
  const installed = installedIn(loadSettings({ dir: io.cwd, env: io.env }));
  if (installed.packages.length === 0) return kinds;
  return createKinds(await allConnectors(builtInConnectors(), installed));
}
