import type { JsonObject } from '../../schemas/index.js';
import { findFolderRepository } from '../folders/repository.js';

/**
 * Returns the settings that follow from the folder of `svc serve --dir`. The stated settings decide only where the entity
 * files come from, which the keys of `Git` state together; no other default depends on them, or on a settings file.
 */
export function inferSettings(directory: string | undefined, settings: JsonObject): JsonObject {
  const git = (settings['Git'] ?? {}) as JsonObject;
  const isOff = git['Directory'] !== undefined && git['Remote'] === undefined;
  if (directory === undefined) return isOff ? { Git: { Enabled: false } } : {};
  const repository = findFolderRepository(directory);
  return {
    Git: getOrigin(directory, repository?.address, git),
    ...(repository?.isWorkTree ? { LocalOverlay: { Directory: directory, Enabled: true } } : {}),
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
