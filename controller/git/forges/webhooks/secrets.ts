/** A secret in the settings: its text, or the path of a stored secret and the key in it (all keys by default). */
type StatedSecret = string | { Secret: string; Key?: string | undefined };

/**
 * Returns a function that reads the current secrets: the stated and the stored ones, without empty ones.
 * @throws Problem secret_not_found from the returned function
 */
export function webhookSecrets(
  secrets: readonly StatedSecret[],
  readSecret: (path: string) => Promise<Readonly<Record<string, string>>>,
): () => Promise<string[]> {
  return async () => {
    const secretValues = await Promise.all(
      secrets.map(async (item) => {
        if (typeof item === 'string') return [item];
        const values = await readSecret(item.Secret);
        return item.Key === undefined ? Object.values(values) : [values[item.Key] ?? ''];
      }),
    );
    return secretValues.flat().filter((secret) => secret.trim() !== '');
  };
}
