import type { Storage } from '../../storage/index.js';
import type { Vault } from './contract.js';
import { type KeyRing, retiredName } from './key-ring.js';
import { Masking } from './masking.js';
import { MasterKeys } from './master-keys.js';
import { openSealing } from './sealing.js';
import type { MountedProvider } from './secret-provider.js';
import { SecretStore } from './secret-store.js';
import { Secrets } from './secrets.js';

/**
 * Opens the vault over the database.
 * @param providers other places of secrets; none of their prefixes contains another
 * @throws Problem settings_invalid when the master key is not that of the database
 */
export async function openVault(
  storage: Storage,
  keys: KeyRing,
  providers: readonly MountedProvider[] = [],
): Promise<Vault> {
  const masking = new Masking();
  for (const row of await retiredKeys(storage)) keys.addRetired(row);
  const sealing = await openSealing(storage, keys, masking);
  return {
    ...sealing,
    secrets: new Secrets(new SecretStore(storage, keys, masking), providers, masking),
    providers,
    masterKeys: new MasterKeys(storage, keys),
    conceal: (secret) => masking.remember(secret),
  };
}

function retiredKeys(storage: Storage) {
  return storage.db.selectFrom('data_keys').selectAll().where('name', 'like', `${retiredName}%`).execute();
}
