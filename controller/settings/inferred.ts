import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JsonObject } from '../../schemas/index.js';

/**
 * Returns the settings that follow from the folder of `svc serve --dir`. The stated settings decide only where the entity
 * files come from, which the keys of `Git` state together; no other default depends on them, or on a settings file.
 */
export function inferSettings(directory: string | undefined, settings: JsonObject): JsonObject {
  const git = (settings['Git'] ?? {}) as JsonObject;
  const isOff = git['Directory'] !== undefined && git['Remote'] === undefined;
  if (directory === undefined) return isOff ? { Git: { Enabled: false } } : {};
  const repository = findRepository(directory);
  return {
    Git: getOrigin(directory, repository, git),
    ...(repository && repository !== directory
      ? { LocalOverlay: { Directory: directory, Enabled: true } }
      : {}),
    // The services that flows call from a served folder often run on the same machine or network.
    Flows: { AllowPrivateNetworks: true },
  };
}

/** The origin of the entity files: a stated remote or folder replaces that of the served folder. */
function getOrigin(directory: string, repository: string | undefined, settings: JsonObject): JsonObject {
  if (settings['Remote'] !== undefined) return { Enabled: true };
  if (settings['Directory'] !== undefined) return { Enabled: false };
  return repository ? { Enabled: true, Remote: repository } : { Enabled: false, Directory: directory };
}

/** Returns the repository of the top folder of a work tree, or the folder itself if it is a bare repository. */
function findRepository(directory: string): string | undefined {
  const dotGit = join(directory, '.git');
  const stats = statSync(dotGit, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return dotGit;
  if (stats?.isFile()) return linkedRepository(directory, dotGit);
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
