import { queryOptions } from '@tanstack/react-query';
import { callService, type Schemas } from './client.js';

export type Secret = Schemas['Secret'];
export type WrittenSecret = Schemas['WrittenSecret'];

export const secretsQuery = queryOptions({
  queryKey: ['secrets'],
  queryFn: async ({ signal }): Promise<readonly Secret[]> =>
    (await callService('get', '/api/v1/platform/secrets', { signal })).items,
});

/** The places outside of the service that hold secrets. */
export const secretProvidersQuery = queryOptions({
  queryKey: ['secrets', 'providers'],
  queryFn: async ({ signal }) =>
    (await callService('get', '/api/v1/platform/secret-providers', { signal })).items,
});

/** Creates a secret, or replaces all of its keys. @throws ServiceProblem */
export function writeSecret(path: string, value: Record<string, string>): Promise<WrittenSecret> {
  return callService('post', '/api/v1/platform/entities/platform/secret', { body: { path, value } });
}

/** Sets or removes keys of a secret; the others stay. @throws ServiceProblem */
export function updateSecret(path: string, value: Record<string, string | null>): Promise<WrittenSecret> {
  return callService('patch', '/api/v1/platform/secrets/{path}', { path: { path }, body: { value } });
}

/** @throws ServiceProblem */
export async function deleteSecret(path: string): Promise<void> {
  await callService('delete', '/api/v1/platform/secrets/{path}', { path: { path } });
}
