import { queryOptions } from '@tanstack/react-query';
import { callService, type Schemas } from './client.js';

export type Backup = Schemas['Backup'];
export type RestoreResult = Schemas['RestoreResult'];

/** The parts of an installation that a backup can hold. */
export const backupCategories = [
  'flows',
  'environments',
  'secrets',
  'connections',
  'config',
  'users',
  'runs',
  'settings',
] as const;

/** A backup or a restore in progress changes from second to second. */
const renewMs = 1_500;

export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: async ({ signal }): Promise<readonly Backup[]> =>
    (await callService('get', '/api/v1/platform/backups', { signal })).items,
  refetchInterval: ({ state }) => (state.data?.some(isInProgress) ? renewMs : false),
});

function isInProgress({ status, lastRestore }: Backup): boolean {
  return status === 'running' || lastRestore?.status === 'running';
}

/** @throws ServiceProblem */
export function createBackup(categories: readonly string[]): Promise<Backup> {
  return callService('post', '/api/v1/platform/entities/platform/backup', {
    body: { categories: [...categories] },
  });
}

/** Restores a backup, or only tells what would change. @throws ServiceProblem */
export function restoreBackup(id: string, dryRun: boolean): Promise<RestoreResult> {
  return callService('post', '/api/v1/platform/backups/{id}/restore', { path: { id }, body: { dryRun } });
}

/** @throws ServiceProblem */
export async function deleteBackup(id: string): Promise<void> {
  await callService('delete', '/api/v1/platform/backups/{id}', { path: { id } });
}
