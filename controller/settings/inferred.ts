import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JsonObject } from '../../schemas/index.js';

/** Returns the settings that follow from the folder of `svc serve --dir`, if there is one, or from stated settings. */
export function inferSettings(
  directory: string | undefined,
  stated: JsonObject,
  hasFile: boolean,
): JsonObject {
  const git = (stated['Git'] ?? {}) as JsonObject;
  if (git['Remote'] !== undefined) return {};
  if (git['Directory'] !== undefined) return { Git: { Enabled: false } };
  if (directory === undefined) return {};
  const repository = repositoryOf(directory);
  return {
    Git: repository ? { Enabled: true, Remote: repository } : { Enabled: false, Directory: directory },
    ...(repository && repository !== directory
      ? { LocalOverlay: { Directory: directory, ...(hasFile ? {} : { Enabled: true }) } }
      : {}),
    // A folder without a settings file is served on a developer's machine; an installation has to set this itself.
    ...(hasFile ? {} : { Flows: { AllowPrivateNetworks: true } }),
  };
}

/** Returns the repository of the top folder of a work tree, or the folder itself if it is a bare repository. */
function repositoryOf(directory: string): string | undefined {
  const dotGit = join(directory, '.git');
  const found = statSync(dotGit, { throwIfNoEntry: false });
  if (found?.isDirectory()) return dotGit;
  if (found?.isFile()) return linkedRepository(directory, dotGit);
  const isBare = ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(directory, name)));
  return isBare ? directory : undefined;
}

/** Reads `.git` of a linked work tree or a submodule: a file with the path of the repository (gitrepository-layout). */
function linkedRepository(directory: string, dotGit: string): string | undefined {
  const target = /^gitdir: (.+)$/m.exec(readFileSync(dotGit, 'utf8'))?.[1];
  if (target === undefined) return undefined;
  const gitDirectory = resolve(directory, target.trim());
  const common = join(gitDirectory, 'commondir');
  return existsSync(common) ? resolve(gitDirectory, readFileSync(common, 'utf8').trim()) : gitDirectory;
}
