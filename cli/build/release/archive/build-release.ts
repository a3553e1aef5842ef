import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newestMigration } from '../../../../controller/storage/migrations/index.js';
import { loadedPackages, moduleFiles, programFiles, readManifest } from './app-files.js';
import { getComponents } from './components.js';
import { launcherFor } from './launchers.js';
import { licences } from './licences.js';
import { jsonFile, type ReleaseFile } from './release-file.js';
import { getRuntime, type Platform } from './runtime.js';
import { nodeFiles } from './runtime-files.js';
import { sbom } from './sbom.js';
import { sourceState } from './source-state.js';
import { writeArchive } from './write-archive.js';

export interface ReleaseOptions {
  /** The project, after `npm run build`. */
  root: string;
  platform: Platform;
  /** The folder for the archive. */
  out: string;
  /** The folder of downloaded packages of Node. */
  downloads: string;
  /** Another version than that of `package.json`. */
  version?: string | undefined;
  /** The address of the repository that the program updates itself from. */
  base?: string | undefined;
  /** The path of the root metadata that the program trusts first. */
  trustedRoot?: string | undefined;
  /** The oldest version that can be updated to this one. */
  minimumVersion?: string | undefined;
  notes?: string | undefined;
}

/**
 * Writes `svc-<version>-<platform>.tar.gz` and returns its path. The bytes depend on the commit and the options only.
 * @throws an error when there is no build, or when the package of Node cannot be downloaded
 */
export async function buildRelease({
  root,
  platform,
  out,
  downloads,
  ...options
}: ReleaseOptions): Promise<string> {
  const { version = readManifest(root).version, minimumVersion = null, notes = '' } = options;
  const { commit, time } = sourceState(root);
  const runtime = getRuntime(platform);
  const components = getComponents(root);
  const facts = {
    version,
    platform,
    commit,
    node: runtime.version,
    minimumVersion,
    notes,
    databaseVersion: newestMigration,
  };
  const files = [
    launcherFor(platform),
    ...(await nodeFiles(platform, downloads)),
    ...programFiles(root, version),
    ...moduleFiles(root, loadedPackages(root), platform),
    ...trustFiles(options),
    ...licences(root, components),
    sbom({ version, runtime, components, time }),
    jsonFile('release.json', facts),
  ];
  const top = `svc-${version}-${platform}`;
  const path = join(out, `${top}.tar.gz`);
  await writeArchive({ path, top, files, time });
  return path;
}

/** The program reads these when it looks for newer releases: see `cli/release/repository/address.ts`. */
function trustFiles({ base, trustedRoot }: Pick<ReleaseOptions, 'base' | 'trustedRoot'>): ReleaseFile[] {
  return [
    ...(base === undefined ? [] : [jsonFile('app/release-address.json', { base })]),
    ...(trustedRoot === undefined
      ? []
      : [{ path: 'app/dist/cli/release/root.json', content: readFileSync(trustedRoot) }]),
  ];
}
