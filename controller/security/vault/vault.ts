import type { Storage } from '../../storage/index.js';
import type { Vault } from './contract.js';
import { type KeyRing, retiredName } from './key-ring.js';
import { Masking } from './masking.js';
import { MasterKeys } from './master-keys.js';
import { openSealing } from './sealing.js';
import { SecretStore } from './secret-store.js';

/** Opens the vault over the database. @throws Problem settings_invalid when the master key is not that of the database */
export async function openVault(storage: Storage, keys: KeyRing): Promise<Vault> {
  const masking = new Masking();
  for (const row of await retiredKeys(storage)) keys.addRetired(row);
  const sealing = await openSealing(storage, keys, masking);
  return {
    ...sealing,
    secrets: new SecretStore(storage, keys, masking),
    masterKeys: new MasterKeys(storage, keys),
    conceal: (secret) => masking.remember(secret),
  };
}

function retiredKeys(storage: Storage) {
  return storage.db.selectFrom('data_keys').selectAll().where('name', 'like', `${retiredName}%`).execute();
}
