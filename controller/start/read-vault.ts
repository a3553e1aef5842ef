import type { Logger } from 'pino';
import { ServiceLog } from '../observability/index.js';
import { Problem } from '../problems/index.js';
import { isInstallationSecret } from '../security/policy/secret-reference.js';
import type { Vault } from '../security/vault/contract.js';
import type { SecretValue } from '../security/vault/secret-store.js';
import type { Settings } from '../settings/index.js';
import { openBase } from './base.js';
import { Closers } from './closers.js';
import { openVaultAndIdentity } from './open-security.js';

/**
 * Reads secrets of an installation that does not run. A path that does not exist is left out.
 * @throws Problem data_directory_in_use, secret_provider_unavailable
 */
export async function readVault(
  settings: Settings,
  log: Logger,
  paths: readonly string[],
): Promise<Map<string, SecretValue>> {
  const closers = new Closers();
  try {
    const base = await openBase({ settings, log }, closers);
    const { vault } = await openVaultAndIdentity(base, new ServiceLog());
    return await readSecrets(vault, paths);
  } finally {
    await closers.close();
  }
}

/** Reads secrets for flows; those that do not exist, and those of the installation itself, are left out. */
export async function readSecrets(
  { secrets }: Pick<Vault, 'secrets'>,
  paths: readonly string[],
): Promise<Map<string, SecretValue>> {
  const values = new Map<string, SecretValue>();
  for (const path of new Set(paths)) {
    if (isInstallationSecret(path)) continue;
    try {
      values.set(path, await secrets.read(path));
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'secret_not_found') throw error;
    }
  }
  return values;
}
