import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from 'semver';

interface InstallableRelease {
  version: string;
  platform: string;
  /** The hash of the archive, in hexadecimal. */
  sha256: string;
  /** The size of the archive in bytes. */
  length: number;
}

interface InstallScripts {
  /** The folder of the repository, as it is published. */
  repository: string;
  /** The address at which the repository is published. */
  base: string;
  releases: readonly InstallableRelease[];
  /** SHA-256 of `metadata/1.root.json`, in hexadecimal. */
  rootHash: string;
}

/**
 * Writes `install.sh` and `install.ps1` into a repository, whole or not at all. They install the newest release, or one
 * that is asked for, and know the hashes of all.
 * @throws an error when there is no release, or when a value cannot stand in a script
 */
export function writeInstallScripts({ repository, base, releases, rootHash }: InstallScripts): void {
  const sorted = [...releases].sort((a, b) => compare(b.version, a.version));
  const [newest] = sorted;
  if (newest === undefined) throw new Error('The repository has no release to install');
  const values = {
    BASE: base.endsWith('/') ? base : `${base}/`,
    LATEST: newest.version,
    ROOT_HASH: rootHash,
    RELEASES: sorted
      .map(({ version, platform, sha256, length }) => `${version} ${platform} ${sha256} ${length}`)
      .join('\n'),
  };
  for (const name of ['install.sh', 'install.ps1']) {
    const template = readFileSync(new URL(name, import.meta.url), 'utf8');
    writeAtomically(join(repository, name), filled(template, values));
  }
}

function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/@([A-Z_]+)@/g, (_, name: string) => {
    const value = values[name] ?? '';
    // The values stand in quotes of two shells.
    if (/^[\w.:/@%+~ \n-]+$/.test(value)) return value;
    throw new Error(`\`${value}\` cannot stand in an install script`);
  });
}

function writeAtomically(path: string, text: string): void {
  writeFileSync(`${path}.tmp`, text);
  chmodSync(`${path}.tmp`, 0o755);
  renameSync(`${path}.tmp`, path);
}
