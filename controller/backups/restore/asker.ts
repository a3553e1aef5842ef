import type { PreparedRestore } from './prepare.js';
import type { RestoreTarget } from './target.js';

/** An API key that a restore ends, as it is in no row of the backup. */
export interface EndedKey {
  id: string;
  name: string;
}

/** Keys that an answer names. */
const maxNamed = 200;

/**
 * Keeps the credential of a caller where a restore replaces the users: its API key, or its user, goes on working although the
 * backup does not have it.
 * @param principal `api-key:<name>` or `user:<name>`
 */
export async function keepAsker(
  { storage }: Pick<RestoreTarget, 'storage'>,
  { categories, tables }: PreparedRestore,
  principal: string,
): Promise<void> {
  if (!categories.includes('users')) return;
  const [sort, name] = [
    principal.slice(0, principal.indexOf(':')),
    principal.slice(principal.indexOf(':') + 1),
  ];
  if (sort === 'user') {
    const users = await storage.db.selectFrom('users').selectAll().where('name', '=', name).execute();
    const names = tables.values('users', 'name');
    for (const row of users) if (!names.has(row.name)) tables.keep('users', { ...row });
  }
  if (sort !== 'api-key') return;
  const keys = await storage.db.selectFrom('api_keys').selectAll().where('name', '=', name).execute();
  const ids = tables.values('api_keys', 'id');
  for (const row of keys) if (!ids.has(row.id)) tables.keep('api_keys', { ...row });
}

/** Returns the API keys that end with the restore, by name. */
export async function endedKeys(
  { storage }: Pick<RestoreTarget, 'storage'>,
  { categories, tables }: PreparedRestore,
): Promise<EndedKey[]> {
  if (!categories.includes('users')) return [];
  const kept = tables.values('api_keys', 'id');
  const keys = await storage.db.selectFrom('api_keys').select(['id', 'name']).orderBy('name').execute();
  return keys.filter(({ id }) => !kept.has(id)).slice(0, maxNamed);
}
