import type { Settings } from '../../settings/index.js';
import type { Vault } from '../../vault/contract.js';

/**
 * The secrets that count now: those that stand in the settings, and what the stored ones hold. Empty ones never count.
 *
 * @throws Problem secret_not_found from what is returned
 */
export function webhookSecrets(
  stated: Settings['Git']['WebhookSecrets'],
  vault: Pick<Vault, 'read'>,
): () => Promise<string[]> {
  return async () => {
    const found = await Promise.all(
      stated.map(async (item) => {
        if (typeof item === 'string') return [item];
        const values = await vault.read(item.Secret);
        return item.Key === undefined ? Object.values(values) : [values[item.Key] ?? ''];
      }),
    );
    return found.flat().filter((secret) => secret.trim() !== '');
  };
}
