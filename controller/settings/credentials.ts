import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../schemas/index.js';
import { Problem } from '../problems/index.js';

/** The name of the credential of systemd that holds the master key. */
const masterKey = 'master-key';

/**
 * Returns the settings that follow from the credentials that systemd passes to a service (systemd.exec(5), "Credentials").
 * @throws Problem settings_invalid for credentials that cannot be read: a new master key in their place would open no secret
 */
export function credentialSettings({ CREDENTIALS_DIRECTORY: folder }: NodeJS.ProcessEnv): JsonObject {
  if (!folder) return {};
  try {
    if (!readdirSync(folder).includes(masterKey)) return {};
    return { Secrets: { MasterKeyFile: join(folder, masterKey) } };
  } catch (cause) {
    const detail = `The credentials in ${folder} cannot be read: ${(cause as Error).message}`;
    const hints = [
      'In a container, its manager must make `/` a shared mount for systemd to pass credentials.',
    ];
    throw new Problem('settings_invalid', detail, { hints, cause });
  }
}
