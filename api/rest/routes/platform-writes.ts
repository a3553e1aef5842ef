import type { RestBinding } from '../binding.js';

/** Query of every write of what is in the installation's database. */
export const writeQuery = ['dryRun'];

/**
 * The bodies that change an entity of the platform.
 * @param fields the input property that a merge patch is, or those that are its members
 */
export function patchBodies(fields: string | readonly string[]): NonNullable<RestBinding['bodies']> {
  return {
    'application/merge-patch+json': fields,
    'application/json-patch+json': 'jsonPatch',
    'application/json': fields,
  };
}

/** What a deletion answers: nothing, or what would be deleted. */
export const deletion = { method: 'DELETE', query: writeQuery, statuses: [200, 204] } as const;
