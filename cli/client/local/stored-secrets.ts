import pino from 'pino';
import type { SecretValue } from '../../../controller/security/vault/secret-store.js';
import type { Settings } from '../../../controller/settings/index.js';
import { readVault } from '../../../controller/start/read-vault.js';
import { findRunningServer } from './installation.js';
import { askSecretSocket } from './secret-socket.js';

/**
 * Returns secrets of the installation that owns a data directory, for who owns the directory: from the service that runs, or
 * from the vault while none does. A path that does not exist is left out.
 * @throws Problem; Error when the running service does not answer
 */
export async function readStoredSecrets(
  settings: Settings,
  paths: readonly string[],
): Promise<ReadonlyMap<string, SecretValue>> {
  if (findRunningServer(settings.DataDirectory)) return askSecretSocket(settings.DataDirectory, paths);
  return readVault(settings, pino({ level: 'silent' }), paths);
}
